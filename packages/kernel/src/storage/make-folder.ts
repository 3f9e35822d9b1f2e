import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for this user alone. Node's own recursive way never ends below `/proc`, where a
 * folder is there and nothing can be made in it.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!isFolder(folder)) throw error // else another process was faster
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
