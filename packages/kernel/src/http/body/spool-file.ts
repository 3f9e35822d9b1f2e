import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../storage/make-folder.js'
import type { ReceivedFile } from '../upload.js'

/** Bytes per read. */
const CHUNK_BYTES = 262_144
/** Ending of the names of our files: a host may have files of its own in a folder of this name. */
const SUFFIX = '.plinth-upload'

/** Opens a temporary file. It is unlinked immediately, so that nothing is left of it however the process ends. */
export async function openSpoolFile(folder: string): Promise<FileHandle> {
  const uploads = join(folder, 'uploads')
  makeFolder(uploads)
  const path = join(uploads, `${randomUUID()}${SUFFIX}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path, { force: true }) // a starting process may have removed it already
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Removes files of processes that were killed before they could unlink them. Files in use remain readable. */
export async function removeLeftoverUploads(folder: string): Promise<void> {
  const uploads = join(folder, 'uploads')
  const names = await readdir(uploads).catch(() => [])
  const leftovers = names.filter((name) => name.endsWith(SUFFIX))
  await Promise.all(leftovers.map((name) => rm(join(uploads, name), { force: true }).catch(() => {})))
}

/** Returns access to the `size` bytes that were saved in a temporary file. */
export function receivedFile(spool: FileHandle, size: number): ReceivedFile {
  return {
    size,
    chunks: () => chunksOf(spool),
    read: (start, end, into) => readBetween(spool, start, Math.min(end, size), into),
  }
}

/**
 * Reads a file from the start, independently of other readers. A chunk is valid until the next one is read: all share
 * one buffer.
 */
async function* chunksOf(spool: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  for (let start = 0; ; ) {
    const chunk = await readBetween(spool, start, start + CHUNK_BYTES, buffer)
    if (chunk.length === 0) return
    start += chunk.length
    yield chunk
  }
}

/** Reads the bytes from `start` to `end`; fewer if the file ends before. */
async function readBetween(
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
