import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { IdSet } from '../compact-sets.js'
import type { UnparsedRecords } from '../document/configuration-file.js'
import { RecordQuery } from '../records/record-query.js'
import type { RowId } from '../row-id.js'
import type { TransferTables } from '../tables/transfer-tables.js'

/** Maximum number of batches in a row that are not recognized: then the file is not an export of this table. */
const MAX_MISSES = 3

/**
 * Recognizes unchanged records of an exported file without parsing them: their text is what an export would write next.
 */
export class UnchangedRecords {
  readonly #query: RecordQuery
  /** The rows that belong to records so far. */
  readonly #rows = new IdSet()
  #last: RowId = 0
  #misses = 0

  constructor(table: ConfigurationTable, tables: TransferTables, dialect: Dialect) {
    this.#query = new RecordQuery(table, tables, dialect)
  }

  /** Returns the rows of the records if all are unchanged, and no earlier record of the file has one of these rows. */
  async find(transaction: Knex.Transaction, { count, text }: UnparsedRecords): Promise<readonly RowId[] | undefined> {
    if (this.#misses >= MAX_MISSES) return undefined
    const { ids, text: exported } = await this.#query.records(transaction, { after: this.#last, limit: count })
    const isSame =
      exported !== '' && Buffer.from(exported).equals(trimmed(text)) && !ids.some((id) => this.#rows.has(id))
    if (!isSame) {
      this.#misses += 1
      return undefined
    }
    this.#misses = 0
    this.continueAfter(ids)
    return ids
  }

  /** Notes rows that belong to records of the file, and continues after them. */
  continueAfter(ids: readonly RowId[]): void {
    for (const id of ids) this.#rows.add(id)
    this.#last = ids.at(-1) ?? this.#last
  }
}

/** Returns JSON without the white space around it. */
function trimmed(text: Buffer): Buffer {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  return text.subarray(start, end)
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
