import { type Stats, statSync } from 'node:fs'
import { sidecarOf } from './sqlite-ownership.js'

/**
 * Records the identities of the files of an open database: its own; the write-ahead log and the index of the log, which
 * exist as long as a connection is open; and the sidecar file with the lock. Returns a function that returns whether
 * any of them has been replaced or removed since. Later writes could then be lost: when the process ends, or because
 * another one opens the file as well.
 */
export function watchSqliteFiles(path: string): () => boolean {
  return watchFiles([path, `${path}-wal`, `${path}-shm`, sidecarOf(path)])
}

/** Like `watchSqliteFiles`, but without the files next to the database, which may come and go. */
export function watchSqliteFile(path: string): () => boolean {
  return watchFiles([path])
}

function watchFiles(paths: readonly string[]): () => boolean {
  const files = paths.map((file) => ({ file, original: identityOf(file) }))
  return () => files.some(({ file, original }) => identityOf(file) !== original)
}

function identityOf(file: string): string | undefined {
  const found: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
