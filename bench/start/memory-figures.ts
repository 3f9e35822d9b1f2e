import { setTimeout as pause } from 'node:timers/promises'
import { BaselineServer } from '../support/baseline-server.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator, type LoadResult } from '../support/load-generator.js'
import { sampleOf } from '../support/population.js'
import { sizeOf } from '../support/process-status.js'
import type { Sandbox } from '../support/sandbox.js'
import { withTestBed } from '../support/test-bed.js'

const USER_COUNT = 1_000
const CONNECTIONS = 32
/** Pause before the memory of a process is measured. */
const SETTLE_MS = 3_000
const MAX_MB = 45
/** Maximum ratio of memory at the end of the load to memory after its first tenth. */
const MAX_GROWTH = 1.1

/** A program in JavaScript, because a TypeScript createLoad would need memory of its own. */
const BARE_RESTIFY = `
  const server = require('restify').createServer()
  server.get('/api/users/:username', async (request, response) => { response.send({ username: request.params.username }) })
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/api'))`

/**
 * Compares memory with that of bare restify, idle and under load. Returns no figures if the OS does not report memory.
 */
export function memoryFigures(sandbox: Sandbox, database: string, minutes: number): Promise<Figure[]> {
  return withTestBed(sandbox, database, { userCount: USER_COUNT }, async ({ service }) => {
    const restify = await BaselineServer.startNode(['--eval', BARE_RESTIFY], sandbox.signal)
    const load = createLoad(sandbox)
    const tenthSeconds = minutes * 6
    try {
      await pause(SETTLE_MS)
      const idle = await memoryOf(service)
      if (idle === undefined) return []
      const baseline = (await memoryOf(restify)) ?? Number.NaN
      await load(restify.url, tenthSeconds)
      const loadedBaseline = (await memoryOf(restify)) ?? Number.NaN
      await load(service.url, tenthSeconds)
      const early = (await memoryOf(service)) ?? Number.NaN
      const { responses } = await load(service.url, 9 * tenthSeconds)
      const late = (await memoryOf(service)) ?? Number.NaN
      return [
        above(database, 'idle memory', idle, baseline),
        above(database, `memory after ${minutes} min of load`, late, loadedBaseline),
        {
          database,
          what: 'memory at the end of the load ÷ memory after its first tenth',
          value: late / early,
          unit: '×',
          max: MAX_GROWTH,
          note: `${responses} responses`,
        },
      ]
    } finally {
      await restify.stop()
    }
  })
}

/** Measures only the memory of the idle service. */
export function idleMemoryFigures(sandbox: Sandbox, database: string): Promise<Figure[]> {
  return withTestBed(sandbox, database, { userCount: USER_COUNT }, async ({ service }) => {
    const restify = await BaselineServer.startNode(['--eval', BARE_RESTIFY], sandbox.signal)
    try {
      await pause(SETTLE_MS)
      const [idle, baseline] = [await memoryOf(service), await memoryOf(restify)]
      return idle === undefined || baseline === undefined ? [] : [above(database, 'idle memory', idle, baseline)]
    } finally {
      await restify.stop()
    }
  })
}

function above(database: string, what: string, ours: number, baseline: number): Figure {
  const note = `${ours.toFixed(0)} MB − ${baseline.toFixed(0)} MB`
  const steadyRatio = baseline / ours
  return {
    database,
    what: `${what} above bare restify`,
    value: ours - baseline,
    unit: 'MB',
    max: MAX_MB,
    note,
    steadyRatio,
  }
}

const memoryOf = ({ pid }: { readonly pid: number | undefined }) => sizeOf(pid, 'VmRSS')

function createLoad({ signal }: Sandbox): (url: string, seconds: number) => Promise<LoadResult> {
  const requests = sampleOf(USER_COUNT, CONNECTIONS).map(({ username, key }) => ({
    method: 'GET' as const,
    path: `/api/users/${username}`,
    headers: { 'X-API-KEY': key },
  }))
  return async (url, seconds) => {
    const generator = new LoadGenerator(signal)
    const result = await generator.run({ url: new URL(url).origin, connections: CONNECTIONS, seconds, requests })
    generator.stop()
    await pause(SETTLE_MS)
    return result
  }
}
