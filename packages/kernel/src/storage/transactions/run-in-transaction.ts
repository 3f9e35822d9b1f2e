import type { Knex } from 'knex'
import type { WriteOptions } from '../database.js'
import { dispose } from '../knex-internals.js'
import { OpenTransaction } from './open-transaction.js'
import type { TransactionClient } from './pooled-connection.js'

/** Options of a transaction. */
export interface TransactionOptions extends WriteOptions {
  /** Statement that begins the transaction. */
  readonly begin: string
  /** Statements to execute on the connection before the transaction begins and after it has ended. */
  readonly around?: { readonly before: string; readonly after: string } | undefined
}

/**
 * Runs `work` in a transaction on a connection of a Knex instance. Commits when `work` resolves, and rolls back when it
 * throws.
 */
export async function runInTransaction<T>(
  knex: Knex,
  { begin, around, mayTakeLong = false }: TransactionOptions,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  const client: TransactionClient = knex.client
  const connection = await client.acquireConnection()
  try {
    connection.mayTakeLong = mayTakeLong
    const transaction = new OpenTransaction(knex, connection)
    if (around) await client.query(connection, around.before)
    try {
      // A setting sent with BEGIN may fail after it, so this failure is rolled back too
      await (client.begin ? client.begin(connection, begin) : client.query(connection, begin))
      const result = await work(transaction)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollBack()
      throw error
    } finally {
      if (around) await client.query(connection, around.after).catch((error) => dispose(connection, error))
    }
  } finally {
    await client.releaseConnection(connection)
  }
}
