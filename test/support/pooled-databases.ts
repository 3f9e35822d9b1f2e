import { sharePostgres, stopPostgres } from '@plinth/testing'
import { PgBouncer } from './pgbouncer.js'

let bouncer: PgBouncer | undefined

/**
 * Mocha's global fixtures. They start a PgBouncer in transaction mode in front of the server, with two connections to
 * each database, and put its address in `PLINTH_TEST_POSTGRES`, so that all test files connect through it.
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
