import type { Database } from '../database.js'

/** What a server lets the user of a database URL do, before anything is tried. */
export interface ServerRights {
  /** It follows another one, and writes nothing. */
  readonly isStandby: boolean
  /** New transactions may only read, by a setting of the server, the database, the user or the URL. */
  readonly isReadOnly: boolean
  /** Tables can be made in the schema that comes first. */
  readonly mayCreate: boolean
}

/**
 * Asks a server; `undefined` where the database is a file. A session that only reads by its own wish does not count as
 * read-only.
 */
export async function serverRights(database: Database): Promise<ServerRights | undefined> {
  if (!database.dialect.isShared) return undefined
  const { rows } = await database.read((knex) =>
    knex.raw(
      `SELECT pg_is_in_recovery() AS "isStandby",
         (SELECT reset_val FROM pg_settings WHERE name = 'default_transaction_read_only') = 'on' AS "isReadOnly",
         coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate"`,
    ),
  )
  return rows[0]
}
