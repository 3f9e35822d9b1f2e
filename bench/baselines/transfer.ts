/**
 * `transfer.ts load|dump <database url> <file> <method>`: runs one baseline. Prints the time and CPU time in seconds.
 */
import { dumpPostgres } from './dump-postgres.js'
import { dumpSqlite } from './dump-sqlite.js'
import { loadPostgres } from './load-postgres.js'
import { loadSqlite } from './load-sqlite.js'

const [task, url = '', file = '', method = ''] = process.argv.slice(2)
const sqlitePath = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

const before = process.cpuUsage()
const seconds = await run()
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6 }))

function run(): Promise<number> {
  if (task === 'load') return sqlitePath ? loadSqlite(method, sqlitePath, file) : loadPostgres(method, url, file)
  if (task === 'dump') return sqlitePath ? dumpSqlite(sqlitePath, file) : dumpPostgres(method, url, file)
  throw new Error(`no such task: ${task}`)
}
