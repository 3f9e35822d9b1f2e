import { type Stats, statSync } from 'node:fs'

/**
 * Remembers which files an open database consists of: its own, the write-ahead log and the index of the log, both of
 * which stay as long as a connection is open. Returns a function that tells whether any of them has since been replaced
 * or removed: what is written then is lost with the process.
 */
export function watchSqliteFiles(path: string): () => boolean {
  const files = [path, `${path}-wal`, `${path}-shm`].map((file) => ({ file, opened: identityOf(file) }))
  return () => files.some(({ file, opened }) => identityOf(file) !== opened)
}

function identityOf(file: string): string | undefined {
  const found: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
