import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { httpErrors } from '../http-errors.js'
import type { ReceivedFile } from '../upload.js'
import { chunksOf, openSpoolFile, readBetween } from './spool-file.js'

/** What bounds a stream that is received. */
export interface StreamLimits {
  /** The most bytes that it may have. */
  readonly limit: number
  /** Where it waits. */
  readonly folder: string
  /** Gives it up. */
  readonly signal: AbortSignal
}

/**
 * Receives a stream into a file as an upload is, for work that reads at any place: what has been received does not
 * change under it. Hands the file to `use` and forgets it afterwards, whatever happens. Throws `BODY_TOO_LARGE` and
 * `UPLOAD_FAILED`; an error of the stream itself is thrown as it is.
 */
export async function withReceivedStream<T>(
  source: AsyncIterable<Buffer>,
  limits: StreamLimits,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const spool = await openSpoolFile(limits.folder).catch(() => {
    throw httpErrors.UPLOAD_FAILED()
  })
  try {
    const size = await save(source, spool, limits)
    return await use({
      size,
      chunks: () => chunksOf(spool),
      read: (start, end, into) => readBetween(spool, start, Math.min(end, size), into),
    })
  } finally {
    await spool.close()
  }
}

/** Resolves to how many bytes there were. */
async function save(
  source: AsyncIterable<Buffer>,
  spool: FileHandle,
  { limit, signal }: StreamLimits,
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
