import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { withoutSecrets } from '../../../errors/without-secrets.js'
import type { Database } from '../../database.js'
import { DatabaseUnavailable } from '../../database-unavailable.js'
import { NOT_ALLOWED } from '../../transactions/driver-errors.js'
import { tryToLock } from '../postgres-dialect.js'
import { NOT_POSTGRES, notPostgres } from './not-postgres.js'

/** Thrown to roll back. */
const ROLLBACK = new Error('trial transaction')

/**
 * Verifies by trial that a server has what Plinth relies on: other programs speak PostgreSQL's protocol without it.
 * Throws an error with the code `NOT_POSTGRES` if a statement is refused, a free advisory lock cannot be acquired or
 * excludes nobody, transactions have another isolation level than requested, or a rollback leaves tables behind.
 *
 * Whether a lock excludes others is tried only with `hasTwoConnections`, because that needs a second connection while
 * the first one is held. A host's pool may have only one; and behind a pooler, replicas that start together could each
 * hold the connection that another one waits for.
 */
export async function verifyEngine(
  database: Database,
  { hasTwoConnections }: { readonly hasTwoConnections: boolean },
): Promise<void> {
  const name = `plinth_trial_${randomBytes(8).toString('hex')}`
  const tryOut = async (transaction: Knex.Transaction) => {
    const lock = (knex: Knex) => tryToLock(knex, name)
    if (!(await lock(transaction))) throw notPostgres('a free advisory lock cannot be acquired')
    if (hasTwoConnections && (await database.read(lock)))
      throw notPostgres('two sessions can hold the same advisory lock')
    const { rows } = await transaction.raw(`SELECT current_setting('transaction_isolation') AS isolation`)
    if (rows[0].isolation !== 'read committed')
      throw notPostgres(`its transactions are ${rows[0].isolation} instead of read committed`)
    await transaction.schema.createTable(name, (table) => table.integer('number'))
    throw ROLLBACK
  }
  await database.write(tryOut).catch(rethrowUnexpected)
  if (!(await database.read((knex) => knex.schema.hasTable(name)))) return
  await database.write((transaction) => transaction.schema.dropTable(name))
  throw notPostgres('a table remains when the transaction that created it is rolled back')
}

/** Ignores expected errors. Rethrows all others: the error of a statement as a difference from PostgreSQL. */
function rethrowUnexpected(error: unknown): void {
  // If this user may not create tables and some are missing, the migrations report that
  if (error === ROLLBACK || NOT_ALLOWED.includes(codeOf(error))) return
  if (error instanceof DatabaseUnavailable || codeOf(error) === NOT_POSTGRES) throw error
  throw notPostgres(`it refuses a statement (${codeOf(error)})`)
}

function codeOf(error: unknown): string {
  return withoutSecrets(error).code ?? 'no code'
}
