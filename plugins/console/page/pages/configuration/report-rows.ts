import type { ImportReport } from '@plinth/client'

/** Maximum number of refused, and of skipped, records of a table that a report lists. Its `summary` counts all. */
export const MAX_LISTED_RECORDS = 1_000

/** Numbers of records of one table, by result. */
export interface TableCounts {
  readonly table: string
  readonly imported: number
  readonly skipped: number
  /** Number of listed records. If it is `MAX_LISTED_RECORDS`, there may be more. */
  readonly refused: number
}

/** A record that was not imported. */
export interface LeftOutRecord {
  readonly key: string
  readonly table: string
  readonly result: 'refused' | 'skipped'
  /** The name of the record, and the reason if it was refused. */
  readonly text: string
}

/** Returns the counts of each table of a report. */
export function tableCounts({ results: { imported, skipped, errors } }: ImportReport): TableCounts[] {
  const tables = new Set([imported, skipped, errors].flatMap((counts) => Object.keys(counts)))
  return [...tables].map((table) => ({
    table,
    imported: imported[table] ?? 0,
    skipped: skipped[table] ?? 0,
    refused: errors[table]?.length ?? 0,
  }))
}

/** Returns the records of a report that were not imported: first those refused, then those that exist already. */
export function leftOutRecords({ results: { errors }, skipped_records: skipped = {} }: ImportReport): LeftOutRecord[] {
  return [...recordsOf('refused', errors), ...recordsOf('skipped', skipped)]
}

function recordsOf(result: LeftOutRecord['result'], lines: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(lines).flatMap(([table, texts]) =>
    texts.map((text, index) => ({ key: `${result}:${table}:${index}`, table, result, text })),
  )
}
