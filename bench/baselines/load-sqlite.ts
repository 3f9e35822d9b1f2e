import { readFile } from 'node:fs/promises'
import { readAhead } from './read-ahead.js'
import { recordPages } from './record-pages.js'
import { SqliteConnection, type SqliteStatement } from './sqlite-connection.js'
import { PLAIN_COLUMNS, TAG_COLUMNS } from './tag-columns.js'
import { createRowMapper, type Tag } from './tag-row.js'

type LoadMethod = (connection: SqliteConnection, path: string) => Promise<void>

/**
 * Statements that fill the tables that tags refer to, which are too small to affect the measurement. `?` is a JSON
 * array of records.
 */
const LOOKUP_INSERTS: Readonly<Record<string, string>> = {
  Manufacturer: `INSERT INTO plinth_manufacturers (name) SELECT value->>'name' FROM json_each(?)`,
  Segment: `INSERT INTO plinth_segments (name, manufacturer_id) SELECT value->>'name', m.id
    FROM json_each(?) JOIN plinth_manufacturers m ON m.name = value->'manufacturer'->>'name'`,
  Variables: `INSERT INTO plinth_variables (name) SELECT value->>'name' FROM json_each(?)`,
  Units: `INSERT INTO plinth_units (name, variable_id, unit) SELECT value->>'name', v.id, value->>'unit'
    FROM json_each(?) JOIN plinth_variables v ON v.name = value->>'variable'`,
  DataTypes: `INSERT INTO plinth_data_types (name) SELECT value->>'name' FROM json_each(?)`,
}

/** Ways to load a configuration file into the tables, by name; each in one transaction. */
export const sqliteLoads: Readonly<Record<string, LoadMethod>> = {
  'json_each, 500 records per page': fromPages('json_each(?)', 500),
  'jsonb_each, 500 records per page': fromPages('jsonb_each(?)', 500),
  'jsonb_each, 2000 records per page': fromPages('jsonb_each(?)', 2_000),
  'jsonb_each, 10000 records per page': fromPages('jsonb_each(?)', 10_000),
  'jsonb_each, 2000 records per page, as bytes': fromPages('jsonb_each(CAST(? AS TEXT))', 2_000, (array) => array),
  'jsonb_each, 500 records per page, as arrays': fromArrays('jsonb_each(?)', 500),
  'json_each, 500 records per page, as arrays': fromArrays('json_each(?)', 500),
  'jsonb_each of the whole file': (connection, path) => inOneTransaction(connection, () => loadWhole(connection, path)),
  'VALUES, 50 rows per statement': fromValues(50),
  'VALUES, 500 rows per statement': fromValues(500),
  'VALUES, 1400 rows per statement': fromValues(1_400),
}

/** Opens the database, and loads a configuration file with this method. Returns the time in seconds. */
export async function loadSqlite(method: string, databasePath: string, filePath: string): Promise<number> {
  const load = sqliteLoads[method]
  if (!load) throw new Error(`no such method: ${method}`)
  const connection = await SqliteConnection.open(databasePath)
  const start = performance.now()
  await load(connection, filePath)
  const seconds = (performance.now() - start) / 1_000
  await connection.close()
  return seconds
}

function fromPages(
  rowSource: string,
  perPage: number,
  bind = (array: Buffer): unknown => array.toString(),
): LoadMethod {
  return (connection, path) =>
    inOneTransaction(connection, async () => {
      const insert = await connection.prepare(insertOf(rowSource, (field) => `r.value->>'${field}'`))
      for await (const { table, array } of readAhead(recordPages(path, perPage))) {
        if (table === 'Tags') await insert.run([bind(array)])
        else await connection.run(LOOKUP_INSERTS[table] as string, [array.toString()])
      }
      await insert.finalize()
    })
}

/**
 * Passes records as arrays of values in a fixed order, with the ids of referenced rows: the database needs no lookups.
 */
function fromArrays(rowSource: string, perPage: number): LoadMethod {
  return loadParsed(perPage, {
    sql: `INSERT INTO plinth_tags (${TAG_COLUMNS}) SELECT ${TAG_COLUMNS.split(', ')
      .map((_, index) => `r.value->>${index}`)
      .join(', ')} FROM ${rowSource} r`,
    run: (statement, rows) => statement.run([JSON.stringify(rows)]),
  })
}

function fromValues(perPage: number): LoadMethod {
  const placeholders = `(${TAG_COLUMNS.split(', ').fill('?').join(', ')})`
  const valuesOf = (rows: number) =>
    `INSERT INTO plinth_tags (${TAG_COLUMNS}) VALUES ${Array(rows).fill(placeholders).join(', ')}`
  return loadParsed(perPage, {
    sql: valuesOf(perPage),
    run: (statement, rows, connection) =>
      rows.length === perPage ? statement.run(rows.flat()) : connection.run(valuesOf(rows.length), rows.flat()),
  })
}

interface RowInsert {
  readonly sql: string
  readonly run: (statement: SqliteStatement, rows: unknown[][], connection: SqliteConnection) => Promise<void>
}

function loadParsed(perPage: number, { sql, run }: RowInsert): LoadMethod {
  return (connection, path) =>
    inOneTransaction(connection, async () => {
      const statement = await connection.prepare(sql)
      let toRow: ((tag: Tag) => unknown[]) | undefined
      let previousInsert = Promise.resolve()
      for await (const { table, array } of recordPages(path, perPage)) {
        if (table !== 'Tags') {
          await connection.run(LOOKUP_INSERTS[table] as string, [array.toString()])
          continue
        }
        toRow ??= await createRowMapper((sql) => connection.all(sql))
        const rows = (JSON.parse(array.toString()) as Tag[]).map(toRow)
        await previousInsert // a statement runs while the rows of the next one are prepared
        previousInsert = run(statement, rows, connection)
      }
      await previousInsert
      await statement.finalize()
    })
}

async function loadWhole(connection: SqliteConnection, path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  for (const [table, sql] of Object.entries(LOOKUP_INSERTS)) {
    await connection.run(sql.replace('(?)', `(?, '$.data.${table}')`), [text])
  }
  await connection.run(
    insertOf(`jsonb_each(?, '$.data.Tags')`, (field) => `r.value->>'${field}'`),
    [text],
  )
}

function insertOf(rowSource: string, read: (field: string) => string): string {
  const plain = Object.values(PLAIN_COLUMNS).map(({ field }) => read(field))
  return `INSERT INTO plinth_tags (${TAG_COLUMNS}) SELECT ${plain.join(', ')},
    (SELECT id FROM plinth_units WHERE unit = ${read('unit')}),
    (SELECT id FROM plinth_units WHERE unit = ${read('display_unit')}),
    (SELECT id FROM plinth_data_types WHERE name = ${read('data_type')}),
    (SELECT s.id FROM plinth_manufacturers m JOIN plinth_segments s ON s.manufacturer_id = m.id
      WHERE m.name = ${read('manufacturer')} AND s.name = ${read('segment')})
    FROM ${rowSource} r`
}

async function inOneTransaction(connection: SqliteConnection, load: () => Promise<void>): Promise<void> {
  await connection.run('BEGIN IMMEDIATE')
  await load()
  await connection.run('COMMIT')
}
