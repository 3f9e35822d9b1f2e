import type { ConfigurationTable } from '@plinth/kernel'
import { type FileRecord, type NaturalKey, nameIn } from './file-record.js'
import type { TableTally } from './report.js'

/** A record that has a key, and so a name in an error line. */
export interface Candidate {
  readonly label: string
  readonly key: NaturalKey
  readonly record: FileRecord
}

const LONGEST_PART = 255

/** Those of a table's records that are objects with a key; the others are counted as errors. `start` is the first one's place. */
export function candidatesOf(
  table: ConfigurationTable,
  records: readonly unknown[],
  start: number,
  tally: TableTally,
): Candidate[] {
  const candidates: Candidate[] = []
  for (const [index, record] of records.entries()) {
    const place = `record ${start + index + 1}`
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      tally.addError(`${place}: is not an object`)
      continue
    }
    const fields = record as FileRecord
    const key = table.key.map((name) => nameIn(fields[name]) ?? '')
    const absent = key.indexOf('')
    if (absent >= 0) tally.addError(`${place}: ${absenceOf(table.key[absent] ?? '', fields)}`)
    else candidates.push({ label: labelOf(key), key, record: fields })
  }
  return candidates
}

function absenceOf(name: string, record: FileRecord): string {
  const said = record[name]
  return said === undefined || said === null || nameIn(said) === '' ? `${name} is missing` : `${name} must be a text`
}

function labelOf(key: NaturalKey): string {
  return key.map((part) => (part.length > LONGEST_PART ? `${part.slice(0, LONGEST_PART)}…` : part)).join(' / ')
}
