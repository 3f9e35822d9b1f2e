import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, without a trailing slash. */
export const REPO_ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/**
 * The folder for everything that these tests create. It is outside the checkout, whose `node_modules` npm would use.
 */
const WORK = mkdtempSync(join(tmpdir(), 'plinth-packages-'))
// As root, tests run PostgreSQL as another user, who must be able to enter.
chmodSync(WORK, 0o755)

/** Creates a folder that is removed after the tests. */
export async function workFolder(name: string): Promise<string> {
  const folder = join(WORK, name)
  await mkdir(folder, { recursive: true })
  return folder
}

after(() => rmSync(WORK, { recursive: true, force: true }))
