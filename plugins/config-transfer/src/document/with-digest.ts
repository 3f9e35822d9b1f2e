import { createHash } from 'node:crypto'
import type { ReceivedFile } from '@plinth/kernel'

/** Computes the digest of a file while it is read for the first time. */
export function withDigest(file: ReceivedFile): { readonly file: ReceivedFile; readonly digest: () => string } {
  const hash = createHash('sha256')
  async function* chunks() {
    for await (const chunk of file.chunks()) {
      hash.update(chunk)
      yield chunk
    }
  }
  const read: ReceivedFile['read'] = (start, end, into) => file.read(start, end, into)
  return { file: { size: file.size, chunks, read }, digest: () => hash.digest('hex') }
}
