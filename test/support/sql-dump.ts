import type { TempDatabase, TestDatabase } from '@plinth/testing'
import type { Knex } from 'knex'
import { within } from './within-database.js'

/** Separator that occurs in no statement and no value of a dump. */
const END = ';\n\n'

/** Statements that recreate a database with its rows. */
export async function dumpOf(place: TempDatabase, schema: readonly string[]): Promise<string> {
  const tables = schema.flatMap(
    (statement) => statement.match(/^create table (?:if not exists )?[`"]?(\w+)/i)?.[1] ?? [],
  )
  const statements = await within(place, async (db) => {
    const rows: string[] = []
    for (const table of tables) rows.push(...(await rowsOf(db, table)), ...(await numbering(db, table)))
    return rows
  })
  return [...schema, ...statements].map((statement) => statement + END).join('')
}

/** Executes a dump on an empty database. */
export async function load(place: TempDatabase, dump: string): Promise<void> {
  await within(place, async (db) => {
    for (const statement of dump.split(END).filter((text) => text !== ''))
      await db.raw(statement.replaceAll('?', '\\?'))
  })
}

/** The statements that created the schema of SQLite. PostgreSQL does not keep them. */
export function schemaOfSqlite(place: TempDatabase): Promise<string[]> {
  return within(place, async (db) => {
    const parts = db('sqlite_master').whereNotNull('sql').whereNot('name', 'like', 'sqlite_%').orderBy('rowid')
    return (await parts.pluck('sql')) as string[]
  })
}

/** Collects the statements with which a Knex creates the schema. */
export function listenForSchema(knex: Knex): string[] {
  const statements: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => {
    const statement = sql.trim()
    if (/^(create|alter|drop) /i.test(statement)) statements.push(statement)
  })
  return statements
}

export const fileNameOf = ({ name }: TestDatabase) => `first-release.${name.toLowerCase()}`

async function rowsOf(db: Knex, table: string): Promise<string[]> {
  const rows: Record<string, unknown>[] = await db(table)
  const [first] = rows
  if (!first) throw new Error(`The table ${table} has no rows. Let the recorder fill it.`)
  const columns = Object.keys(first)
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`)
  return [`INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) VALUES\n${values.join(',\n')}`]
}

/** Statements that set PostgreSQL's sequences to the last number. */
async function numbering(db: Knex, table: string): Promise<string[]> {
  if (db.client.config.client !== 'pg') return []
  const { rows } = await db.raw(
    `SELECT column_default AS ours FROM information_schema.columns
     WHERE table_name = '${table}' AND column_default LIKE 'nextval%'`,
  )
  return rows.map(
    ({ ours }: { ours: string }) =>
      `SELECT setval(${ours.slice('nextval('.length, -1)}, (SELECT max(id) FROM ${table}))`,
  )
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
