import type { ImportReport } from '@plinth/client'
import { useState } from 'preact/hooks'
import { type Column, Table } from '../../components/table.js'
import { useLanguage } from '../../language/language-context.js'
import { type LeftOutRecord, leftOutRecords } from './report-rows.js'

const MAX_SHOWN_RECORDS = 500

/** The records of a report that were not imported, with filters by result and text. */
export const LeftOutRecords = ({ report }: { readonly report: ImportReport }) => {
  const { text } = useLanguage()
  const [search, setSearch] = useState('')
  const [result, setResult] = useState('')
  const all = leftOutRecords(report)
  if (all.length === 0) return null
  const searched = search.toLowerCase()
  const found = all
    .filter((record) => result === '' || record.result === result)
    .filter((record) => `${record.table} ${record.text}`.toLowerCase().includes(searched))
  const columns: readonly Column<LeftOutRecord>[] = [
    { name: 'table', title: text.configuration.table, cell: ({ table }) => table },
    { name: 'result', title: text.audit.result, cell: (record) => text.configuration[record.result] },
    { name: 'text', title: text.configuration.record, cell: (record) => <bdi class="wrap">{record.text}</bdi> },
  ]
  const title = text.configuration.leftOut(all.length)
  return (
    <>
      <h3>{title}</h3>
      <div class="filters">
        <input
          type="search"
          aria-label={text.configuration.filterRecords}
          placeholder={text.configuration.filterRecords}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <select
          aria-label={text.audit.result}
          value={result}
          onChange={({ currentTarget }) => setResult(currentTarget.value)}
        >
          <option value="">{text.configuration.skippedAndRefused}</option>
          <option value="refused">{text.configuration.refused}</option>
          <option value="skipped">{text.configuration.skipped}</option>
        </select>
      </div>
      <Table caption={title} columns={columns} rows={found.slice(0, MAX_SHOWN_RECORDS)} keyOf={({ key }) => key} />
      {found.length > MAX_SHOWN_RECORDS && (
        <p class="hint">{text.configuration.moreInReport(found.length - MAX_SHOWN_RECORDS)}</p>
      )}
    </>
  )
}
