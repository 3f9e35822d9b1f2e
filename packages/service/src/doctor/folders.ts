import { resolve } from 'node:path'
import { isHidden, isUsable, nearestExisting, RUN_AS_OWNER, statsOf, thisUser } from '../file-access.js'
import { type Check, type Finding, fail, ok } from './check.js'
import { foldersOf } from './doctor-context.js'

export const folders: Check = {
  name: 'folders',
  diagnose: (context) => foldersOf(context).map(findingOf),
}

function findingOf(folder: string): Finding {
  const nearest = nearestExisting(folder)
  if (!statsOf(nearest)?.isDirectory())
    return fail(`${nearest} is not a folder`, 'choose another folder, or move the file')
  if (isHidden(folder)) return fail(`${thisUser()} may not see ${folder}`, RUN_AS_OWNER)
  const exists = nearest === resolve(folder)
  if (isUsable(nearest)) return ok(exists ? `${folder} is writable` : `${folder} is created when it is needed`)
  if (!exists)
    return fail(
      `${folder} does not exist, and ${thisUser()} cannot create it`,
      `create it for the user that runs Plinth: install -d -m 700 -o <user> ${folder}`,
    )
  return fail(`${nearest} is not writable by ${thisUser()}`, `${RUN_AS_OWNER}, and mount it read-write`)
}
