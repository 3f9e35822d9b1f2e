import { type Stats, statSync } from 'node:fs'
import { ownerFileOf } from './sqlite-ownership.js'

/**
 * Records the identities of a database file and, with `withCompanions`, of its write-ahead log and the index of the
 * log, which exist as long as a connection is open, and of the file with the lock. Returns a function that returns
 * whether any of these files has been replaced or removed since. Later writes could then be lost: when the process
 * ends, or because another one opens the file too.
 */
export function replacementDetector(
  path: string,
  { withCompanions }: { readonly withCompanions: boolean },
): () => boolean {
  const paths = withCompanions ? [path, `${path}-wal`, `${path}-shm`, ownerFileOf(path)] : [path]
  const files = paths.map((file) => ({ file, original: identityOf(file) }))
  return () => files.some(({ file, original }) => identityOf(file) !== original)
}

function identityOf(file: string): string | undefined {
  const found: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
