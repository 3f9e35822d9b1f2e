import { Client } from 'pg'
import { CopyIn } from './copy-streams.js'
import { readAhead } from './read-ahead.js'
import { recordPages } from './record-pages.js'
import { NAMING_FIELDS, PLAIN_COLUMNS, TAG_COLUMNS } from './tag-columns.js'
import { createRowMapper, type Tag } from './tag-row.js'

type LoadMethod = (client: Client, path: string) => Promise<void>
type Pages = AsyncIterable<Buffer>

const LOOKUP_INSERTS: Readonly<Record<string, string>> = {
  Manufacturer: `INSERT INTO plinth_manufacturers (name) SELECT value->>'name' FROM json_array_elements($1)`,
  Segment: `INSERT INTO plinth_segments (name, manufacturer_id) SELECT value->>'name', m.id
    FROM json_array_elements($1) JOIN plinth_manufacturers m ON m.name = value->'manufacturer'->>'name'`,
  Variables: `INSERT INTO plinth_variables (name) SELECT value->>'name' FROM json_array_elements($1)`,
  Units: `INSERT INTO plinth_units (name, variable_id, unit) SELECT value->>'name', v.id, value->>'unit'
    FROM json_array_elements($1) JOIN plinth_variables v ON v.name = value->>'variable'`,
  DataTypes: `INSERT INTO plinth_data_types (name) SELECT value->>'name' FROM json_array_elements($1)`,
}

const FIELDS = [...Object.values(PLAIN_COLUMNS), ...NAMING_FIELDS.map((field) => ({ field, type: 'text' }))]
const FIELD_TYPES = FIELDS.map(({ field, type }) => `${field} ${type}`).join(', ')
const JOINS = `JOIN plinth_units u ON u.unit = r.unit
  JOIN plinth_units d ON d.unit = r.display_unit
  JOIN plinth_data_types t ON t.name = r.data_type
  JOIN plinth_manufacturers m ON m.name = r.manufacturer
  JOIN plinth_segments s ON s.manufacturer_id = m.id AND s.name = r.segment`

/** Ways to load a configuration file into the tables, by name; each in one transaction. */
export const postgresLoads: Readonly<Record<string, LoadMethod>> = {
  'json_to_recordset, 2000 records per page': fromRecordset('json', 2_000),
  'json_to_recordset, 500 records per page': fromRecordset('json', 500),
  'jsonb_to_recordset, 2000 records per page': fromRecordset('jsonb', 2_000),
  'unnest, 2000 records per page': fromArrays(2_000),
  'COPY of values into a temporary table, join': fromTemporaryTable,
  'COPY of JSON into a temporary table, join': fromTemporaryJson,
  'COPY of pages of JSON into a temporary table, join': fromTemporaryPages(500),
  'direct COPY, references resolved in Node': fromCopy,
}

/** Connects, and loads a configuration file with this method. Returns the time in seconds. */
export async function loadPostgres(method: string, url: string, filePath: string): Promise<number> {
  const load = postgresLoads[method]
  if (!load) throw new Error(`no such method: ${method}`)
  const client = new Client({ connectionString: url })
  await client.connect()
  const start = performance.now()
  await client.query('BEGIN')
  await load(client, filePath)
  await client.query('COMMIT')
  const seconds = (performance.now() - start) / 1_000
  await client.end()
  return seconds
}

function fromRecordset(type: 'json' | 'jsonb', perPage: number): LoadMethod {
  return async (client, path) => {
    const insert = insertFrom(`${type}_to_recordset($1::text::${type}) AS r (${FIELD_TYPES})`)
    for await (const array of tagPages(client, path, perPage)) await executePrepared(client, insert, [array.toString()])
  }
}

function fromArrays(perPage: number): LoadMethod {
  const arrays = FIELDS.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  const insert = insertFrom(`unnest(${arrays}) AS r (${FIELDS.map(({ field }) => field).join(', ')})`)
  return async (client, path) => {
    let previousInsert: Promise<unknown> = Promise.resolve()
    for await (const array of tagPages(client, path, perPage)) {
      const tags = JSON.parse(array.toString()) as Tag[]
      const columns = FIELDS.map(({ field }) => tags.map((tag) => tag[field]))
      await previousInsert
      previousInsert = executePrepared(client, insert, columns)
    }
    await previousInsert
  }
}

