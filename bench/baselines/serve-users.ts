/**
 * `serve-users.ts <variant> <database url> <userCount> <secret key>`: restify with the minimum that it takes to respond
 * like the service, with the same headers. Prints its URL.
 */
import { createHash } from 'node:crypto'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import { person } from '../support/population.js'
import { serveWithRestify } from './restify-server.js'
import { SqliteConnection } from './sqlite-connection.js'

const SESSION = `SELECT s.id, s.created_at, s.last_used_at, u.identifier, u.username, u.email, u.name, u.lastname, r.name AS role_name,
    r.level AS role_level, u.must_change_password
  FROM plinth_sessions s JOIN plinth_users u ON u.identifier = s.user_identifier JOIN plinth_roles r ON r.id = u.role_id
  WHERE s.key_digest = $1 AND u.disabled_at IS NULL`
const TOKEN = `SELECT t.id, t.revoked_at, t.last_used_at, r.name AS role_name, r.level AS role_level
  FROM plinth_third_party_tokens t JOIN plinth_roles r ON r.name = t.role_name WHERE t.jti = $1`
const USERS = `SELECT u.identifier, u.username, u.email, u.name, u.lastname, r.name AS role_name, r.level AS role_level
  FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`
const USER = `${USERS} WHERE u.username_key = $1`
const LIST = `${USERS} ORDER BY u.id`

type Row = Record<string, unknown>
/** Returns the body of a response, for the key and the requested user. */
type Variant = (key: string, username: string) => unknown

const [variant = '', url = '', userCount = '0', secret = ''] = process.argv.slice(2)
const variants: Readonly<Record<string, () => Promise<Variant>>> = {
  memory: async () => fromMemory(),
  'memory, HS256': async () => {
    const find = fromMemory()
    return (token, username) => find(person(1).key, verifiedId(token) && username)
  },
  statements: async () => {
    const query = createPostgresQuery()
    return async (key, username) => {
      const session = await query('session', SESSION, createHash('sha256').update(key).digest('hex'))
      return toUser(session?.username === username ? session : await query('user', USER, username))
    }
  },
  'statements, HS256': async () => {
    const query = createPostgresQuery()
    return async (token, username) => {
      await query('token', TOKEN, verifiedId(token))
      return toUser(await query('user', USER, username))
    }
  },
  list: async () => (url.startsWith('sqlite:') ? listFromSqlite() : listFromPostgres()),
}
const respond = await variants[variant]?.()
if (!respond) throw new Error(`no such variant: ${variant}`)

serveWithRestify('get', variant === 'list' ? '/api/users' : '/api/users/:username', (request) =>
  respond(String(request.headers['x-api-key']), request.params.username ?? ''),
)

function fromMemory(): Variant {
  const names = new Map<string, string>()
  const users = new Map<string, unknown>()
  for (let number = 1; number <= Number(userCount); number += 1) {
    const { username, key } = person(number)
    names.set(key, username)
    const role = { role_name: 'operator', role_level: 10 }
    const row = {
      identifier: username,
      username,
      email: `${username}@bench.test`,
      name: 'Given',
      lastname: 'Family',
      ...role,
    }
    users.set(username, toUser(row))
  }
  return (key, username) => names.has(key) && users.get(username)
}

function verifiedId(token: string): string {
  return (jwt.verify(token, secret, { algorithms: ['HS256'] }) as { jti: string }).jti
}

function createPostgresQuery() {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async (name: string, text: string, value: string): Promise<Row | undefined> =>
    (await pool.query<Row>({ name, text, values: [value] })).rows[0]
}

async function listFromSqlite(): Promise<Variant> {
  const connection = await SqliteConnection.open(url.slice('sqlite:'.length))
  return () => connection.all(LIST)
}

function listFromPostgres(): Variant {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async () => (await pool.query<Row>({ name: 'list', text: LIST })).rows
}

function toUser(row: Row | undefined) {
  if (!row) throw new Error('no such user')
  const { identifier, username, role_name: name, role_level: level, email, name: given, lastname } = row
  return { identifier, username, role: { name, level }, email, name: given, lastname }
}
