import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, until } from '@plinth/testing'

/** A PgBouncer from Debian's package, in front of the databases of a server. */
export class PgBouncer {
  /** The URL of the database through this PgBouncer. */
  readonly url: URL
  readonly #folder: string
  readonly #process: ChildProcess

  /** Starts a PgBouncer with these lines of its configuration file, in front of the server of this URL. */
  static async start(target: URL, settings: readonly string[] = []): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-pooler-'))
    await chmod(folder, 0o777) // PgBouncer runs as another user when the tests run as root
    const port = await freePort()
    const file = join(folder, 'pgbouncer.ini')
    const server = `host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}`
    const listenSettings = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any']
    await writeFile(file, ['[databases]', `* = ${server}`, '[pgbouncer]', ...listenSettings, ...settings].join('\n'))
    const bouncer = new PgBouncer(folder, file, new URL(Object.assign(new URL(target), { port: String(port) })))
    await until(() => isOpen(port))
    return bouncer
  }

  private constructor(folder: string, file: string, url: URL) {
    this.#folder = folder
    this.url = url
    const program = ['/usr/sbin/pgbouncer', '-q', file]
    const command =
      process.getuid?.() === 0 ? ['setpriv', '--reuid', 'postgres', '--clear-groups', ...program] : program
    this.#process = spawn(command[0] as string, command.slice(1), { stdio: 'ignore' })
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
    await rm(this.#folder, { recursive: true })
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
