import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { SqliteConnection } from './sqlite-connection.js'
import { BOOLEAN_COLUMNS, PLAIN_COLUMNS } from './tag-columns.js'

const ROWS_PER_PAGE = 1_000

/**
 * Writes the tags to a file as JSON that the database generates, one statement per page. Returns the time in seconds.
 */
export async function dumpSqlite(databasePath: string, filePath: string): Promise<number> {
  const connection = await SqliteConnection.open(databasePath)
  const start = performance.now()
  const file = createWriteStream(filePath)
  let lastId = 0
  for (;;) {
    const [page] = await connection.all<{ last: number | null; text: string }>(QUERY, [lastId, ROWS_PER_PAGE])
    if (!page || page.last === null) break
    file.write(`${page.text}\n`)
    lastId = page.last
  }
  file.end()
  await finished(file)
  const seconds = (performance.now() - start) / 1_000
  await connection.close()
  return seconds
}

const plain = Object.entries(PLAIN_COLUMNS).map(([column, { field }]) =>
  BOOLEAN_COLUMNS.has(column) ? `'${field}', json(iif(g.${column}, 'true', 'false'))` : `'${field}', g.${column}`,
)

const QUERY = `SELECT max(row) AS last, group_concat(record, ',' || char(10)) AS text FROM (
  SELECT g.id AS row, json_object(${plain.join(', ')}, 'unit', u.unit, 'display_unit', d.unit, 'variable', v.name,
    'data_type', t.name, 'segment', coalesce(s.name, ''), 'manufacturer', coalesce(m.name, '')) AS record
  FROM plinth_tags g
  JOIN plinth_units u ON u.id = g.unit_id
  JOIN plinth_variables v ON v.id = u.variable_id
  JOIN plinth_units d ON d.id = g.display_unit_id
  JOIN plinth_data_types t ON t.id = g.data_type_id
  LEFT JOIN plinth_segments s ON s.id = g.segment_id
  LEFT JOIN plinth_manufacturers m ON m.id = s.manufacturer_id
  WHERE g.id > ? ORDER BY g.id LIMIT ?)`
