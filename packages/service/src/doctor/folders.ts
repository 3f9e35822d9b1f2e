import { resolve } from 'node:path'
import { type Check, type Finding, fail, ok } from './check.js'
import { isUsable, nearestThere, statsOf, thisUser } from './look.js'
import { foldersOf } from './surroundings.js'

export const folders: Check = {
  name: 'folders',
  examine: (surroundings) => foldersOf(surroundings).map(findingOf),
}

function findingOf(folder: string): Finding {
  const there = nearestThere(folder)
  if (!statsOf(there)?.isDirectory()) return fail(`${there} is no folder`, 'choose another one, or move the file away')
  if (!isUsable(there)) {
    return fail(
      `${there} cannot be written by ${thisUser()}`,
      'give it to the user that runs Plinth (chown), and mount it for writing',
    )
  }
  return ok(there === resolve(folder) ? `${folder} can be written` : `${folder} is made at the first start`)
}
