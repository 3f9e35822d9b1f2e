import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../packages/testing/src/free-port.js'
import { REPO_ROOT, withTimeout } from '../support/child.js'
import type { LoadRequest } from '../support/load-generator.js'
import type { FreshDatabase, Sandbox } from '../support/sandbox.js'
import { PASSWORD } from '../support/service.js'
import type { RunningPeer } from './running-peer.js'

const COMMAND = 'bench/peers/node_modules/directus/cli.js'
const TOKEN = 'a-token-for-the-benchmark'
const ADMIN_EMAIL = 'admin@example.com'
/** Longest wait for the first response of Directus. */
const START_TIMEOUT_MS = 120_000
/** Interval between two attempts to reach Directus. */
const POLL_MS = 5

/** Directus without rate limits. Its cache and log are off by default. */
export class Directus {
  readonly #folder: string
  readonly #variables: Readonly<Record<string, string>>
  readonly #signal: AbortSignal

  private constructor(folder: string, variables: Readonly<Record<string, string>>, signal: AbortSignal) {
    this.#folder = folder
    this.#variables = variables
    this.#signal = signal
  }

  /** Creates the tables and the administrator. */
  static async install({ url, folder }: FreshDatabase, { signal }: Sandbox): Promise<Directus> {
    const database: Record<string, string> = url.startsWith('sqlite:')
      ? { DB_CLIENT: 'sqlite3', DB_FILENAME: join(folder, 'directus.db') }
      : { DB_CLIENT: 'pg', DB_CONNECTION_STRING: url }
    const variables = {
      ...database,
      SECRET: 'a key for the benchmark, of 32 bytes or more',
      ADMIN_EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_TOKEN: TOKEN,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      TELEMETRY: 'false',
      NODE_ENV: 'production',
    }
    const directus = new Directus(folder, variables, signal)
    const [code] = await once(directus.#spawn('bootstrap'), 'exit')
    if (code !== 0) throw new Error(`directus bootstrap exited with ${code}`)
    return directus
  }

  /**
   * Starts Directus and creates users; the requests read them as the administrator. `milliseconds` is the time to the
   * first response.
   */
  async start(userCount: number): Promise<RunningPeer & { readonly milliseconds: number }> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const start = performance.now()
    const child = this.#spawn('start', { PORT: String(port) })
    const ended = once(child, 'exit')
    for (const end = start + START_TIMEOUT_MS; !(await isReady(url)); await pause(POLL_MS)) {
      if (child.exitCode !== null || performance.now() > end) throw new Error('directus does not respond')
    }
    const milliseconds = performance.now() - start
    const requests = await this.#requestsFor(userCount, url)
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { server: { url, pid: child.pid }, requests, milliseconds, stop }
  }

  #spawn(command: string, variables: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [join(REPO_ROOT, COMMAND), command], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, ...this.#variables, ...variables },
      stdio: ['ignore', 'ignore', 'inherit'],
      signal: withTimeout(this.#signal),
      killSignal: 'SIGKILL',
    })
    child.on('error', () => {}) // emitted when the signal aborts
    return child
  }

  async #requestsFor(userCount: number, url: string): Promise<LoadRequest[]> {
    if (userCount === 0) return []
    const users = Array.from({ length: userCount }, (_, index) => ({ email: `person-${index}@example.com` }))
    const response = await fetch(`${url}/users?fields=id`, {
      method: 'POST',
      headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json' },
      body: JSON.stringify(users),
      signal: this.#signal,
    })
    const { data } = (await response.json()) as { data: readonly { id: string }[] }
    const path = (id: string) => `/users/${id}?fields=id,email,first_name,last_name,role,status`
    return data.map(({ id }) => ({ method: 'GET', path: path(id), headers: ADMIN_HEADERS }))
  }
}

const ADMIN_HEADERS = { Authorization: `Bearer ${TOKEN}` }

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/users/me`, { headers: ADMIN_HEADERS }).then(
    async (response) => (await response.text()) !== '' && response.status === 200,
    () => false,
  )
}
