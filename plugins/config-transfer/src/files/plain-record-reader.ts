import type { Dialect } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { SourceRecords } from '../document/configuration-file.js'
import { labelOf } from '../records/candidate.js'
import { CandidateReader } from '../records/candidate-reader.js'
import { type KeyedRecord, keyDigestOf } from '../records/keyed-record.js'
import { type NamedProblem, namedProblemIn } from '../records/named-problem.js'
import { RecordFinders } from '../records/record-finders.js'
import { RecordShape } from '../records/record-shape.js'
import { References } from '../records/references.js'
import type { TransferTables } from '../tables/transfer-tables.js'

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
