import { sharePostgres, stopPostgres } from '@plinth/testing'
import { PgBouncer } from './pgbouncer.js'

let bouncer: PgBouncer | undefined

/**
 * Mocha's root-level fixtures for test files in other processes: they reach the server through a PgBouncer in
 * transaction mode, with two connections to each database.
 */
export async function mochaGlobalSetup(): Promise<void> {
  await sharePostgres()
  const { PLINTH_TEST_POSTGRES = '' } = process.env
  bouncer = await PgBouncer.start(new URL(PLINTH_TEST_POSTGRES), [
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 1000',
  ])
  process.env.PLINTH_TEST_POSTGRES = bouncer.url.href
}

export async function mochaGlobalTeardown(): Promise<void> {
  await bouncer?.stop()
  await stopPostgres()
}
