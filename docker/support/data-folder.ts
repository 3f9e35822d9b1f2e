import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The user id in the image. */
export const IMAGE_UID = 10001

const run = promisify(execFile)

/** Creates an empty folder that the image's user may write to. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-image-'))
  await makeWritable(folder)
  return folder
}

/** Gives the image's user access to a folder and everything in it. */
export async function makeWritable(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await run('chown', ['-R', `${IMAGE_UID}:${IMAGE_UID}`, folder])
  else await run('chmod', ['-R', 'a+rwX', folder])
}

export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
