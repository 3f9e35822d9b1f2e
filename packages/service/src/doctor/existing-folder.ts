import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The folder itself, or the nearest one above it that is there. */
export function existingFolder(folder: string): string {
  const path = resolve(folder)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() || dirname(path) === path) return path
  return existingFolder(dirname(path))
}
