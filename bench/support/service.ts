import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { REPO_ROOT, withTimeout } from './child.js'
import { sizeOf } from './process-status.js'

export const PLINTH = 'packages/service/dist/bundle/plinth.cjs'
/** The same command unbundled, so that a profile shows its modules. */
export const PLINTH_UNBUNDLED = 'packages/service/dist/bin/plinth.js'
const PROBE = 'bench/support/event-loop-probe.mjs'
/** The password of all users. */
export const PASSWORD = 'a password for the benchmark'
/** Signs third-party tokens. */
export const SECRET_KEY = 'a key for the benchmark, of 32 bytes or more'
const BOUNDARY = 'plinth-bench-boundary'
const MEBIBYTE = 1_048_576
/** Longest wait for the service to listen, to exit, or to report the longest stall of its event loop. */
const SERVICE_TIMEOUT_MS = 20_000

/** Creates the tables in a new database without starting the service. */
export const MIGRATE = [PLINTH, 'migrate'] as const

export interface ImportSummary {
  readonly imported: number
  readonly skipped: number
  readonly errors: number
}

/** Returns the environment of a service on this database. */
export function variablesFor(databaseUrl: string, folder: string): Record<string, string> {
  return {
    PLINTH_DATABASE_URL: databaseUrl,
    PLINTH_DATA_DIR: join(folder, 'data'),
    PLINTH_SECRET_KEY: SECRET_KEY,
    PLINTH_SUDO_PASSWORD: PASSWORD,
    PLINTH_PORT: '0',
    PLINTH_BCRYPT_COST: '4',
    PLINTH_FRESH_LOGIN_LIFETIME: '86400', // a plan is applied long after the login
    MALLOC_ARENA_MAX: '2', // as in the image and in the unit of systemd
  }
}

/** A plan of the service. */
export interface Plan {
  readonly id: string
  readonly summary: { readonly add: number; readonly update: number; readonly refused: number; readonly same: number }
}

export interface ServiceOptions {
  /** Variables in addition to those of `variablesFor`. */
  readonly env?: Readonly<Record<string, string>>
  readonly nodeOptions?: readonly string[]
  readonly program?: string
}

/** The built service as a process of its own. */
export class Service {
  readonly url: string
  readonly key: string
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #signal: AbortSignal

  private constructor(url: string, key: string, child: ChildProcess, folder: string, signal: AbortSignal) {
    this.url = url
    this.key = key
    this.#child = child
    this.#folder = folder
    this.#signal = signal
  }

