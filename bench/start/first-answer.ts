import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { inTime, REPO_ROOT } from '../support/child.js'
import { freePort } from '../support/free-port.js'
import type { Person } from '../support/population.js'
import { PLINTH, variablesFor } from '../support/service.js'
import type { Site } from '../support/site.js'

/** How long in ms to wait before asking again. */
const PAUSE = 2

/** Milliseconds from the start of a process to its first answer to somebody with a key. It ends again. */
export async function firstAnswer(
  { databaseUrl, folder }: Site,
  { username, key }: Person,
  signal: AbortSignal,
  program = PLINTH,
): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: REPO_ROOT,
    env: { ...variablesFor(databaseUrl, folder), PLINTH_PORT: String(port) },
    stdio: 'ignore',
    signal: inTime(signal),
    killSignal: 'SIGKILL',
  })
  child.on('error', () => {}) // aborted
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/api/users/${username}`
  while ((await statusOf(url, key)) !== 200) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    await pause(PAUSE)
  }
  const milliseconds = performance.now() - start
  child.kill('SIGTERM')
  await ended
  return milliseconds
}

/** `undefined` while nobody listens. */
function statusOf(url: string, key: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { headers: { 'X-API-KEY': key }, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
      .once('error', () => resolve(undefined))
      .end()
  })
}
