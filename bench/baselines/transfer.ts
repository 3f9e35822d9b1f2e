/** `transfer.ts load|dump <database url> <file> <method>`: runs one baseline. Prints the time in seconds. */
import { dumpPostgres } from './dump-postgres.js'
import { dumpSqlite } from './dump-sqlite.js'
import { loadPostgres } from './load-postgres.js'
import { loadSqlite } from './load-sqlite.js'

const [task, url = '', file = '', method = ''] = process.argv.slice(2)
const sqlitePath = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

console.log(await run())

function run(): Promise<number> {
  if (task === 'load') return sqlitePath ? loadSqlite(method, sqlitePath, file) : loadPostgres(method, url, file)
  if (task === 'dump') return sqlitePath ? dumpSqlite(sqlitePath, file) : dumpPostgres(method, url, file)
  throw new Error(`no such task: ${task}`)
}
