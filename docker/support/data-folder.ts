import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The user of the image. */
export const USER = 10001

const run = promisify(execFile)

/** An empty folder that the image's user may write to. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-image-'))
  await handOver(folder)
  return folder
}

/** Lets the image's user have a folder and all in it. */
export async function handOver(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await run('chown', ['-R', `${USER}:${USER}`, folder])
  else await run('chmod', ['-R', 'a+rwX', folder])
}

/** Deletes it. */
export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
