import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@plinth/testing'

/** A PostgreSQL server from the system's package, with its own tools. */
export interface InstalledPostgres {
  readonly port: number
  readonly superuserUrl: string
  /** `PATH` with the server's tools of the same version in front. */
  readonly path: string
  /** Shuts the server down, in order or at once, and starts it again. Resolves when it accepts connections. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  stop(): void
}

const PASSWORD = 'superuser password'

/** Creates a cluster with the newest installed server, and starts it. `prepare` changes files in its data folder. */
export async function startInstalledPostgres(prepare: (data: string) => void = () => {}): Promise<InstalledPostgres> {
  const bin = newestBinFolder()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-operations-'))
  chmodSync(folder, 0o777) // the server runs as another user when the tests run as root
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const data = join(folder, 'data')
  const port = await freePort()

  runAsServerUser(
    `'${bin}/initdb' --pgdata='${data}' --username=postgres --auth=scram-sha-256 --pwfile='${passwordFile}'`,
  )
  prepare(data)
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  runAsServerUser(`'${bin}/pg_ctl' start --wait --pgdata='${data}' --log='${folder}/log' --options='${options}'`)
  return {
    port,
    superuserUrl: `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    path: `${bin}${delimiter}${process.env.PATH}`,
    restart: async (mode) => {
      const [program, args] = asServerUser(
        `'${bin}/pg_ctl' restart --wait --mode=${mode} --pgdata='${data}' --log='${folder}/log'`,
      )
      await promisify(execFile)(program, args, { cwd: tmpdir() })
    },
    stop: () => {
      runAsServerUser(`'${bin}/pg_ctl' stop --wait --mode=immediate --pgdata='${data}'`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the folder with the programs of the newest installed server. */
export function newestBinFolder(): string {
  const versions = '/usr/lib/postgresql' // of Debian
  const [newest] = readdirSync(versions).sort((one, other) => Number(other) - Number(one))
  if (newest === undefined) throw new Error(`no PostgreSQL is installed in ${versions}`)
  return join(versions, newest, 'bin')
}

function runAsServerUser(command: string): void {
  const [program, args] = asServerUser(command)
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() })
}

/** Makes a command run as the user `postgres` if this process is root, because PostgreSQL refuses to run as root. */
function asServerUser(command: string): [program: string, args: string[]] {
  const isRoot = process.getuid?.() === 0
  return isRoot ? ['runuser', ['-u', 'postgres', '--', 'sh', '-c', command]] : ['sh', ['-c', command]]
}
