import type { ImportReport } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Notice } from '../../components/notice.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { download } from '../../shell/download.js'
import { type FailedRecord, failedRecords, type TableCounts, tableCounts } from './report-rows.js'

const MAX_SHOWN_RECORDS = 500

interface ReportViewProps {
  readonly report: ImportReport
  readonly name: string
}

/** The report of an import: counts by table, and each record that failed with its reason. */
export const ReportView = ({ report, name }: ReportViewProps) => {
  const { text, number } = useLanguage()
  const [search, setSearch] = useState('')
  const { imported, skipped, errors } = report.summary
  const all = failedRecords(report)
  const words = search.toLowerCase()
  const found = all.filter(({ table, reason }) => `${table} ${reason}`.toLowerCase().includes(words))
  const count = (name: keyof Omit<TableCounts, 'table'>, title: string): Column<TableCounts> => ({
    name,
    title,
    isNumber: true,
    cell: (row) => number(row[name]),
  })
  const columns: readonly Column<TableCounts>[] = [
    { name: 'table', title: text.configuration.table, cell: ({ table }) => table },
    count('imported', text.configuration.imported),
    count('skipped', text.configuration.skipped),
    count('errors', text.configuration.refused),
  ]
  const failedColumns: readonly Column<FailedRecord>[] = [
    { name: 'table', title: text.configuration.table, cell: ({ table }) => table },
    { name: 'reason', title: text.configuration.reason, cell: ({ reason }) => <bdi class="wrap">{reason}</bdi> },
  ]
  return (
    <div class="report">
      <p class="summary">
        {text.configuration.summary(number(imported), number(skipped), number(errors))}{' '}
        <Button
          onClick={() => download(new Blob([JSON.stringify(report, null, 2)]), `report-${name || 'import'}.json`)}
        >
          {text.configuration.downloadReport}
        </Button>
      </p>
      {report.default_password && (
        <Notice kind="warning">
          <p>{text.configuration.defaultPassword}</p>
          <code class="secret">{report.default_password}</code> <CopyButton value={report.default_password} />
        </Notice>
      )}
      {report.cannot_log_in ? (
        <Notice kind="warning">{text.configuration.cannotLogIn(report.cannot_log_in)}</Notice>
      ) : null}
      <Table
        caption={text.configuration.byTable}
        columns={columns}
        rows={tableCounts(report)}
        keyOf={({ table }) => table}
      />
      {all.length > 0 && (
        <>
          <h3>{text.configuration.refusedRecords(all.length)}</h3>
          <div class="filters">
            <input
              type="search"
              aria-label={text.configuration.filterRecords}
              placeholder={text.configuration.filterRecords}
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </div>
          <Table
            caption={text.configuration.refusedRecords(all.length)}
            columns={failedColumns}
            rows={found.slice(0, MAX_SHOWN_RECORDS)}
            keyOf={({ key }) => key}
          />
          {found.length > MAX_SHOWN_RECORDS && (
            <p class="hint">{text.configuration.moreInReport(found.length - MAX_SHOWN_RECORDS)}</p>
          )}
        </>
      )}
    </div>
  )
}
