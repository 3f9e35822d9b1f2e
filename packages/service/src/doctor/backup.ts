import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DatabaseNotOpened, serverCapabilities } from '@plinth/kernel/composition'
import { type Check, ok, warn } from './check.js'

/** Whether `plinth backup` can back up a PostgreSQL server from here. */
export const backup: Check = {
  name: 'backup',
  async diagnose({ database }) {
    if (database === undefined || database instanceof DatabaseNotOpened) return []
    const server = await serverCapabilities(database)
    if (!server) return []
    const version = await versionOfPgDump()
    if (version === undefined) return [ok('pg_dump, which plinth backup runs, is not installed on this machine')]
    if (version >= server.version) return [ok(`pg_dump ${version} backs up the server of version ${server.version}`)]
    return [
      warn(
        `pg_dump is version ${version}, but the server is version ${server.version}, so plinth backup fails`,
        `install the client of PostgreSQL ${server.version} or newer`,
      ),
    ]
  },
}

async function versionOfPgDump(): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('pg_dump', ['--version'])
    return Number(/ (\d+)/.exec(stdout)?.[1]) || undefined
  } catch {
    return undefined
  }
}
