import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { createBackupFile, notBackedUp, separatePassword } from '@plinth/kernel/composition'

const NOT_INSTALLED =
  'pg_dump was not found. Install the client of PostgreSQL, of the version of the server or newer (on Debian the package ' +
  'postgresql-client), or run pg_dump where it is installed'

/**
 * Copies the database of a URL to a new file with pg_dump, in its custom format, which pg_restore reads. Throws
 * `NOT_BACKED_UP` with the reason.
 */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  createBackupFile(file)
  try {
    await dump(url, file)
  } catch (error) {
    rmSync(file, { force: true })
    throw (error as { code?: string }).code === 'ENOENT' ? notBackedUp(NOT_INSTALLED) : error
  }
}

async function dump(url: string, file: string): Promise<void> {
  // Other users of the machine can see arguments, but not the environment
  const { urlWithoutPassword, password } = separatePassword(url)
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) }
  const args = ['--format=custom', '--no-password', `--file=${file}`, `--dbname=${urlWithoutPassword}`]
  const child = spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [[code], errorOutput] = await Promise.all([once(child, 'close'), text(child.stderr)])
  if (code !== 0) throw notBackedUp(errorOutput.trim().split('\n')[0] || `pg_dump ended with ${code}`)
}
