import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@plinth/testing'

/** A PostgreSQL server as an operator has it: installed, with its own tools. */
export interface InstalledPostgres {
  readonly port: number
  readonly superuserUrl: string
  /** `PATH` with the server's tools of the same version in front. */
  readonly path: string
  stop(): void
}

/** Where Debian puts its servers. */
const VERSIONS = '/usr/lib/postgresql'
const PASSWORD = 'of the superuser'

/** Makes a cluster with the newest server that is installed, and starts it. */
export async function startInstalledPostgres(): Promise<InstalledPostgres> {
  const [newest] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one))
  if (newest === undefined) throw new Error(`no PostgreSQL is installed in ${VERSIONS}`)
  const bin = join(VERSIONS, newest, 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'plinth-operations-'))
  chmodSync(folder, 0o777) // the server runs as another user when the tests run as root
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const data = join(folder, 'data')
  const port = await freePort()

  asServer(`'${bin}/initdb' --pgdata='${data}' --username=postgres --auth=scram-sha-256 --pwfile='${passwordFile}'`)
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  asServer(`'${bin}/pg_ctl' start --wait --pgdata='${data}' --log='${folder}/log' --options='${options}'`)
  return {
    port,
    superuserUrl: `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    path: `${bin}${delimiter}${process.env.PATH}`,
    stop: () => {
      asServer(`'${bin}/pg_ctl' stop --wait --mode=immediate --pgdata='${data}'`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root. */
function asServer(command: string): void {
  const isRoot = process.getuid?.() === 0
  const [program, args] = isRoot ? ['runuser', ['-u', 'postgres', '--', 'sh', '-c', command]] : ['sh', ['-c', command]]
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() })
}