async function fromTemporaryTable(client: Client, path: string): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE r (${FIELD_TYPES}) ON COMMIT DROP`)
  const fields = FIELDS.map(({ field }) => field)
  const lines = asLines(tagPages(client, path, 500), (tag) => fields.map((field) => tag[field]))
  await copy(client, `COPY r (${fields.join(', ')}) FROM STDIN`, lines)
  await client.query('ANALYZE r')
  await client.query(insertFrom('r'))
}

async function fromTemporaryJson(client: Client, path: string): Promise<void> {
  await client.query('CREATE TEMPORARY TABLE records (record json) ON COMMIT DROP')
  const lines = asLines(tagPages(client, path, 500), (tag) => [JSON.stringify(tag)])
  await copy(client, 'COPY records FROM STDIN', lines)
  await client.query(insertFrom(`records CROSS JOIN LATERAL json_to_record(record) AS r (${FIELD_TYPES})`))
}

/** Copies each page as one row. Node does not parse the pages. */
function fromTemporaryPages(perPage: number): LoadMethod {
  return async (client, path) => {
    await client.query('CREATE TEMPORARY TABLE pages (page json) ON COMMIT DROP')
    await copy(client, 'COPY pages FROM STDIN', escaped(tagPages(client, path, perPage)))
    await client.query(insertFrom(`pages CROSS JOIN LATERAL json_to_recordset(page) AS r (${FIELD_TYPES})`))
  }
}

async function fromCopy(client: Client, path: string): Promise<void> {
  // This inserts the referenced rows, which createRowMapper reads.
  const pages = await startPages(tagPages(client, path, 500))
  const toRow = await createRowMapper(async (sql) => (await client.query(sql)).rows)
  await copy(client, `COPY plinth_tags (${TAG_COLUMNS}) FROM STDIN`, asLines(pages, toRow))
}

/** Yields the pages of tags. Inserts the records that precede them in the file, because tags refer to these. */
async function* tagPages(client: Client, path: string, perPage: number): AsyncGenerator<Buffer> {
  for await (const { table, array } of readAhead(recordPages(path, perPage))) {
    if (table === 'Tags') yield array
    else await client.query(LOOKUP_INSERTS[table] as string, [array.toString()])
  }
}

async function* asLines(pages: Pages, toRow: (tag: Tag) => unknown[]): Pages {
  for await (const array of pages) yield toLines(array, toRow)
}

function toLines(array: Buffer, toRow: (tag: Tag) => unknown[]): Buffer {
  const tags = JSON.parse(array.toString()) as Tag[]
  return Buffer.from(tags.map((tag) => `${toRow(tag).map(toCopyText).join('\t')}\n`).join(''))
}

function toCopyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, escapeOf) : value
}

function escapeOf(character: string): string {
  return { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character] as string
}

async function* escaped(pages: Pages): Pages {
  for await (const array of pages) yield Buffer.from(`${toCopyText(array.toString())}\n`)
}

function insertFrom(source: string): string {
  const plain = Object.values(PLAIN_COLUMNS).map(({ field }) => `r.${field}`)
  return `INSERT INTO plinth_tags (${TAG_COLUMNS}) SELECT ${plain.join(', ')}, u.id, d.id, t.id, s.id FROM ${source} ${JOINS}`
}

/** Executes a statement, which is prepared once. */
function executePrepared(client: Client, text: string, values: unknown[]): Promise<unknown> {
  return client.query({ name: 'load', text, values })
}

async function copy(client: Client, sql: string, source: Pages): Promise<void> {
  await client.query(new CopyIn(sql, await startPages(source))).done
}

/**
 * Reads the first page of tags in advance. This inserts the records before it, which is impossible on this connection
 * once a COPY has begun.
 */
async function startPages(pages: Pages): Promise<Pages> {
  const iterator = pages[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}
