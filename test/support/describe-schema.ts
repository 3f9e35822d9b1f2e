import type { Knex } from 'knex'

/**
 * Describes the schema of a database as sorted text, so that the effect of a migration is a readable diff. For
 * PostgreSQL each column, constraint, index and view is one line; for SQLite the text has the CREATE statements.
 */
export function describeSchema(db: Knex, name: 'SQLite' | 'PostgreSQL'): Promise<string> {
  return name === 'SQLite' ? sqliteSchema(db) : postgresSchema(db)
}

async function sqliteSchema(db: Knex): Promise<string> {
  // Triggers follow from the descriptions of the tables, and are created at each start
  const parts = await db('sqlite_master')
    .whereNotNull('sql')
    .whereNot({ type: 'trigger' })
    .orderBy(['tbl_name', 'type', 'name'])
    .select('sql')
  return parts.map(({ sql }) => `${sql.replace(/,\s+/g, ',\n  ')}\n`).join('\n')
}

async function postgresSchema(db: Knex): Promise<string> {
  const lines = await Promise.all([
    db.raw(`SELECT table_name || '.' || column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END
      || coalesce(' DEFAULT ' || column_default, '') || CASE is_identity WHEN 'YES' THEN ' IDENTITY' ELSE '' END AS line
      FROM information_schema.columns WHERE table_schema = current_schema()`),
    db.raw(`SELECT conrelid::regclass || ' CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) AS line
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0 AND contype <> 'n'`),
    db.raw(`SELECT tablename || ' INDEX ' || indexdef AS line FROM pg_indexes WHERE schemaname = current_schema()`),
    db.raw(`SELECT viewname || ' VIEW ' || regexp_replace(definition, '\\s+', ' ', 'g') AS line
      FROM pg_views WHERE schemaname = current_schema()`),
  ])
  return lines
    .flatMap(({ rows }) => rows.map(({ line }: { line: string }) => `${line}\n`))
    .sort()
    .join('')
}
