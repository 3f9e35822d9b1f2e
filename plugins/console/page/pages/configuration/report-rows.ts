import type { ImportReport } from '@plinth/client'

/** Numbers of records of one table, by result. */
export interface TableCounts {
  readonly table: string
  readonly imported: number
  readonly skipped: number
  readonly errors: number
}

/** A record that could not be imported. */
export interface FailedRecord {
  readonly key: string
  readonly table: string
  readonly reason: string
}

/** Returns the counts of each table of a report. */
export function tableCounts({ results: { imported, skipped, errors } }: ImportReport): TableCounts[] {
  const tables = new Set([imported, skipped, errors].flatMap((counts) => Object.keys(counts)))
  return [...tables].map((table) => ({
    table,
    imported: imported[table] ?? 0,
    skipped: skipped[table] ?? 0,
    errors: errors[table]?.length ?? 0,
  }))
}

/** Returns the records of a report that could not be imported, with their reasons. */
export function failedRecords({ results: { errors } }: ImportReport): FailedRecord[] {
  return Object.entries(errors).flatMap(([table, reasons]) =>
    reasons.map((reason, index) => ({ key: `${table}:${index}`, table, reason })),
  )
}