  /** Starts a service in a folder, and logs in as sudo. */
  static async start(
    databaseUrl: string,
    folder: string,
    signal: AbortSignal,
    { env = {}, nodeOptions = [], program = PLINTH }: ServiceOptions = {},
  ): Promise<Service> {
    await mkdir(folder, { recursive: true })
    const log = await open(join(folder, 'log'), 'w')
    const child = spawn(process.execPath, [...nodeOptions, '--import', `./${PROBE}`, program, 'serve'], {
      cwd: REPO_ROOT,
      env: { ...variablesFor(databaseUrl, folder), BENCH_EVENT_LOOP_FILE: join(folder, 'stall'), ...env },
      stdio: ['ignore', log.fd, log.fd],
      signal,
      killSignal: 'SIGKILL',
    })
    child.on('error', () => {}) // emitted when the signal aborts
    await log.close()
    try {
      const url = await waitForUrl(child, join(folder, 'log'))
      return new Service(url, await logIn(url, signal), child, folder, signal)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  /** Imports a file. Returns the seconds until the response, and its summary. */
  async import(path: string): Promise<{ seconds: number; summary: ImportSummary }> {
    const { seconds, body } = await this.#upload(path, '/settings/import_config')
    return { seconds, summary: (body as { summary: ImportSummary }).summary }
  }

  /** Plans a file. Returns the seconds until the response, and the plan. */
  async plan(path: string, query = ''): Promise<{ seconds: number; plan: Plan }> {
    const { seconds, body } = await this.#upload(path, `/settings/plans${query}`)
    return { seconds, plan: body as Plan }
  }

  /** Applies a plan. Returns the time in seconds. */
  async apply({ id }: Plan): Promise<number> {
    const start = performance.now()
    await this.send('POST', `/settings/plans/${id}/apply`, undefined, { 'If-Match': '*' })
    return (performance.now() - start) / 1_000
  }

  /** Uploads the file as a form, streamed from disk. Returns the seconds until the response, and its body. */
  async #upload(path: string, target: string): Promise<{ seconds: number; body: unknown }> {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="plant.json"\r\nContent-Type: application/json\r\n\r\n`
    const tail = `\r\n--${BOUNDARY}--\r\n`
    const { size } = await stat(path)
    const start = performance.now()
    const call = request(`${this.url}${target}`, {
      method: 'POST',
      headers: {
        'X-API-KEY': this.key,
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length': head.length + size + tail.length,
      },
      signal: withTimeout(this.#signal),
    })
    const responded = once(call, 'response')
    responded.catch(() => {}) // the pipeline rejects too
    const form = async function* () {
      yield head
      yield* createReadStream(path, { highWaterMark: MEBIBYTE })
      yield tail
    }
    await pipeline(form, call)
    const [response] = await responded
    const body = await json(response)
    const seconds = (performance.now() - start) / 1_000
    if (response.statusCode !== 200) throw new Error(`${target}: ${response.statusCode} ${JSON.stringify(body)}`)
    return { seconds, body }
  }

  /** Exports the configuration to a file. Returns the time in seconds. */
  async export(path: string): Promise<number> {
    const start = performance.now()
    const call = request(`${this.url}/settings/export_config`, {
      headers: { 'X-API-KEY': this.key },
      signal: withTimeout(this.#signal),
    }).end()
    const [response] = await once(call, 'response')
    await pipeline(response, createWriteStream(path))
    if (response.statusCode !== 200) throw new Error(`export: ${response.statusCode}`)
    return (performance.now() - start) / 1_000
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Sets the log level; from 30 on there are no access lines. */
  async setLogLevel(level: number): Promise<void> {
    await this.send('PUT', '/settings/update', { log_level: level })
  }

  /** Sends a request as sudo. Returns the text of the response, and throws unless its status is 200. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<string> {
    const type = body && { 'Content-Type': 'application/json' }
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'X-API-KEY': this.key, ...type, ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: withTimeout(this.#signal),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }

  /** Returns the longest stall of the event loop in ms since the previous call. */
  async longestStall(): Promise<number> {
    const file = join(this.#folder, 'stall')
    await rm(file, { force: true })
    this.#child.kill('SIGUSR2')
    for (const end = performance.now() + SERVICE_TIMEOUT_MS; performance.now() < end; await pause(20)) {
      const written = await readFile(file, 'utf8').catch(() => undefined)
      if (written !== undefined) return Number(written)
    }
    throw new Error('the service does not report its longest stall')
  }

  /** Returns the resident memory in MB, or `undefined` if the OS does not report it. */
  memory(): Promise<number | undefined> {
    return sizeOf(this.pid, 'VmRSS')
  }

  /** Returns the peak of resident memory in MB since `resetPeak`. */
  peakMemory(): Promise<number | undefined> {
    return sizeOf(this.pid, 'VmHWM')
  }

  async resetPeak(): Promise<void> {
    await writeFile(`/proc/${this.#child.pid}/clear_refs`, '5').catch(() => {})
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'close')
    this.#child.kill('SIGTERM')
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), SERVICE_TIMEOUT_MS)
    await ended
    clearTimeout(kill)
  }
}

async function waitForUrl(child: ChildProcess, log: string): Promise<string> {
  for (const end = performance.now() + SERVICE_TIMEOUT_MS; performance.now() < end; await pause(20)) {
    const url = (await readFile(log, 'utf8')).match(/listening on (http:\S+?)"/)?.[1]
    if (url !== undefined) return url
    if (child.exitCode !== null) break
  }
  throw new Error(`the service does not listen: ${(await readFile(log, 'utf8')).slice(-2_000)}`)
}

async function logIn(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'sudo', password: PASSWORD }),
    signal,
  })
  const { apiKey } = (await response.json()) as { apiKey?: string }
  if (apiKey === undefined) throw new Error(`login: ${response.status}`)
  return apiKey
}
