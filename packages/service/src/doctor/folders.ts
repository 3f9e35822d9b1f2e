import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Check, type Finding, fail, ok } from './check.js'
import { existingFolder } from './existing-folder.js'
import { foldersOf } from './surroundings.js'

export const folders: Check = {
  name: 'folders',
  examine: (surroundings) => foldersOf(surroundings).map(findingOf),
}

function findingOf(folder: string): Finding {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) return fail(`${folder} is no folder`, 'choose another one, or move the file away')
  const existing = existingFolder(folder)
  if (!isWritable(existing)) {
    return fail(
      `${existing} cannot be written by this user (${process.getuid?.() ?? 'unknown'})`,
      'give it to the user that runs Plinth (chown), and mount it for writing',
    )
  }
  return ok(existing === resolve(folder) ? `${folder} can be written` : `${folder} is made at the first start`)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
