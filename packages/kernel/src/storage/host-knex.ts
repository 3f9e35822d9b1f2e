import type { Knex } from 'knex'

/** By the names that Knex has for them. */
const DRIVERS: readonly unknown[] = ['pg', 'sqlite3']

/** Why a host's own Knex cannot be used, as the end of a sentence about it; `undefined` when it can. */
export function problemOfHostKnex({ client }: Knex): string | undefined {
  const { driverName, config = {} } = client
  if (!DRIVERS.includes(driverName)) return `must use pg or sqlite3, and uses ${driverName}.`
  const mapper = ['postProcessResponse', 'wrapIdentifier'].find((name) => config[name] !== undefined)
  if (mapper === undefined) return undefined
  return `must have no ${mapper}, which changes the names of columns. Give one without it, or databaseUrl.`
}
