import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { type Candidate, labelOf } from './candidate.js'
import type { FileRecords } from './configuration-file.js'
import { type FileRecord, type NaturalKey, nameIn, RecordProblem } from './file-record.js'
import type { RecordLookups } from './known-records.js'
import { compileValues, type ReadValues, type Values } from './record-values.js'
import type { References } from './references.js'
import type { Refusal } from './report.js'

interface CandidateReaderOptions {
  readonly table: ConfigurationTable
  readonly lookups: RecordLookups
  readonly references: References
  readonly newIdentifier: () => string
}

/** What became of some records without the database. */
export interface ReadRecords {
  readonly candidates: Candidate[]
  readonly refusals: Refusal[]
}

const NOTHING: Values = {}

/** Makes candidates of the records of a table, as far as that goes without the database. */
export class CandidateReader {
  readonly #table: ConfigurationTable
  readonly #lookups: RecordLookups
  readonly #references: References
  readonly #readValues: ReadValues

  constructor({ table, lookups, references, newIdentifier }: CandidateReaderOptions) {
    this.#table = table
    this.#lookups = lookups
    this.#references = references
    this.#readValues = compileValues(table, newIdentifier)
  }

  /** Those records that are objects with a key become candidates. */
  read({ before, records }: FileRecords): ReadRecords {
    const candidates: Candidate[] = []
    const refusals: Refusal[] = []
    for (const [index, record] of records.entries()) {
      const place = before + index + 1
      if (typeof record !== 'object' || record === null || Array.isArray(record)) {
        refusals.push({ place, line: `record ${place}: is not an object` })
        continue
      }
      const fields = record as FileRecord
      const key = this.#table.key.map((name) => nameIn(fields[name]) ?? '')
      const absent = key.indexOf('')
      const name = this.#table.key[absent]
      const label = labelOf(key.slice(0, absent)) || `record ${place}`
      if (name !== undefined) refusals.push({ place, line: `${label}: ${absenceOf(name, fields)}` })
      else candidates.push(this.#candidate(place, key, fields))
    }
    return { candidates, refusals }
  }

  #candidate(place: number, key: NaturalKey, record: FileRecord): Candidate {
    const read = this.#readValues(record)
    const keyText = this.#lookups.keyText(key)
    if (read instanceof RecordProblem) {
      return { place, key, keyText, unique: [], named: [], values: NOTHING, problem: read }
    }
    const unique = this.#lookups.uniqueTexts(record)
    return { place, key, keyText, unique, named: this.#references.namedBy(record), values: read, problem: undefined }
  }
}

function absenceOf(name: string, record: FileRecord): string {
  const said = record[name]
  return said === undefined || said === null || nameIn(said) === '' ? `${name} is missing` : `${name} must be a text`
}
