/**
 * `transfer.ts load|dump <database url> <file> <way>`: runs one limit in a process of its own and prints its seconds.
 */
import { dumpPostgres } from './dump-postgres.js'
import { dumpSqlite } from './dump-sqlite.js'
import { loadPostgres } from './load-postgres.js'
import { loadSqlite } from './load-sqlite.js'

const [task, url = '', file = '', way = ''] = process.argv.slice(2)
const sqlitePath = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

console.log(await run())

function run(): Promise<number> {
  if (task === 'load') return sqlitePath ? loadSqlite(way, sqlitePath, file) : loadPostgres(way, url, file)
  if (task === 'dump') return sqlitePath ? dumpSqlite(sqlitePath, file) : dumpPostgres(way, url, file)
  throw new Error(`no such task: ${task}`)
}
