import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../support/bare-database.js'

export interface LoginResponse {
  readonly status: number
  readonly body: string
  readonly milliseconds: number
}

const agent = new Agent({ keepAlive: true })

/** Logs in once. */
export function logIn(url: string, username: string, password: string): Promise<LoginResponse> {
  const body = JSON.stringify({ username, password })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(`${url}/users/login`, { method: 'POST', agent, headers }, async (response) => {
      const body = await text(response)
      resolve({ status: response.statusCode ?? 0, body, milliseconds: performance.now() - start })
    })
    call.once('error', reject)
    call.end(body)
  })
}

/** How long accounts are locked: longer than a measurement, but below the service's maximum of 15 minutes. */
const LOCK_MS = 880_000

/** Locks the accounts with the higher ids, half of all. */
export async function lockHalfOfAccounts(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  await database.run(
    `INSERT INTO plinth_login_failures (account, failures, locked_until, failed_at)
     SELECT username_key, 9, $1, $2 FROM plinth_users WHERE id > (SELECT max(id) / 2 FROM plinth_users)`,
    [Date.now() + LOCK_MS, Date.now()],
  )
  await database.close()
}
