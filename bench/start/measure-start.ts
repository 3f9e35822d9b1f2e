import { run } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { person } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { PLINTH_UNBUNDLED } from '../support/service.js'
import { type TestBed, withTestBed } from '../support/test-bed.js'
import { memoryFigures } from './memory-figures.js'
import { type Duration, timeToFirstResponse } from './time-to-first-response.js'

export interface StartOptions extends Measurement {
  readonly rounds: number
  /** Minutes of load. Memory at the end must be about the same as after the first tenth. */
  readonly minutes: number
}

/** Number of starts per round. Each takes about a second, and their times vary. */
const STARTS_PER_ROUND = 3
const USER_COUNT = 1_000
const MAX_START_MS = 350

/** Measures the time to the first response on an existing database, and the memory of the service. */
export async function measureStart(sandbox: Sandbox, options: StartOptions): Promise<void> {
  await measureEach(sandbox, 'Start and memory', options, async (database) => [
    ...(await startFigures(sandbox, database, options.rounds)),
    ...(await memoryFigures(sandbox, database, options.minutes)),
  ])
}

/** Measures the start of the bundled command, and of the same code unbundled. */
export function startFigures(sandbox: Sandbox, database: string, rounds: number): Promise<Figure[]> {
  return withTestBed(sandbox, database, { userCount: USER_COUNT }, async (testBed) => {
    await testBed.service.stop()
    const turns: { baseline: Duration; command: Duration; modules: Duration }[] = []
    for (let turn = 0; turn <= rounds * STARTS_PER_ROUND; turn += 1) {
      const times = {
        baseline: await timeToOpen(testBed, sandbox),
        command: await timeToFirstResponse(testBed, person(1), sandbox.signal),
        modules: await timeToFirstResponse(testBed, person(1), sandbox.signal, PLINTH_UNBUNDLED),
      }
      if (turn > 0) turns.push(times) // the first turn only fills the page cache
    }
    const medianOf = (variant: keyof (typeof turns)[number], unit: keyof Duration) =>
      median(turns.map((times) => times[variant][unit]))
    const baseline = medianOf('baseline', 'milliseconds').toFixed(0)
    const figureOf = (variant: 'command' | 'modules') => {
      const whole = medianOf(variant, 'milliseconds').toFixed(0)
      const note = `median of ${turns.length}: ${whole} ms, ${baseline} ms for Node and opening the database`
      const above = turns.map((times) => times[variant].milliseconds - times.baseline.milliseconds)
      return { database, value: median(above), unit: 'ms', note }
    }
    return [
      {
        ...figureOf('command'),
        what: 'cold start to the first response, minus baseline',
        max: MAX_START_MS,
        steadyRatio: medianOf('baseline', 'cpuSeconds') / medianOf('command', 'cpuSeconds'),
      },
      { ...figureOf('modules'), what: 'the same, unbundled' },
    ]
  })
}

const OPENING: Readonly<Record<string, (url: string) => string>> = {
  sqlite: (url) =>
    `const { Database } = require('sqlite3'); new Database(${JSON.stringify(url.slice('sqlite:'.length))}).get('SELECT count(*) FROM plinth_roles', (error) => { if (error) throw error })`,
  postgres: (url) =>
    `const { Client } = require('pg'); const client = new Client(${JSON.stringify(url)}); client.connect().then(() => client.query('SELECT count(*) FROM plinth_roles')).then(() => client.end())`,
}

const REPORT_CPU_TIME =
  "process.once('exit', () => { const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6) })"

/** Returns how long a process takes that only opens the database and queries it. */
async function timeToOpen({ databaseUrl }: TestBed, { signal }: Sandbox): Promise<Duration> {
  const program = OPENING[databaseUrl.split(':')[0] ?? '']?.(databaseUrl) ?? ''
  const start = performance.now()
  const cpuSeconds = Number(await run(['--eval', `${REPORT_CPU_TIME}; ${program}`], { signal }))
  return { milliseconds: performance.now() - start, cpuSeconds }
}
