import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { httpErrors } from '../http-errors.js'
import type { ReceivedFile } from '../upload.js'
import { openSpoolFile, receivedFile } from './spool-file.js'

/** Options of a received stream. */
export interface ReceivedStreamOptions {
  /** Max size in bytes. */
  readonly limit: number
  /** Folder for the temporary file. */
  readonly folder: string
  /** Cancels receiving. */
  readonly signal: AbortSignal
}

/**
 * Receives a stream into a temporary file, like an upload, for callers that need random access to unchanging data.
 * Passes the file to `use` and always deletes it afterwards. Throws `BODY_TOO_LARGE` and `UPLOAD_FAILED`; an error of
 * the stream itself is rethrown.
 */
export async function withReceivedStream<T>(
  source: AsyncIterable<Buffer>,
  options: ReceivedStreamOptions,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const spool = await openSpoolFile(options.folder).catch(() => {
    throw httpErrors.UPLOAD_FAILED()
  })
  try {
    const size = await save(source, spool, options)
    return await use(receivedFile(spool, size))
  } finally {
    await spool.close()
  }
}

/** Saves a stream. Resolves to its size in bytes. */
async function save(
  source: AsyncIterable<Buffer>,
  spool: FileHandle,
  { limit, signal }: ReceivedStreamOptions,
): Promise<number> {
  let size = 0
  const append = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limit) throw httpErrors.BODY_TOO_LARGE({ limit })
      await spool.appendFile(chunk).catch(() => {
        throw httpErrors.UPLOAD_FAILED()
      })
    }
  }
  await pipeline(source, append, { signal })
  return size
}
