import type { ImportReport } from '@plinth/client'
import { Button } from '../../components/button.js'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { download } from '../../shell/download.js'
import { LeftOutRecords } from './left-out-records.js'
import { NewUsers, UsersToAdd } from './new-users.js'
import { MAX_LISTED_RECORDS, type TableCounts, tableCounts } from './report-rows.js'

interface ReportViewProps {
  readonly report: ImportReport
  /** The name of the imported file. */
  readonly name: string
  readonly isDryRun: boolean
}

/** The report of an import: counts by table, and each record that was not imported. */
export const ReportView = ({ report, name, isDryRun }: ReportViewProps) => {
  const { text, number } = useLanguage()
  const { imported, skipped, errors } = report.summary
  const columns: readonly Column<TableCounts>[] = [
    { name: 'table', title: text.configuration.table, cell: ({ table }) => table },
    { name: 'imported', title: text.configuration.imported, isNumber: true, cell: (row) => number(row.imported) },
    { name: 'skipped', title: text.configuration.skipped, isNumber: true, cell: (row) => number(row.skipped) },
    {
      name: 'refused',
      title: text.configuration.refused,
      isNumber: true,
      cell: ({ refused }) => (refused < MAX_LISTED_RECORDS ? number(refused) : `≥ ${number(refused)}`),
    },
  ]
  return (
    <div class="report">
      <p class="summary">
        {text.configuration.summary(number(imported), number(skipped), number(errors))}{' '}
        <Button
          onClick={() =>
            download(
              new Blob([JSON.stringify(report, null, 2)]),
              `report-${name.replace(/\.json$/, '') || 'import'}.json`,
            )
          }
        >
          {text.configuration.downloadReport}
        </Button>
      </p>
      <NewUsers report={report} />
      {isDryRun && <UsersToAdd count={report.results.imported.Users} />}
      <Table
        caption={text.configuration.byTable}
        columns={columns}
        rows={tableCounts(report).filter(({ imported, skipped, refused }) => imported + skipped + refused > 0)}
        keyOf={({ table }) => table}
      />
      <LeftOutRecords report={report} />
    </div>
  )
}
