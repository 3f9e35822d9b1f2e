import type { Knex } from 'knex'
import type { Database } from './database.js'
import { DatabaseAway } from './database-away.js'
import type { Dialect } from './dialect.js'
import { isConnectionLost, meansAway } from './lost-connection.js'

export interface KnexDatabaseParts {
  readonly dialect: Dialect
  readonly writer: Knex
  /** A pool that only reads; the writer where there is no other. */
  readonly reader: Knex
  /** What closing means; nothing for a Knex that is the host's. */
  readonly close: () => Promise<void>
}

/** After a cut each connection of a pool fails once, and a pool has ten. */
const MOST_TRIES = 11

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

  read<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return onLiveConnection(
      () => work(this.#reader),
      () => true,
    )
  }

  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    const config =
      this.dialect.name === 'postgres' ? ({ isolationLevel: 'repeatable read', readOnly: true } as const) : {}
    return this.#transact(this.#reader, work, config)
  }

  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#transact(this.#writer, async (transaction) => {
      const result = await work(transaction)
      await this.dialect.settle(transaction)
      return result
    })
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** Begins anew on another connection as long as nothing of the work was done. */
  #transact<T>(
    knex: Knex,
    work: (transaction: Knex.Transaction) => Promise<T>,
    config: Knex.TransactionConfig = {},
  ): Promise<T> {
    let hasBegun = false
    const begin = () =>
      knex.transaction((transaction) => {
        hasBegun = true
        return work(transaction)
      }, config)
    return onLiveConnection(begin, () => !hasBegun)
  }
}

/** Tries again while connections turn out to be lost and it may be tried; tells a database that is away from a wrong statement. */
async function onLiveConnection<T>(work: () => Promise<T>, mayTryAgain: () => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (isConnectionLost(error) && mayTryAgain() && tries < MOST_TRIES) continue
      throw meansAway(error) ? new DatabaseAway(error) : error
    }
  }
}
