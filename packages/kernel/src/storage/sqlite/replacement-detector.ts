import { type Stats, statSync } from 'node:fs'
import { ownerFileOf } from './sqlite-ownership.js'

/**
 * Records the identity of a database file and, with `withCompanions`, of the files next to it: the owner file, and the
 * write-ahead log and its index, which exist while a connection is open. Returns a function that returns whether any of
 * these files has been replaced or removed since. Later writes could then be lost: when the process ends, or because
 * another process opens the database too.
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
