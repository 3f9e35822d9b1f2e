import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Client } from 'pg'
import { CopyOut } from './copy-streams.js'
import { PLAIN_COLUMNS } from './tag-columns.js'

const ROWS_PER_PAGE = 1_000

type Dump = (client: Client, file: WriteStream) => Promise<void>

/** Methods to export the tags as JSON that the database generates, by name. */
export const postgresDumps: Readonly<Record<string, Dump>> = {
  'COPY of row_to_json': dumpByCopy,
  'pages of string_agg': dumpByPages,
}

/** Connects, and dumps the tags to a file with this method. Returns the time in seconds. */
export async function dumpPostgres(method: string, url: string, filePath: string): Promise<number> {
  const dump = postgresDumps[method]
  if (!dump) throw new Error(`no such method: ${method}`)
  const client = new Client({ connectionString: url })
  await client.connect()
  const start = performance.now()
  const file = createWriteStream(filePath)
  await dump(client, file)
  file.end()
  await finished(file)
  const seconds = (performance.now() - start) / 1_000
  await client.end()
  return seconds
}

const plain = Object.entries(PLAIN_COLUMNS).map(([column, { field }]) => `g.${column} AS ${field}`)

/** Selects the tags. The joins begin at the tags, so that the query for a page joins only the rows of that page. */
const TAGS = `SELECT ${plain.join(', ')}, u.unit, d.unit AS display_unit, v.name AS variable, t.name AS data_type,
    coalesce(s.name, '') AS segment, coalesce(m.name, '') AS manufacturer
  FROM plinth_tags g
  JOIN plinth_units u ON u.id = g.unit_id
  JOIN plinth_variables v ON v.id = u.variable_id
  JOIN plinth_units d ON d.id = g.display_unit_id
  JOIN plinth_data_types t ON t.id = g.data_type_id
  LEFT JOIN plinth_segments s ON s.id = g.segment_id
  LEFT JOIN plinth_manufacturers m ON m.id = s.manufacturer_id`

async function dumpByCopy(client: Client, file: WriteStream): Promise<void> {
  const sql = `COPY (SELECT row_to_json(r) FROM (${TAGS} ORDER BY g.id) r) TO STDOUT`
  await client.query(new CopyOut(sql, (row) => file.write(row))).done
}

async function dumpByPages(client: Client, file: WriteStream): Promise<void> {
  const text = `SELECT string_agg(row_to_json(r)::text, E',\\n') AS text FROM (${TAGS}
    WHERE g.id > $1 AND g.id <= $2 ORDER BY g.id) r`
  const { rows } = await client.query<{ last: number }>('SELECT max(id) AS last FROM plinth_tags')
  const lastId = rows[0]?.last ?? 0
  for (let after = 0; after < lastId; after += ROWS_PER_PAGE) {
    const page = await client.query<{ text: string | null }>({
      name: 'page',
      text,
      values: [after, after + ROWS_PER_PAGE],
    })
    file.write(`${page.rows[0]?.text}\n`)
  }
}
