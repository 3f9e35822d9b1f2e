import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { SearchField } from '../../components/search-field.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { changeLocation, hashOf, useLocation } from '../../shell/location.js'

const RECORDS_PER_PAGE = 50
/** A longer text is cut off, so that no row becomes too high. */
const MAX_CELL_CHARACTERS = 200

type NumberedRecord = readonly [index: number, record: Readonly<Record<string, unknown>>]

/** The records of one table, page by page. */
export const RecordList = ({ table }: { readonly table: string }) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { search, after } = useLocation().query
  const query = { limit: RECORDS_PER_PAGE, ...(search && { search }), ...(after && { after }) }
  const { data, error, isLoading, reload } = useRequest(
    (signal) => client.configurationRecords(table, { ...query, signal }),
    [client, table, search, after],
  )
  const tables = useRequest((signal) => client.configurationTables({ signal }), [client])
  const description = tables.data?.find(({ name }) => name === table)
  const columns = (description?.fields ?? []).map(
    ({ name, type }): Column<NumberedRecord> => ({
      name,
      title: name,
      isNumber: type === 'number' || type === 'integer',
      cell: ([, record]) => <bdi>{cellOf(record[name])}</bdi>,
    }),
  )
  return (
    <>
      <PageHead title={table} lead={<a href={hashOf('configuration')}>{text.configuration.title}</a>} />
      {(description?.searchable ?? tables.isLoading) && (
        <search class="filters">
          <SearchField
            label={text.configuration.searchRecords}
            value={search}
            onChange={(next) => changeLocation({ search: next, after: undefined }, { replace: true })}
          />
        </search>
      )}
      <Failure error={tables.error} onRetry={tables.reload} />
      <Failure error={error} onRetry={reload} />
      <section class="records">
        <Table
          caption={table}
          columns={columns}
          rows={tables.data && data?.records.map((record, index): NumberedRecord => [index, record])}
          keyOf={([index]) => String(index)}
          isLoading={isLoading || tables.isLoading}
          empty={data?.next ? text.configuration.nothingOnPage : undefined}
        />
      </section>
      <nav class="pagination" aria-label={text.pages}>
        {after && <Button onClick={() => changeLocation({ after: undefined })}>{text.firstPage}</Button>}
        {data?.next && <Button onClick={() => changeLocation({ after: data.next })}>{text.nextPage}</Button>}
      </nav>
      <Curl method="GET" path={`/settings/tables/${table}?${new URLSearchParams(stringEntries(query))}`} />
    </>
  )
}

const stringEntries = (query: object) => Object.entries(query).map(([name, value]) => [name, String(value)])

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return shown.length > MAX_CELL_CHARACTERS ? `${shown.slice(0, MAX_CELL_CHARACTERS)}…` : shown
}
