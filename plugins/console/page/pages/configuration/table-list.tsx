import type { ReadableTable } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { Failure } from '../../components/failure.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { hashOf } from '../../shell/location.js'
import { useImportTask } from './import-task.js'

/** The tables of the configuration and of historical data, each with a link to its records. */
export const TableList = () => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const { outcome } = useImportTask()
  const { data, error, isLoading, reload } = useRequest(
    (signal) => client.configurationTables({ signal }),
    [client, outcome],
  )
  const columns: readonly Column<ReadableTable>[] = [
    {
      name: 'table',
      title: text.configuration.table,
      cell: ({ name, historical }) => (
        <>
          <a href={hashOf('configuration', { table: name })}>{name}</a>{' '}
          {historical && <Badge>{text.configuration.historical}</Badge>}
        </>
      ),
    },
    {
      name: 'records',
      title: text.configuration.records,
      isNumber: true,
      cell: ({ records }) => number(records),
    },
  ]
  return (
    <section>
      <h2>{text.configuration.tables}</h2>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.configuration.tables}
        columns={columns}
        rows={data}
        keyOf={({ name }) => name}
        isLoading={isLoading}
      />
    </section>
  )
}
