import type { Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { taskSocketPath } from '../administration/task-socket.js'
import { isHidden, RUN_AS_OWNER, statsOf, thisUser } from '../file-access.js'
import { exposuresOf, KEY_FILE } from '../key-file.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'

const GROUP = 0o070
const OTHERS = 0o007
/** Folders in which container engines and systemd provide secrets, with permissions of their own. */
const MANAGED_SECRETS = /^\/run\/(secrets|credentials)\//

/** Checks that files with hashes or keys, and the socket, are accessible only to the user that runs Plinth. */
export const privateFiles: Check = {
  name: 'files',
  diagnose(context) {
    const hidden = filesOf(context).find(isHidden)
    if (hidden !== undefined) return [fail(`${thisUser()} may not see the files in ${dirname(hidden)}`, RUN_AS_OWNER)]
    const found = filesOf(context).flatMap((file) => {
      const stats = statsOf(file)
      return stats?.isFile() || stats?.isSocket() ? [{ file, stats }] : []
    })
    const problems = [...found.flatMap(({ file, stats }) => problemsOf(file, stats)), ...exposedSecrets(context)]
    if (problems.length > 0) return problems
    if (found.length === 0) return [ok('there are none yet')]
    return [ok(`only the owner may open ${found.map(({ file }) => basename(file)).join(', ')}`)]
  },
}

function filesOf({ settings: { dataDir }, databaseFile }: DoctorContext): string[] {
  const key = join(dataDir, KEY_FILE)
  if (databaseFile === undefined) return [key]
  const socket = taskSocketPath({ databaseUrl: `sqlite:${databaseFile}` }) ?? ''
  return [key, databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`, socket]
}

/** Returns warnings for secret files open to others. A start accepts them: a container may have only one user. */
function exposedSecrets({ secretFiles }: DoctorContext): Finding[] {
  return [...secretFiles].flatMap(([variable, file]) => {
    const isOpen = ((statsOf(file)?.mode ?? 0) & OTHERS) !== 0 && !MANAGED_SECRETS.test(resolve(file))
    return isOpen ? [warn(`${file} (${variable}) is open to everybody on this machine`, `chmod 600 ${file}`)] : []
  })
}

function problemsOf(file: string, stats: Stats): Finding[] {
  return basename(file) === KEY_FILE ? keyProblems(file, stats) : fileProblems(file, stats)
}

/** Returns findings for the key file. The service does not start if others can open it. */
function keyProblems(file: string, stats: Stats): Finding[] {
  const exposures = exposuresOf(file, stats).map(({ finding, remedy }) => fail(`${file} ${finding}`, remedy))
  if (exposures.length > 0) return exposures
  return stats.mode & GROUP ? [warn(`${file} is open to its group`, `chmod 600 ${file}`)] : []
}

function fileProblems(file: string, { mode, uid }: Stats): Finding[] {
  const remedy = `chmod 600 ${file}`
  const owner = statsOf(dirname(file))?.uid ?? uid
  return [
    ...(mode & OTHERS ? [fail(`${file} is open to everybody on this machine`, remedy)] : []),
    ...(mode & GROUP && !(mode & OTHERS) ? [warn(`${file} is open to its group`, remedy)] : []),
    ...(uid === owner
      ? []
      : [
          warn(
            `${file} belongs to user ${uid}, its folder to user ${owner}`,
            `chown ${owner} ${file}, unless this is intended`,
          ),
        ]),
  ]
}
