import { run } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { person } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import { PLINTH_IN_MODULES } from '../support/service.js'
import { type Site, withSite } from '../support/site.js'
import type { Workplace } from '../support/workplace.js'
import { firstAnswer } from './first-answer.js'
import { memoryFigures } from './measure-memory.js'

export interface StartOptions extends Measurement {
  readonly rounds: number
  /** Of load, after which memory must be what it was after the first tenth. */
  readonly minutes: number
}

/** Starts a round: one takes a second, and they scatter. */
const PER_ROUND = 3
const PEOPLE = 1_000
const GOAL = 350

/** How long the service takes to its first answer on a database that is there, and how much memory it takes. */
export async function measureStart(workplace: Workplace, options: StartOptions): Promise<void> {
  await measureEach(workplace, 'Start and memory', options, async (database) => [
    ...(await startFigures(workplace, database, options.rounds)),
    ...(await memoryFigures(workplace, database, options.minutes)),
  ])
}

/** The command as it is shipped, and in the modules that it was made of. */
function startFigures(workplace: Workplace, database: string, rounds: number): Promise<Figure[]> {
  return withSite(workplace, database, { people: PEOPLE }, async (site) => {
    await site.service.stop()
    const turns: { limit: number; command: number; modules: number }[] = []
    for (let turn = 0; turn <= rounds * PER_ROUND; turn += 1) {
      const times = {
        limit: await openingTime(site, workplace),
        command: await firstAnswer(site, person(1), workplace.signal),
        modules: await firstAnswer(site, person(1), workplace.signal, PLINTH_IN_MODULES),
      }
      if (turn > 0) turns.push(times) // what the disk has to bring is in memory from here on
    }
    const limit = median(turns.map((times) => times.limit)).toFixed(0)
    const figureOf = (way: 'command' | 'modules') => {
      const whole = median(turns.map((times) => times[way])).toFixed(0)
      const note = `median of ${turns.length}: ${whole} ms, ${limit} ms for Node and opening the database`
      return { database, value: median(turns.map((times) => times[way] - times.limit)), unit: 'ms', note }
    }
    return [
      { ...figureOf('command'), what: 'cold start to the first answer, over limit', goal: GOAL },
      { ...figureOf('modules'), what: 'the same of the modules before they are one file' },
    ]
  })
}

const OPENING: Readonly<Record<string, (url: string) => string>> = {
  sqlite: (url) =>
    `const { Database } = require('sqlite3'); new Database(${JSON.stringify(url.slice('sqlite:'.length))}).get('SELECT count(*) FROM plinth_roles', (error) => { if (error) throw error })`,
  postgres: (url) =>
    `const { Client } = require('pg'); const client = new Client(${JSON.stringify(url)}); client.connect().then(() => client.query('SELECT count(*) FROM plinth_roles')).then(() => client.end())`,
}

/** Of a process that does no more than open the database and ask it something, in ms. */
async function openingTime({ databaseUrl }: Site, { signal }: Workplace): Promise<number> {
  const program = OPENING[databaseUrl.split(':')[0] ?? '']?.(databaseUrl) ?? ''
  const start = performance.now()
  await run(['--eval', program], { signal })
  return performance.now() - start
}
