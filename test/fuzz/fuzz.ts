import { TEST_PASSWORD, type TestDatabase } from '@plinth/testing'
import fc from 'fast-check'
import { type App, startApp } from '../support/app.js'
import { fingerprintOf } from './fingerprint.js'
import { CALLERS, type Caller, type HostileRequest, requestsFor, SECRET_MARK } from './hostile-requests.js'
import { operationsOf } from './operations.js'

/** Requests to one service before a fresh one is started: they have changed too much by then. */
const BATCH = 250
/** What an answer must not hold: hashes, statements, files, stacks, and what somebody else has sent. */
const LEAKS = new RegExp(`\\$2[aby]\\$|${SECRET_MARK}|SQLITE_|syntax error|node_modules|\\n\\s+at `)

const ROLES: ReadonlySet<Caller> = new Set(CALLERS.filter((caller) => /^[a-z]+$/.test(caller) && caller !== 'nobody'))

/** What came of a run: how many requests were answered how. */
export type Tally = Readonly<Record<number, number>>

/**
 * Sends so many hostile requests, made of a seed and the service's own OpenAPI document. Throws at the first answer that is a 5xx, not of
 * the document, or holds a secret; at the first refused request that has changed anything; and when a secret is in the log.
 */
export async function fuzz(
  database: TestDatabase,
  { requests, seed }: { requests: number; seed: number },
): Promise<Tally> {
  const tally: Record<number, number> = {}
  for (let sent = 0; sent < requests; sent += BATCH) {
    const size = Math.min(BATCH, requests - sent)
    for (const status of await batch(database, size, seed + sent)) tally[status] = (tally[status] ?? 0) + 1
  }
  return tally
}

async function batch(database: TestDatabase, size: number, seed: number): Promise<number[]> {
  const app = await startApp({ database, settings: { importDefaultPassword: `${SECRET_MARK} import` } })
  const statuses: number[] = []
  try {
    const keys = await keysOf(app)
    const fingerprint = await fingerprintOf(app)
    const request = fc.oneof(...operationsOf(app.kernel.openapi).map(requestsFor))
    let known = await fingerprint()
    for (const hostile of fc.sample(request, { numRuns: size, seed })) {
      const status = await send(app, keys, hostile, seed)
      statuses.push(status)
      const now = await fingerprint()
      if (status >= 300 && now !== known) fail(hostile, seed, `was refused with ${status} and has changed something`)
      known = status === 401 && (await renewed(app, keys, hostile.caller)) ? await fingerprint() : now
    }
    const telltale = app.logLines.find(
      (line) => LEAKS.test(line) || [...keys.values()].some((key) => key !== undefined && line.includes(key)),
    )
    if (telltale !== undefined) throw new Error(`seed ${seed}: a secret is in the log: ${telltale}`)
  } finally {
    await app.stop()
  }
  return statuses
}

async function send(
  app: App,
  keys: ReadonlyMap<Caller, string | undefined>,
  hostile: HostileRequest,
  seed: number,
): Promise<number> {
  const key = keys.get(hostile.caller)
  const headers = {
    ...(key !== undefined && { 'X-API-KEY': key }),
    ...(hostile.contentType !== undefined && { 'Content-Type': hostile.contentType }),
  }
  const { method, path, body } = hostile
  const answer = await app
    .send(method, path, { headers, body })
    .catch((error: Error) => fail(hostile, seed, error.message))
  if (answer.status >= 500) fail(hostile, seed, `was answered with ${answer.status}: ${answer.text}`)
  if (LEAKS.test(answer.text) && !path.startsWith('/docs'))
    fail(hostile, seed, `has got a secret: ${answer.text.slice(0, 500)}`)
  return answer.status
}

/** Logs a caller in again whose session some request has ended; tells whether that went. */
async function renewed(app: App, keys: Map<Caller, string | undefined>, caller: Caller): Promise<boolean> {
  if (!ROLES.has(caller)) return false
  const { status, body } = await app.logIn(caller, TEST_PASSWORD)
  if (status === 200) keys.set(caller, body.apiKey)
  return true
}

/** Keys that are good at the beginning; some of the requests end them. */
async function keysOf(app: App): Promise<Map<Caller, string | undefined>> {
  const keys = new Map<Caller, string | undefined>()
  const sudo = await app.signIn('sudo')
  for (const caller of CALLERS) keys.set(caller, await keyOf(caller, app, sudo))
  return keys
}

async function keyOf(caller: Caller, app: App, sudo: Awaited<ReturnType<App['signIn']>>): Promise<string | undefined> {
  if (caller === 'nobody') return undefined
  if (caller === 'a made-up key') return 'A'.repeat(43)
  const tokenOf = async (role: string): Promise<string> =>
    (await sudo.post('/users/create_tpt', { role_name: role })).body.token
  if (caller === 'a forged token') return forged(await tokenOf('sudo'))
  const role = caller.match(/^token of (\w+)/)?.[1]
  return role === undefined ? (await app.signIn(caller)).key : tokenOf(role)
}

/** A real token with one letter of its signature changed. */
function forged(token: string): string {
  const last = token.at(-2) === 'A' ? 'B' : 'A'
  return `${token.slice(0, -2)}${last}${token.slice(-1)}`
}

function fail(hostile: HostileRequest, seed: number, what: string): never {
  throw new Error(`seed ${seed}: ${what}\n${JSON.stringify(hostile)}`)
}
