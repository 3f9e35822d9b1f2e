import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Passes `work` a file on disk as a `Blob`, and removes the file even if `work` fails. */
export async function withTemporaryFile(
  write: (path: string) => Promise<void>,
  work: (file: Blob) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-client-'))
  try {
    const path = join(folder, 'plant.json')
    await write(path)
    await work(await openAsBlob(path))
  } finally {
    await rm(folder, { recursive: true })
  }
}
