import type { Knex } from 'knex'
import type { Database } from './database.js'
import type { Dialect } from './dialect.js'
import { isConnectionLost } from './lost-connection.js'

export interface KnexDatabaseParts {
  readonly dialect: Dialect
  readonly writer: Knex
  /** A pool that only reads; the writer where there is no other. */
  readonly reader: Knex
  /** What closing means; nothing for a Knex that is the host's. */
  readonly close: () => Promise<void>
}

/** The `Database` over Knex. */
export class KnexDatabase implements Database {
  readonly dialect: Dialect
  readonly #writer: Knex
  readonly #reader: Knex
  readonly #close: () => Promise<void>

  constructor({ dialect, writer, reader, close }: KnexDatabaseParts) {
    this.dialect = dialect
    this.#writer = writer
    this.#reader = reader
    this.#close = close
  }

  async read<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    try {
      return await work(this.#reader)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      return await work(this.#reader)
    }
  }

  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    const config =
      this.dialect.name === 'postgres' ? ({ isolationLevel: 'repeatable read', readOnly: true } as const) : {}
    return this.#reader.transaction(work, config)
  }

  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#writer.transaction(work)
  }

  close(): Promise<void> {
    return this.#close()
  }
}
