import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fitsSocket } from '../administration/socket-path.js'
import { askOwner, socketBeside } from '../administration/task-socket.js'
import { type Check, ok, warn } from './check.js'
import { healthAt, placeOfPort } from './health-at.js'
import type { Surroundings } from './surroundings.js'

/** Longest wait in ms for the owner of a SQLite file. */
const PATIENCE = 2_000

export const service: Check = {
  name: 'service',
  async examine(surroundings) {
    const [isAtSocket, health] = await Promise.all([answersAtSocket(surroundings), healthAt(surroundings.settings)])
    const place = placeOfPort(surroundings.settings)
    if (health === 'not ready')
      return [warn(`Plinth runs at ${place}, but is not ready`, 'see the checks above, and its log')]
    if (isAtSocket) return [ok('it runs, and takes tasks of this command')]
    if (health !== 'ready') return [ok('none runs here')]
    if (surroundings.databaseFile === undefined) return [ok(`it runs at ${place}`)]
    return [
      warn(
        `Plinth runs at ${place}, but takes no tasks for ${basename(surroundings.databaseFile)}`,
        'it may have another data folder or belong to another user; where the path is too long for a socket its log says so',
      ),
    ]
  },
}

async function answersAtSocket({ databaseFile }: Surroundings): Promise<boolean> {
  const path = databaseFile === undefined ? undefined : socketBeside({ databaseUrl: `sqlite:${databaseFile}` })
  if (path === undefined || !fitsSocket(path)) return false
  const answer = askOwner(path, 'settings show', {}).catch(() => undefined)
  return (await Promise.race([answer, pause(PATIENCE, undefined, { ref: false })])) !== undefined
}
