import { basename } from 'node:path'
import { fitsSocket } from '../administration/socket-path.js'
import type { TaskAnswer } from '../administration/task-answer.js'
import { askOwner, socketBeside } from '../administration/task-socket.js'
import type { TaskOutput } from '../administration/tasks.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'
import { addressOf, healthAt } from './health-at.js'

const OWNER_TIMEOUT_MS = 2_000

export const service: Check = {
  name: 'service',
  async examine(context) {
    const [atSocket, health] = await Promise.all([findingAtSocket(context), healthAt(context.settings)])
    const place = addressOf(context.settings)
    if (atSocket?.grade === 'fail') return [atSocket]
    if (health === 'not ready')
      return [warn(`Plinth runs at ${place}, but is not ready`, 'see the checks above, and its log')]
    if (atSocket) return [atSocket]
    if (health !== 'ready') return [ok('none runs here')]
    if (context.databaseFile === undefined) return [ok(`it runs at ${place}`)]
    return [
      warn(
        `Plinth runs at ${place}, but takes no tasks for ${basename(context.databaseFile)}`,
        'it may have another data folder or belong to another user; where the path is too long for a socket its log says so',
      ),
    ]
  },
}

/** Returns the finding of the process that owns the SQLite file; `undefined` if there is none or it is unreachable. */
async function findingAtSocket({ databaseFile }: DoctorContext): Promise<Finding | undefined> {
  const path = databaseFile === undefined ? undefined : socketBeside({ databaseUrl: `sqlite:${databaseFile}` })
  if (path === undefined || !fitsSocket(path)) return undefined
  const signal = AbortSignal.timeout(OWNER_TIMEOUT_MS)
  const answer = await askOwner(path, 'doctor', {}, signal).catch(() => undefined)
  if (answer) return ownFinding(answer)
  if (!signal.aborted) return undefined
  return fail('a process has the database, but does not answer', 'see whether it is stopped or frozen')
}

function ownFinding(answer: TaskAnswer): Finding {
  // A service of another version may not know the task
  const { problem } = 'output' in answer ? (answer.output as TaskOutput<'doctor'>) : { problem: null }
  if (problem === null) return ok('it runs, and takes tasks of this command')
  return fail(`it runs, but ${problem}`, 'until then it answers writes with 503')
}
