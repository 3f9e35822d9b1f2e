import type { Database } from './database.js'
import { type MigrationSource, migrate } from './migrations.js'

/**
 * Returns the names of the tables that the migrations of a program create and that a database does not have, although
 * it was migrated: somebody has dropped them. Read-only.
 */
export async function missingTables(database: Database, sources: readonly MigrationSource[]): Promise<string[]> {
  const names = await createdTables(sources)
  const stored = await database.read((knex) => database.dialect.storedTables(knex, names))
  return names.filter((name) => !stored.has(name))
}

/** Returns the names of the tables that migrations create. They are the same on all databases. */
async function createdTables(sources: readonly MigrationSource[]): Promise<string[]> {
  const { openSqlite } = await import('./sqlite/open-sqlite.js') // loads Knex
  const empty = await openSqlite(':memory:')
  try {
    await migrate(empty, sources)
    return await empty.read((knex) =>
      knex('sqlite_master').where({ type: 'table' }).whereRaw("name NOT GLOB 'sqlite_*'").orderBy('name').pluck('name'),
    )
  } finally {
    await empty.close()
  }
}
