import type { ConfigurationTable } from '@plinth/kernel'
import { type FileRecord, type NaturalKey, nameIn, RecordProblem } from './file-record.js'
import type { ReadValues, Values } from './record-values.js'
import type { TableTally } from './report.js'

/** A record that has a key, and so a name in an error line. */
export interface Candidate {
  /** Its number among the records of its table in the file, from 1. */
  readonly place: number
  readonly key: NaturalKey
  readonly record: FileRecord
  /** What would be written; the numbers of other rows are put in when they are known. */
  readonly values: Values
  /** What is wrong with it, as far as that is known yet. */
  problem: RecordProblem | undefined
}

const LONGEST_PART = 255
const NONE: Values = {}

/** Those of a table's records that are objects with a key; the others are counted as errors. `before` is how many came before. */
export function candidatesOf(
  table: ConfigurationTable,
  { before, records }: { before: number; records: readonly unknown[] },
  readValues: ReadValues,
  tally: TableTally,
): Candidate[] {
  const candidates: Candidate[] = []
  for (const [index, record] of records.entries()) {
    const place = before + index + 1
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      tally.addError(`record ${place}: is not an object`)
      continue
    }
    const fields = record as FileRecord
    const key = table.key.map((name) => nameIn(fields[name]) ?? '')
    const absent = key.indexOf('')
    if (absent >= 0) tally.addError(`record ${place}: ${absenceOf(table.key[absent] ?? '', fields)}`)
    else candidates.push(candidateOf(place, key, fields, readValues(fields)))
  }
  return candidates
}

function candidateOf(place: number, key: NaturalKey, record: FileRecord, values: Values | RecordProblem): Candidate {
  return values instanceof RecordProblem
    ? { place, key, record, values: NONE, problem: values }
    : { place, key, record, values, problem: undefined }
}

/** What a record is called in an error line. */
export function labelOf({ key }: Candidate): string {
  return key.map((part) => (part.length > LONGEST_PART ? `${part.slice(0, LONGEST_PART)}…` : part)).join(' / ')
}

function absenceOf(name: string, record: FileRecord): string {
  const said = record[name]
  return said === undefined || said === null || nameIn(said) === '' ? `${name} is missing` : `${name} must be a text`
}
