import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { run, variablesFor } from '../support/service-process.js'

/** A PgBouncer in front of a database. */
class PgBouncer {
  readonly url: URL
  readonly #folder: string
  readonly #process: ChildProcess

  static async start(target: URL, settings: readonly string[]): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-pooler-'))
    await chmod(folder, 0o777) // PgBouncer runs as another user when the tests run as root
    const port = await freePort()
    const file = join(folder, 'pgbouncer.ini')
    const server = `host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}`
    const listenSettings = [`listen_addr = 127.0.0.1`, `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any']
    await writeFile(file, [`[databases]`, `* = ${server}`, '[pgbouncer]', ...listenSettings, ...settings].join('\n'))
    const bouncer = new PgBouncer(folder, file, new URL(Object.assign(new URL(target), { port: String(port) })))
    await until(() => isOpen(port))
    return bouncer
  }

  private constructor(folder: string, file: string, url: URL) {
    this.#folder = folder
    this.url = url
    const program = '/usr/sbin/pgbouncer'
    const isRoot = process.getuid?.() === 0
    this.#process = isRoot
      ? spawn('runuser', ['-u', 'postgres', '--', program, '-q', file])
      : spawn(program, ['-q', file])
  }

  async stop(): Promise<void> {
    this.#process.kill()
    await rm(this.#folder, { recursive: true })
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref()
  })
}

describe('a start behind PgBouncer', () => {
  let database: TempDatabase
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    database = await postgres.create()
  })
  after(() => database.drop())

  for (const [how, settings] of [
    ['with its default settings', []],
    ['that ignores startup parameters', ['ignore_startup_parameters = options']],
    ['in transaction mode', ['ignore_startup_parameters = options', 'pool_mode = transaction']],
  ] as const) {
    it(`${how} is refused with one line that mentions poolers`, async () => {
      const bouncer = await PgBouncer.start(new URL(database.url), settings)

      const { code, stdout, stderr } = await run(['serve'], variablesFor({ ...database, url: bouncer.url.href }))

      const diagnosis = await run(['doctor'], variablesFor({ ...database, url: bouncer.url.href }))
      await bouncer.stop()
      expect(diagnosis.stdout).to.match(/connection pooler, such as PgBouncer/)
      expect([code, stdout]).to.deep.equal([3, ''])
      expect(stderr).to.match(/connection pooler, such as PgBouncer/)
      expect(stderr.trim().split('\n')).to.have.length(1)
    })
  }
})
