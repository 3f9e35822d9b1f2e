import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../storage/make-folder.js'

/** Bytes that are read at once. */
const CHUNK = 262_144

/** A file that waits for its reader. No folder lists it, so that nothing is left of it however the process ends. */
export async function openSpoolFile(folder: string): Promise<FileHandle> {
  const uploads = join(folder, 'uploads')
  makeFolder(uploads)
  const path = join(uploads, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path, { force: true }) // another process that starts may have been faster
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Removes what a process has left that was killed before it had hidden a file. One that is in use is read on all the
 * same.
 */
export async function clearSpool(folder: string): Promise<void> {
  const uploads = join(folder, 'uploads')
  const left = await readdir(uploads).catch(() => [])
  await Promise.all(left.map((name) => rm(join(uploads, name), { force: true }).catch(() => {})))
}

/**
 * Reads it from the start, whoever else does. Each chunk is good until the next one is asked for: there is one buffer.
 */
export async function* chunksOf(spool: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK)
  for (let start = 0; ; ) {
    const chunk = await readBetween(spool, start, start + CHUNK, buffer)
    if (chunk.length === 0) return
    start += chunk.length
    yield chunk
  }
}

/** The bytes between two places; fewer where the file ends before. */
export async function readBetween(
  spool: FileHandle,
  start: number,
  end: number,
  into: Buffer = Buffer.allocUnsafeSlow(end - start),
): Promise<Buffer> {
  let filled = 0
  while (filled < end - start) {
    const { bytesRead } = await spool.read(into, filled, end - start - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return into.subarray(0, filled)
}
