import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../packages/testing/src/free-port.js'
import { REPO_ROOT, withTimeout } from '../support/child.js'
import type { Person } from '../support/population.js'
import { cpuSecondsOf } from '../support/process-status.js'
import { PLINTH, variablesFor } from '../support/service.js'
import type { TestBed } from '../support/test-bed.js'

/** Interval between two attempts to reach the service. */
const POLL_MS = 2

/** The time until the first response, and the processor time until then. */
export interface Duration {
  readonly milliseconds: number
  readonly cpuSeconds: number
}

/**
 * Starts a service, and stops it after its first successful response to an authenticated request. Returns the time
 * until that response.
 */
export async function timeToFirstResponse(
  { databaseUrl, folder }: TestBed,
  { username, key }: Person,
  signal: AbortSignal,
  program = PLINTH,
  env: Readonly<Record<string, string>> = {},
): Promise<Duration> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: REPO_ROOT,
    env: { ...variablesFor(databaseUrl, folder), PLINTH_PORT: String(port), ...env },
    stdio: 'ignore',
    signal: withTimeout(signal),
    killSignal: 'SIGKILL',
  })
  child.on('error', () => {}) // emitted when the signal aborts
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/api/users/${username}`
  while ((await statusOf(url, key)) !== 200) {
    if (child.exitCode !== null) throw new Error(`the service exited with ${child.exitCode}`)
    await pause(POLL_MS)
  }
  const duration = { milliseconds: performance.now() - start, cpuSeconds: await cpuSecondsOf(child.pid) }
  child.kill('SIGTERM')
  await ended
  return duration
}

/** Resolves to `undefined` while the service does not listen. */
function statusOf(url: string, key: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { headers: { 'X-API-KEY': key }, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
      .once('error', () => resolve(undefined))
      .end()
  })
}
