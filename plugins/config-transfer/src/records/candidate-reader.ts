import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { SourceRecords } from '../document/configuration-file.js'
import { type Candidate, labelOf, type Refusal } from './candidate.js'
import { type FileRecord, type NaturalKey, nameOfReference, RecordProblem } from './file-record.js'
import type { RecordFinders } from './record-finders.js'
import type { PlainRecord } from './record-shape.js'
import { type IsStored, type ReadValues, type Values, valuesReader } from './record-values.js'
import type { References } from './references.js'

interface CandidateReaderOptions {
  readonly table: ConfigurationTable
  readonly finders: RecordFinders
  readonly references: References
  readonly newIdentifier: () => string
}

/** Records that have been read and checked without the database. */
export interface CheckedRecords {
  readonly candidates: Candidate[]
  readonly refusals: Refusal[]
}

const NO_VALUES: Values = {}

/** Turns the records of a table into candidates. Does not use the database. */
export class CandidateReader {
  readonly #table: ConfigurationTable
  readonly #finders: RecordFinders
  readonly #references: References
  readonly #readValues: ReadValues

  constructor({ table, finders, references, newIdentifier }: CandidateReaderOptions) {
    this.#table = table
    this.#finders = finders
    this.#references = references
    this.#readValues = valuesReader(table, newIdentifier)
  }

  /**
   * Returns a candidate for each object with a key, and a refusal for each other record. To read a single record that
   * exists already, pass it as `present`: an integer that stays the same may be as large as its column allows.
   */
  read({ precedingCount, records, areStored = false }: SourceRecords, present: PlainRecord = {}): CheckedRecords {
    const isStored: IsStored = (name, value) => areStored || present[name] === value
    const candidates: Candidate[] = []
    const refusals: Refusal[] = []
    for (const [index, record] of records.entries()) {
      const position = precedingCount + index + 1
      if (typeof record !== 'object' || record === null || Array.isArray(record)) {
        refusals.push({ position, line: `record ${position}: is not an object` })
        continue
      }
      const fields = record as FileRecord
      const key = this.#table.key.map((name) => nameOfReference(fields[name]) ?? '')
      const missingField = this.#table.key.find((_, part) => key[part] === '')
      if (missingField === undefined) {
        candidates.push(this.#candidate(position, key, fields, isStored))
        continue
      }
      const label = labelOf(key.slice(0, key.indexOf(''))) || `record ${position}`
      refusals.push({ position, line: `${label}: ${keyProblemOf(missingField, fields)}` })
    }
    return { candidates, refusals }
  }

  #candidate(position: number, key: NaturalKey, record: FileRecord, isStored: IsStored): Candidate {
    const values = this.#readValues(record, isStored)
    const keyText = this.#finders.keyText(key)
    if (values instanceof RecordProblem) {
      return { position, key, keyText, uniqueValues: [], targets: [], values: NO_VALUES, problem: values }
    }
    const uniqueValues = this.#finders.uniqueValues(record)
    return {
      position,
      key,
      keyText,
      uniqueValues,
      targets: this.#references.targetsOf(record),
      values,
      problem: undefined,
    }
  }
}

function keyProblemOf(name: string, record: FileRecord): string {
  const value = record[name]
  const isMissing = value === undefined || value === null || nameOfReference(value) === ''
  return isMissing ? `${name} is missing` : `${name} must be a string`
}
