import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../support/bare-database.js'

export interface LoginAnswer {
  readonly status: number
  readonly body: string
  readonly milliseconds: number
}

const agent = new Agent({ keepAlive: true })

/** Logs in once. */
export function logIn(url: string, username: string, password: string): Promise<LoginAnswer> {
  const body = JSON.stringify({ username, password })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(`${url}/users/login`, { method: 'POST', agent, headers }, async (response) => {
      const answer = await text(response)
      resolve({ status: response.statusCode ?? 0, body: answer, milliseconds: performance.now() - start })
    })
    call.once('error', reject)
    call.end(body)
  })
}

/** How long accounts are locked beforehand, in ms: longer than a measurement, no longer than the service believes. */
const LOCK = 880_000

/** Locks the upper half of the accounts. */
export async function lock(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  await database.run(
    `INSERT INTO plinth_login_failures (account, failures, locked_until, failed_at)
     SELECT username_key, 9, $1, $2 FROM plinth_users WHERE id > (SELECT max(id) / 2 FROM plinth_users)`,
    [Date.now() + LOCK, Date.now()],
  )
  await database.close()
}
