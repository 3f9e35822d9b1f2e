import { basename } from 'node:path'
import { fitsSocket } from '../administration/socket-path.js'
import type { TaskResult } from '../administration/task-result.js'
import { sendTask, taskSocketPath } from '../administration/task-socket.js'
import type { TaskOutput } from '../administration/tasks.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'
import { addressOf, healthAt } from './health-at.js'

const OWNER_TIMEOUT_MS = 2_000

export const service: Check = {
  name: 'service',
  async diagnose(context) {
    const [atSocket, health] = await Promise.all([findingAtSocket(context), healthAt(context.settings)])
    const place = addressOf(context.settings)
    if (atSocket?.grade === 'fail') return [atSocket]
    if (health === 'not ready')
      return [warn(`Plinth runs at ${place}, but is not ready`, 'see the checks above, and the log of the service')]
    if (atSocket && health !== 'ready' && context.settings.port !== 0) return [elsewhereFinding(place)]
    if (atSocket) return [atSocket]
    if (health !== 'ready') return [ok('no service runs here')]
    if (context.databaseFile === undefined) return [ok(`it runs at ${place}`)]
    return [
      warn(
        `Plinth runs at ${place}, but accepts no commands for ${basename(context.databaseFile)}`,
        'it may use another data folder or run as another user; if the path is too long for a socket, its log says so',
      ),
    ]
  },
}

const elsewhereFinding = (place: string) =>
  warn(
    `it runs and accepts commands, but not at ${place}`,
    'run this command with the settings of the service; if it is part of an application, see where that listens',
  )

/** Returns the finding for the process that owns the SQLite file; `undefined` if there is none or it is unreachable. */
export async function findingAtSocket({ databaseFile }: DoctorContext): Promise<Finding | undefined> {
  const path = databaseFile === undefined ? undefined : taskSocketPath({ databaseUrl: `sqlite:${databaseFile}` })
  if (path === undefined || !fitsSocket(path)) return undefined
  const signal = AbortSignal.timeout(OWNER_TIMEOUT_MS)
  const result = await sendTask(path, 'doctor', {}, signal).catch(() => undefined)
  if (result) return serviceFinding(result)
  if (!signal.aborted) return undefined
  return fail('a process uses the database, but does not respond', 'check whether it is suspended')
}

function serviceFinding(result: TaskResult): Finding {
  // A service of another version may not know the task
  const { problem } = 'output' in result ? (result.output as TaskOutput<'doctor'>) : { problem: null }
  if (problem === null) return ok('it runs, and accepts commands')
  return fail(`it runs, but ${problem}`, 'fix that; until then it responds to writes with 503')
}
