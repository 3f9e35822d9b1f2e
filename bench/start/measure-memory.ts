import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../support/figure.js'
import { LimitServer } from '../support/limit-server.js'
import { LoadGenerator, type LoadResult } from '../support/load-generator.js'
import { sampleOf } from '../support/population.js'
import { sizeOf } from '../support/process-status.js'
import { withSite } from '../support/site.js'
import type { Workplace } from '../support/workplace.js'

const PEOPLE = 1_000
const CONNECTIONS = 32
/** How long in ms a process is left alone before its memory counts. */
const SETTLE = 3_000
const GOAL = 45
/** How much more memory the last nine tenths of the load may add, by what is there after the first. */
const FLAT = 1.1

/** Without TypeScript, whose compiler would take memory of its own. */
const BARE_RESTIFY = `
  const server = require('restify').createServer()
  server.get('/api/users/:username', async (request, response) => { response.send({ username: request.params.username }) })
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/api'))`

/** Memory beside that of bare restify, idle and after minutes of load. Nothing where the system does not tell. */
export function memoryFigures(workplace: Workplace, database: string, minutes: number): Promise<Figure[]> {
  return withSite(workplace, database, { people: PEOPLE }, async ({ service }) => {
    const restify = await LimitServer.startNode(['--eval', BARE_RESTIFY], workplace.signal)
    const load = loader(workplace)
    try {
      await pause(SETTLE)
      const idle = await memoryOf(service)
      if (idle === undefined) return []
      const limit = (await memoryOf(restify)) ?? Number.NaN
      await load(restify.url, minutes * 6)
      const loadedLimit = (await memoryOf(restify)) ?? Number.NaN
      await load(service.url, minutes * 6)
      const early = (await memoryOf(service)) ?? Number.NaN
      const { answers } = await load(service.url, minutes * 54)
      const late = (await memoryOf(service)) ?? Number.NaN
      const figure = { database, unit: 'MB', goal: GOAL }
      const both = (ours: number, theirs: number) => `${ours.toFixed(0)} MB − ${theirs.toFixed(0)} MB`
      return [
        { ...figure, what: 'idle memory over bare restify', value: idle - limit, note: both(idle, limit) },
        {
          ...figure,
          what: `memory after ${minutes} min of load over bare restify`,
          value: late - loadedLimit,
          note: both(late, loadedLimit),
        },
        {
          database,
          what: 'memory at the end of the load by that after a tenth',
          value: late / early,
          unit: '×',
          goal: FLAT,
          note: `${answers} answers`,
        },
      ]
    } finally {
      await restify.stop()
    }
  })
}

const memoryOf = ({ pid }: { readonly pid: number | undefined }) => sizeOf(pid, 'VmRSS')

function loader({ signal }: Workplace): (url: string, seconds: number) => Promise<LoadResult> {
  const requests = sampleOf(PEOPLE, CONNECTIONS).map(({ username, key }) => ({
    method: 'GET' as const,
    path: `/api/users/${username}`,
    headers: { 'X-API-KEY': key },
  }))
  return async (url, seconds) => {
    const generator = new LoadGenerator(signal)
    const result = await generator.run({ url: new URL(url).origin, connections: CONNECTIONS, seconds, requests })
    generator.stop()
    await pause(SETTLE)
    return result
  }
}
