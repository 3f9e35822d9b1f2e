import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../storage/make-folder.js'

/** Bytes that are read at once. */
const CHUNK = 262_144

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
  for (let start = 0; ; ) {
    const chunk = await readBetween(spool, start, start + CHUNK)
    if (chunk.length === 0) return
    start += chunk.length
    yield chunk
  }
}

/** The bytes between two places; fewer where the file ends before. */
export async function readBetween(spool: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(end - start)
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await spool.read(buffer, filled, buffer.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
