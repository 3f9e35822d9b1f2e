/**
 * `serve-writes.ts <operation> <database url>`: restify with only the statements that a signup, a password change or a
 * logout needs, including the row of the audit trail. Hashes on libuv's four threads. Prints its URL.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { compare, hash } from 'bcrypt'
import pg from 'pg'
import { serveWithRestify } from './restify-server.js'
import { SqliteConnection } from './sqlite-connection.js'

const BCRYPT_COST = 4
const SESSION = `SELECT s.id, u.identifier, u.username, u.password_hash FROM plinth_sessions s
  JOIN plinth_users u ON u.identifier = s.user_identifier JOIN plinth_roles r ON r.id = u.role_id WHERE s.key_digest = $1`
const SIGN_UP = `INSERT INTO plinth_users (identifier, username, username_key, email, email_key, role_id, password_hash)
  VALUES ($1, $2, $2, $3, $3, (SELECT id FROM plinth_roles WHERE name = $4), $5)`
const SET_PASSWORD = 'UPDATE plinth_users SET password_hash = $1 WHERE identifier = $2'
const END_OTHERS = 'DELETE FROM plinth_sessions WHERE user_identifier = $1 AND id <> $2'
const UNLOCK = 'DELETE FROM plinth_login_failures WHERE account = $1'
const END = 'DELETE FROM plinth_sessions WHERE id = $1'
const RECORD = `INSERT INTO plinth_audit_events (happened_at, event, result, actor_kind, actor, target, address, request_id, details)
  VALUES ($1, $2, 'done', 'user', $3, $3, '127.0.0.1', $4, '{}')`

type Row = Record<string, string>
type Statement = readonly [sql: string, ...bindings: unknown[]]

interface WriteDatabase {
  find(sql: string, binding: string): Promise<Row | undefined>
  /** Executes the statements in one transaction. */
  write(...statements: Statement[]): Promise<void>
}

const [operation = '', url = ''] = process.argv.slice(2)
const database = url.startsWith('sqlite:') ? await bareSqlite() : barePostgres()

const record = (event: string, name: string | undefined): Statement => [RECORD, Date.now(), event, name, randomUUID()]

const operations: Readonly<Record<string, (session: Row, body: Row) => Promise<unknown>>> = {
  async signup(_, { username, email, role_name, password = '' }) {
    const passwordHash = await hash(password, BCRYPT_COST)
    await database.write([SIGN_UP, randomUUID(), username, email, role_name, passwordHash], record('signup', username))
    return { username, email, role: role_name }
  },
  async change_password(
    { id, identifier, username, password_hash = '' },
    { current_password = '', new_password = '' },
  ) {
    if (!(await compare(current_password, password_hash))) throw new Error('the password does not match the hash')
    await database.write(
      [SET_PASSWORD, await hash(new_password, BCRYPT_COST), identifier],
      [END_OTHERS, identifier, id],
      [UNLOCK, username],
      record('password-changed', username),
    )
    return { message: 'changed' }
  },
  async logout({ id, username }) {
    await database.write([END, id], record('logout', username))
    return { message: 'ended' }
  },
}

serveWithRestify('post', `/api/users/${operation}`, async (request) => {
  const session = await database.find(SESSION, digestOf(request))
  if (!session) throw new Error('no such session')
  const body = operation === 'logout' ? {} : ((await json(request)) as Row)
  return operations[operation]?.(session, body)
})

function digestOf({ headers }: IncomingMessage): string {
  return createHash('sha256').update(String(headers['x-api-key'])).digest('hex')
}

/** Opens one connection for writes, which runs one transaction after the other, and one for reads. */
async function bareSqlite(): Promise<WriteDatabase> {
  const path = url.slice('sqlite:'.length)
  const [writer, reader] = [await SqliteConnection.open(path), await SqliteConnection.open(path)]
  const toQuestionMarks = (sql: string) => sql.replace(/\$(\d)/g, '?$1')
  let previousWrite = Promise.resolve()
  const transaction = async (statements: readonly Statement[]) => {
    await writer.run('BEGIN')
    for (const [sql, ...bindings] of statements) await writer.run(toQuestionMarks(sql), bindings)
    await writer.run('COMMIT')
  }
  return {
    find: async (sql, binding) => (await reader.all<Row>(toQuestionMarks(sql), [binding]))[0],
    write: (...statements) => {
      previousWrite = previousWrite.then(() => transaction(statements))
      return previousWrite
    },
  }
}

function barePostgres(): WriteDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return {
    find: async (text, binding) =>
      (await pool.query<Row>({ name: text.slice(0, 60), text, values: [binding] })).rows[0],
    write: async (...statements) => {
      const client = await pool.connect()
      await client.query('BEGIN')
      for (const [text, ...values] of statements) await client.query({ name: text.slice(0, 60), text, values })
      await client.query('COMMIT')
      client.release()
    },
  }
}
