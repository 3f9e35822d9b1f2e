import { openDatabase } from '../support/bare-database.js'
import { type JsonResponse, send } from './send.js'

/** Logs in once. */
export function logIn(url: string, username: string, password: string): Promise<JsonResponse> {
  return send(`${url}/users/login`, { username, password })
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
