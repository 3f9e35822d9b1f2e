import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../storage/make-folder.js'

/** Bytes that are read at once. */
const CHUNK = 65_536

/** A file that waits for its reader. No folder lists it, so that nothing is left of it however the process ends. */
export async function openSpoolFile(folder: string): Promise<FileHandle> {
  const uploads = join(folder, 'uploads')
  makeFolder(uploads)
  const path = join(uploads, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Reads it from the start, whoever else does. */
export async function* chunksOf(spool: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await spool.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
