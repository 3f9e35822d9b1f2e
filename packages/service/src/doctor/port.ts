import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Check, type Finding, fail, ok } from './check.js'
import { healthAt } from './health-at.js'

export const port: Check = {
  name: 'port',
  async examine({ settings, isWrong }) {
    if (isWrong('port') || isWrong('host')) return []
    const { host, port: number } = settings
    if (number === 0) return [ok('any free one is taken')]
    const health = await healthAt(settings)
    if (health === 'ready' || health === 'not ready') return [ok(`${number} is held by Plinth`)]
    return [await findingOf(host, number)]
  },
}

const REFUSALS: Readonly<Record<string, (place: string) => Finding>> = {
  EADDRINUSE: (place) => fail(`${place} is held by another program`, 'stop it, or choose another PLINTH_PORT'),
  EACCES: (place) => fail(`this user may not open ${place}`, 'choose a PLINTH_PORT above 1023'),
  EADDRNOTAVAIL: (place) => fail(`${place} is no address of this machine`, 'mend PLINTH_HOST'),
}

/** Opens it for a moment, as nothing else tells whether it can be; nobody can have come in by then. */
async function findingOf(host: string, number: number): Promise<Finding> {
  const place = `${host}:${number}`
  const server = createServer().listen(number, host)
  try {
    await once(server, 'listening')
    return ok(`${number} is free`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return REFUSALS[code]?.(place) ?? fail(`${place} cannot be opened (${code})`, 'mend PLINTH_HOST and PLINTH_PORT')
  } finally {
    server.close()
  }
}
