import type { Knex } from 'knex'
import { missingInternal } from './knex-internals.js'

/** Supported drivers, as named by Knex. */
const DRIVERS: readonly unknown[] = ['pg', 'sqlite3']

/** Returns why a host's own Knex cannot be used, as a sentence without its subject (`must use …`), or `undefined`. */
export function hostKnexProblem(knex: Knex): string | undefined {
  const { driverName, config = {} } = knex.client
  if (!DRIVERS.includes(driverName)) return `must use pg or sqlite3, but uses ${driverName}.`
  const mapper = ['postProcessResponse', 'wrapIdentifier'].find((name) => config[name] !== undefined)
  if (mapper !== undefined)
    return `must have no ${mapper}, which changes the names of columns. Pass a Knex without it, or set databaseUrl instead.`
  if (knex.isTransaction) return 'must not be a transaction. Pass the Knex from which it was started.'
  const missing = missingInternal(knex)
  return missing && `must be a Knex of version 3, but has no ${missing}.`
}
