import type { Dialect } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { labelOf } from '../import/candidate.js'
import { CandidateReader } from '../import/candidate-reader.js'
import type { SourceRecords } from '../import/configuration-file.js'
import { type NamedProblem, namedProblemIn } from '../import/named-problem.js'
import { RecordFinders } from '../import/record-finders.js'
import { References } from '../import/references.js'
import { RecordShape } from '../record-shape.js'
import type { TransferTables } from '../transfer-tables.js'
import { type KeyedRecord, keyDigestOf } from './keyed-record.js'

/** Stands for the identifier of a record that has none. It is not stored. */
const PLACEHOLDER = 'none'

/** Some records of a table that have been read, each with its position. */
export interface PlainRecordBatch {
  readonly records: readonly (KeyedRecord & { readonly position: number; readonly name: string })[]
  readonly problems: readonly NamedProblem[]
}

/** Parses the records of an uploaded file, with only the fields that each has. Does not query the database. */
export class PlainRecordReader {
  readonly #reader: CandidateReader
  readonly #shape: RecordShape

  constructor(table: ConfigurationTable, tables: TransferTables, dialect: Dialect) {
    const finders = new RecordFinders(table, tables, dialect)
    const references = new References(table, tables, dialect)
    this.#reader = new CandidateReader({ table, finders, references, newIdentifier: () => PLACEHOLDER })
    this.#shape = new RecordShape(table, tables)
  }

  read(batch: SourceRecords): PlainRecordBatch {
    const { candidates, refusals } = this.#reader.read(batch)
    return {
      records: candidates.map((candidate) => ({
        position: candidate.position,
        name: labelOf(candidate.key),
        keyDigest: keyDigestOf(candidate.keyText),
        record: candidate.problem ? null : this.#shape.partial(candidate, rawOf(batch, candidate.position)),
      })),
      problems: [
        ...refusals.map(({ line: message }) => namedProblemIn(message)),
        ...candidates.flatMap(({ key, problem }) => (problem ? { name: labelOf(key), reason: problem.reason } : [])),
      ],
    }
  }
}

function rawOf({ precedingCount, records }: SourceRecords, position: number): Readonly<Record<string, unknown>> {
  return records[position - precedingCount - 1] as Readonly<Record<string, unknown>>
}
