import type { Knex } from 'knex'
import { OpenTransaction } from './open-transaction.js'
import type { PoolClient } from './pooled-connection.js'

/** Runs work in a transaction on a connection of a Knex: committed when it resolves, rolled back when it throws. */
export async function transact<T>(
  knex: Knex,
  begin: string,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  const client: PoolClient = knex.client
  const connection = await client.acquireConnection()
  try {
    await client.query(connection, begin)
    const transaction = new OpenTransaction(knex, connection)
    try {
      const result = await work(transaction)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollBack()
      throw error
    }
  } finally {
    await client.releaseConnection(connection)
  }
}
