/**
 * `serve-better-auth.mjs <database url>`: better-auth on Node's own server, as in its documentation, without rate
 * limits. Creates its tables, and prints its URL.
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

const [url = ''] = process.argv.slice(2)
const database = url.startsWith('sqlite:')
  ? openSqlite(url.slice('sqlite:'.length))
  : new pg.Pool({ connectionString: url, max: 10 })
const options = {
  database,
  secret: 'a key for the benchmark, of 32 bytes or more',
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
}

const server = createServer()
server.listen(0, '127.0.0.1', async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}`
  const auth = betterAuth({ ...options, baseURL, trustedOrigins: [baseURL] })
  await (await getMigrations({ ...options, baseURL })).runMigrations()
  server.on('request', toNodeHandler(auth))
  console.log(`${baseURL}/api/auth`)
})

function openSqlite(path) {
  const file = new DatabaseSync(path)
  file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  return file
}
