import { resolve } from 'node:path'
import { type Check, type Finding, fail, ok } from './check.js'
import { foldersOf } from './doctor-context.js'
import { isUsable, nearestThere, statsOf, thisUser } from './look.js'

export const folders: Check = {
  name: 'folders',
  examine: (context) => foldersOf(context).map(findingOf),
}

function findingOf(folder: string): Finding {
  const there = nearestThere(folder)
  if (!statsOf(there)?.isDirectory()) return fail(`${there} is no folder`, 'choose another one, or move the file away')
  const isThere = there === resolve(folder)
  if (isUsable(there)) return ok(isThere ? `${folder} can be written` : `${folder} is made at the first start`)
  if (!isThere)
    return fail(
      `${folder} is missing, and ${thisUser()} cannot make it`,
      `make it for the user that runs Plinth: install -d -m 700 -o <user> ${folder}`,
    )
  return fail(
    `${there} cannot be written by ${thisUser()}`,
    'give it to the user that runs Plinth (chown), and mount it for writing',
  )
}
