import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { FileStore, StoredFile } from '../files/file-store.js'
import { readAhead } from '../read-ahead.js'
import { type KeyedRecord, keyDigestOf } from '../records/keyed-record.js'
import { RecordFinders } from '../records/record-finders.js'
import { RecordQuery } from '../records/record-query.js'
import { keyIn, type PlainRecord } from '../records/record-shape.js'
import type { TableState } from '../snapshots/table-state.js'
import type { TransferTables } from '../tables/transfer-tables.js'

const RECORDS_PER_PAGE = 500

/** Where records come from: a state of the configuration, or an uploaded file. */
export interface RecordSource {
  /** Whether it has the table, even an empty one. */
  has(table: ConfigurationTable): boolean
  /** Yields the records of a table, page by page. */
  pages(transaction: Knex.Transaction, table: ConfigurationTable): AsyncGenerator<readonly KeyedRecord[]>
}

/** A source in which records can be found by their keys. */
export interface SearchableSource extends RecordSource {
  /** Returns the records with these keys, by the digest of the key. */
  withKeys(
    transaction: Knex.Transaction,
    table: ConfigurationTable,
    keyDigests: readonly string[],
  ): Promise<ReadonlyMap<string, PlainRecord | null>>
}

export function isSearchable(source: RecordSource): source is SearchableSource {
  return 'withKeys' in source
}

/** The present configuration, or that of a snapshot. */
export class StateSource implements RecordSource {
  readonly #tables: TransferTables
  readonly #dialect: Dialect
  readonly #state: TableState

  constructor({ tables, dialect, state }: { tables: TransferTables; dialect: Dialect; state: TableState }) {
    this.#tables = tables
    this.#dialect = dialect
    this.#state = state
  }

  has({ table }: ConfigurationTable): boolean {
    return this.#state.has(table)
  }

  async *pages(transaction: Knex.Transaction, table: ConfigurationTable): AsyncGenerator<readonly KeyedRecord[]> {
    const finders = new RecordFinders(table, this.#tables, this.#dialect)
    const query = new RecordQuery(table, this.#tables, this.#dialect, { form: 'plain', state: this.#state })
    for await (const rows of readAhead(query.rowPages(transaction, RECORDS_PER_PAGE))) {
      const records: PlainRecord[] = rows.map(({ text }) => JSON.parse(text))
      yield records.map((record) => ({ record, keyDigest: keyDigestOf(finders.keyText(keyIn(record, table.key))) }))
    }
  }
}

/** An uploaded file. */
export class FileSource implements SearchableSource {
  readonly #store: FileStore
  readonly #file: StoredFile

  constructor(store: FileStore, file: StoredFile) {
    this.#store = store
    this.#file = file
  }

  has({ name }: ConfigurationTable): boolean {
    return Object.hasOwn(this.#file.tables, name)
  }

  async *pages(transaction: Knex.Transaction, { name }: ConfigurationTable): AsyncGenerator<readonly KeyedRecord[]> {
    for (let after = 0; ; ) {
      const records = await this.#store.records(transaction, this.#file, {
        table: name,
        after,
        limit: RECORDS_PER_PAGE,
      })
      yield records
      if (records.length < RECORDS_PER_PAGE) return
      after = records.at(-1)?.position ?? 0
    }
  }

  withKeys(
    transaction: Knex.Transaction,
    { name }: ConfigurationTable,
    keyDigests: readonly string[],
  ): Promise<ReadonlyMap<string, PlainRecord | null>> {
    return this.#store.recordsWithKeys(transaction, this.#file, name, keyDigests)
  }
}
