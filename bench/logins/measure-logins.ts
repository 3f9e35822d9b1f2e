import { hash } from 'bcrypt'
import { run } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { failuresFigure, type Latencies, latenciesDuring } from '../support/meanwhile.js'
import { median } from '../support/median.js'
import { person, sampleOf } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import { PASSWORD } from '../support/service.js'
import { type Site, withSite } from '../support/site.js'
import type { Rounds } from '../support/turns.js'
import type { Workplace } from '../support/workplace.js'
import { lock, logIn } from './log-in.js'

export interface LoginsOptions extends Measurement, Rounds {
  /** Answers of each kind whose times are compared. */
  readonly answers: number
}

const COST = 12
/** Who logs in at once, and who floods. */
const AT_ONCE = 8
const FLOOD = 64
const PEOPLE = 1_000
/** Of a limit that takes many seconds: a login takes a quarter of one. */
const SECONDS = 8
const P95 = 50
const SAME = 0.1

/** Logins at the full cost beside bare bcrypt, and whether they tell anything or hold anybody up. */
export async function measureLogins(workplace: Workplace, options: LoginsOptions): Promise<void> {
  await measureEach(workplace, 'Logins', options, (database) => loginFigures(workplace, database, options))
}

export function loginFigures(
  workplace: Workplace,
  database: string,
  { rounds, answers }: Pick<LoginsOptions, 'rounds' | 'answers'>,
): Promise<Figure[]> {
  // Everybody here comes from one address; the locks stay.
  const options = {
    people: PEOPLE,
    bcryptCost: COST,
    fill: lock,
    env: { PLINTH_BCRYPT_COST: String(COST), PLINTH_RATE_LIMIT: '1000000' },
  }
  return withSite(workplace, database, options, async (site) => [
    ...(await rateFigures(workplace, database, site, rounds)),
    ...(await floodFigures(workplace, database, site)),
    ...(await sameness(database, site, answers)),
  ])
}

/** The service and bare bcrypt by turns; others ask meanwhile. */
async function rateFigures(workplace: Workplace, database: string, site: Site, rounds: number): Promise<Figure[]> {
  const passwordHash = await hash(PASSWORD, COST)
  const program = ['--import', 'tsx', 'bench/limits/compare-passwords.ts', passwordHash, PASSWORD, String(SECONDS)]
  const ratios: number[] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const limit = Number(await run(program, workplace))
    const rate = await loginRate(site, AT_ONCE, SECONDS)
    rates.push(rate)
    ratios.push(rate / limit)
  }
  const note = `median of ${rounds}; ${median(rates).toFixed(1)} logins a second`
  return [
    { database, what: `logins at cost ${COST} ÷ bare bcrypt`, value: median(ratios), unit: '×', least: 0.9, note },
  ]
}

async function floodFigures({ signal }: Workplace, database: string, site: Site): Promise<Figure[]> {
  const { url } = site.service
  const { username, key } = person(PEOPLE / 2) // who does not log in: that would end the session in the end
  const during = (work: () => Promise<unknown>) =>
    latenciesDuring({ url: `${url}/users/${username}`, key, signal }, work)
  const figures = (what: string, latencies: Latencies): Figure[] => {
    const { p50, p95, p99, count } = latencies
    const note = `${count} answers, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}`
    return [
      { database, what: `GET during ${what}, p95`, value: p95, unit: 'ms', goal: P95, note },
      { database, what: `GET during ${what}, failures`, ...failuresFigure(latencies) },
    ]
  }
  const calm = await during(() => loginRate(site, AT_ONCE, SECONDS))
  const flood = await during(() => loginRate(site, FLOOD, SECONDS))
  return [...figures(`logins by ${AT_ONCE} at once`, calm), ...figures(`a flood by ${FLOOD} at once`, flood)]
}

/** Logins a second of so many who each log in again and again. */
async function loginRate({ service }: Site, atOnce: number, seconds: number): Promise<number> {
  const people = sampleOf(PEOPLE / 2, atOnce) // the others are locked
  const start = performance.now()
  const end = start + seconds * 1_000
  let done = 0
  await Promise.all(
    people.map(async ({ username }) => {
      while (performance.now() < end) {
        const { status } = await logIn(service.url, username, PASSWORD)
        if (status !== 200 && status !== 503) throw new Error(`login: ${status}`)
        if (status === 200) done += 1
      }
    }),
  )
  return done / ((performance.now() - start) / 1_000)
}

/**
 * How long an unknown name, a wrong password and a locked account take, in turn. Nobody fails twice: that would lock
 * them.
 */
async function sameness(database: string, { service }: Site, answers: number): Promise<Figure[]> {
  const times: Record<string, number[]> = { unknown: [], wrong: [], locked: [] }
  const bodies = new Set<string>()
  for (let number = 0; number < answers; number += 1) {
    const tries: [kind: string, username: string][] = [
      ['unknown', `nobody-${number}`],
      ['wrong', person(number + 1).username],
      ['locked', person(PEOPLE - number).username],
    ]
    for (const [kind, username] of [...tries.slice(number % 3), ...tries.slice(0, number % 3)]) {
      const { status, body, milliseconds } = await logIn(service.url, username, `not the ${PASSWORD}`)
      if (status !== 403) throw new Error(`login of ${username}: ${status}`)
      bodies.add(body.replace(/"request_id":"[^"]*"/, ''))
      times[kind]?.push(milliseconds)
    }
  }
  const medians = Object.entries(times).map(([kind, all]) => [kind, median(all)] as const)
  const values = medians.map(([, value]) => value)
  const note = medians.map(([kind, value]) => `${kind} ${value.toFixed(0)} ms`).join(', ')
  const spread = Math.max(...values) / Math.min(...values) - 1
  return [
    {
      database,
      what: `unknown, wrong, locked: medians of ${answers} apart by`,
      value: spread,
      unit: '',
      goal: SAME,
      note,
    },
    { database, what: 'different answers to them', value: bodies.size, unit: '', goal: 1 },
  ]
}
