import type { TempDatabase } from '@plinth/testing'
import type { Knex } from 'knex'
import { withDatabase } from './with-database.js'

/** Terminates each statement of a dump. Occurs in no statement and no value. */
const END = ';\n\n'

/** Returns the statements that recreate a database with its rows. */
export async function dumpOf(source: TempDatabase, schema: readonly string[]): Promise<string> {
  const tables = schema.flatMap(
    (statement) => statement.match(/^create table (?:if not exists )?[`"]?(\w+)/i)?.[1] ?? [],
  )
  const statements = await withDatabase(source, async (db) => {
    const inserts: string[] = []
    for (const table of tables) inserts.push(...(await insertsOf(db, table)), ...(await sequenceStatements(db, table)))
    return inserts
  })
  return [...schema, ...statements].map((statement) => statement + END).join('')
}

/** Executes a dump on an empty database. */
export async function load(target: TempDatabase, dump: string): Promise<void> {
  await withDatabase(target, async (db) => {
    for (const statement of dump.split(END).filter((text) => text !== ''))
      await db.raw(statement.replaceAll('?', '\\?'))
  })
}

/** Returns the statements that created a SQLite schema. PostgreSQL does not store them. */
export function schemaOfSqlite(database: TempDatabase): Promise<string[]> {
  return withDatabase(database, async (db) => {
    const definitions = db('sqlite_master').whereNotNull('sql').whereNot('name', 'like', 'sqlite_%').orderBy('rowid')
    return (await definitions.pluck('sql')) as string[]
  })
}

/** Returns an array that collects the statements by which a Knex changes the schema from now on. */
export function recordSchemaChanges(knex: Knex): string[] {
  const statements: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => {
    const statement = sql.trim()
    if (/^(create|alter|drop) /i.test(statement)) statements.push(statement)
  })
  return statements
}

async function insertsOf(db: Knex, table: string): Promise<string[]> {
  const rows: Record<string, unknown>[] = await db(table)
  const [first] = rows
  if (!first) throw new Error(`The table ${table} has no rows. Insert one before the dump is recorded.`)
  const columns = Object.keys(first)
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`)
  return [`INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) VALUES\n${values.join(',\n')}`]
}

/** Returns the statements that set PostgreSQL's sequences to the highest id. */
async function sequenceStatements(db: Knex, table: string): Promise<string[]> {
  if (db.client.config.client !== 'pg') return []
  const { rows } = await db.raw(
    `SELECT column_default AS expression FROM information_schema.columns
     WHERE table_name = '${table}' AND column_default LIKE 'nextval%'`,
  )
  return rows.map(
    ({ expression }: { expression: string }) =>
      `SELECT setval(${expression.slice('nextval('.length, -1)}, (SELECT max(id) FROM ${table}))`,
  )
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
