import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, without a slash at its end. */
export const REPO_ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** Everything that these tests make; nothing above it has a `node_modules`. */
const WORK = mkdtempSync(join(tmpdir(), 'plinth-packages-'))
// A test that runs as root starts PostgreSQL as somebody else, who must be able to enter.
chmodSync(WORK, 0o755)

/** A new folder that is gone after the tests. */
export async function workFolder(name: string): Promise<string> {
  const folder = join(WORK, name)
  await mkdir(folder, { recursive: true })
  return folder
}

after(() => rmSync(WORK, { recursive: true, force: true }))
