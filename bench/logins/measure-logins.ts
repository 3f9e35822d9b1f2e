import { hash } from 'bcrypt'
import { run } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { failuresFigure, type Latencies, latenciesDuring } from '../support/latencies-during.js'
import { median } from '../support/median.js'
import { person, sampleOf } from '../support/population.js'
import { cpuSecondsOf } from '../support/process-status.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { PASSWORD } from '../support/service.js'
import { ratioOf, type Schedule, type Turn } from '../support/take-turns.js'
import { type TestBed, type TestBedOptions, withTestBed } from '../support/test-bed.js'
import { lockHalfOfAccounts, logIn } from './log-in.js'
import { codeFigures } from './measure-codes.js'

export interface LoginsOptions extends Measurement, Schedule {
  /** Number of failed logins of each type whose times are compared. */
  readonly samples: number
}

const BCRYPT_COST = 12
/** Numbers of concurrent clients. */
const ORDINARY_CLIENTS = 8
const FLOOD_CLIENTS = 64
const USER_COUNT = 1_000
/** A login takes a quarter of a second. */
const TURN_SECONDS = 8
const MAX_P95_MS = 50
/** Maximum of the slowest median ÷ the fastest − 1. */
const MAX_SPREAD = 0.1

/** Measures logins at the full cost, relative to bcrypt, and whether they reveal accounts or delay other requests. */
export async function measureLogins(sandbox: Sandbox, options: LoginsOptions): Promise<void> {
  await measureEach(sandbox, 'Logins', options, (database) => loginFigures(sandbox, database, options))
}

/** All clients have the same address, so the rate limit is raised. Lockouts still apply. */
const SERVICE: TestBedOptions = {
  userCount: USER_COUNT,
  bcryptCost: BCRYPT_COST,
  fill: lockHalfOfAccounts,
  env: { PLINTH_BCRYPT_COST: String(BCRYPT_COST), PLINTH_RATE_LIMIT: '1000000' },
}

/** Measures only the rate of the logins. */
export function loginRateFigures(sandbox: Sandbox, database: string, schedule: Schedule): Promise<Figure[]> {
  return withTestBed(sandbox, database, SERVICE, async (testBed) => [
    await rateFigure(sandbox, database, testBed, schedule),
  ])
}

export function loginFigures(
  sandbox: Sandbox,
  database: string,
  { rounds, samples }: Pick<LoginsOptions, 'rounds' | 'samples'>,
): Promise<Figure[]> {
  return withTestBed(sandbox, database, SERVICE, async (testBed) => [
    ...(await codeFigures(database, testBed.service)),
    await rateFigure(sandbox, database, testBed, { rounds, seconds: TURN_SECONDS }),
    ...(await floodFigures(sandbox, database, testBed)),
    ...(await timingFigures(database, testBed, samples)),
  ])
}

/** Measures the service and bare bcrypt in turns. */
async function rateFigure(
  sandbox: Sandbox,
  database: string,
  testBed: TestBed,
  { rounds, seconds }: Schedule,
): Promise<Figure> {
  const passwordHash = await hash(PASSWORD, BCRYPT_COST)
  const program = ['--import', 'tsx', 'bench/baselines/compare-passwords.ts', passwordHash, PASSWORD, String(seconds)]
  const [bare, logins]: [Turn[], Turn[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bare.push(JSON.parse(await run(program, sandbox)))
    const cpuBefore = await cpuSecondsOf(testBed.service.pid)
    const { perSecond, count } = await loginRate(testBed, ORDINARY_CLIENTS, seconds)
    const cpuSeconds = (await cpuSecondsOf(testBed.service.pid)) - cpuBefore
    logins.push({ perSecond, cpuMicrosPerRequest: (cpuSeconds * 1e6) / count })
  }
  return { database, what: `logins at cost ${BCRYPT_COST} ÷ bare bcrypt`, ...ratioOf(logins, bare), min: 0.9 }
}

async function floodFigures({ signal }: Sandbox, database: string, testBed: TestBed): Promise<Figure[]> {
  const { url } = testBed.service
  const { username, key } = person(USER_COUNT / 2) // a user who does not log in: too many logins would end the session
  const during = (operation: () => Promise<unknown>) =>
    latenciesDuring({ url: `${url}/users/${username}`, key, signal }, operation)
  const figures = (what: string, latencies: Latencies): Figure[] => {
    const { p50, p95, p99, count } = latencies
    const note = `${count} responses, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}`
    return [
      { database, what: `GET during ${what}, p95`, value: p95, unit: 'ms', max: MAX_P95_MS, note },
      { database, what: `GET during ${what}, failures`, ...failuresFigure(latencies) },
    ]
  }
  const calm = await during(() => loginRate(testBed, ORDINARY_CLIENTS, TURN_SECONDS))
  const flood = await during(() => loginRate(testBed, FLOOD_CLIENTS, TURN_SECONDS))
  return [
    ...figures(`logins by ${ORDINARY_CLIENTS} clients`, calm),
    ...figures(`a flood by ${FLOOD_CLIENTS} clients`, flood),
  ]
}

/** Counts the logins of concurrent clients, each of which logs in repeatedly. */
async function loginRate({ service }: TestBed, clients: number, seconds: number) {
  const users = sampleOf(USER_COUNT / 2, clients) // the others are locked
  const start = performance.now()
  const end = start + seconds * 1_000
  let done = 0
  await Promise.all(
    users.map(async ({ username }) => {
      while (performance.now() < end) {
        const { status } = await logIn(service.url, username, PASSWORD)
        if (status !== 200 && status !== 503) throw new Error(`login: ${status}`)
        if (status === 200) done += 1
      }
    }),
  )
  return { count: done, perSecond: done / ((performance.now() - start) / 1_000) }
}

/**
 * Compares how long logins with an unknown name, a wrong password and a locked account take, in turns. No user fails
 * twice, so that no account is locked meanwhile.
 */
async function timingFigures(database: string, { service }: TestBed, samples: number): Promise<Figure[]> {
  const times: Record<string, number[]> = { unknown: [], wrong: [], locked: [] }
  const bodies = new Set<string>()
  for (let number = 0; number < samples; number += 1) {
    const attempts: [type: string, username: string][] = [
      ['unknown', `nobody-${number}`],
      ['wrong', person(number + 1).username],
      ['locked', person(USER_COUNT - number).username],
    ]
    for (const [type, username] of [...attempts.slice(number % 3), ...attempts.slice(0, number % 3)]) {
      const { status, body, milliseconds } = await logIn(service.url, username, `not the ${PASSWORD}`)
      if (status !== 403) throw new Error(`login of ${username}: ${status}`)
      bodies.add(JSON.stringify({ ...body, request_id: '' }))
      times[type]?.push(milliseconds)
    }
  }
  const medians = Object.entries(times).map(([type, all]) => [type, median(all)] as const)
  const values = medians.map(([, value]) => value)
  const note = medians.map(([type, value]) => `${type} ${value.toFixed(0)} ms`).join(', ')
  const spread = Math.max(...values) / Math.min(...values) - 1
  return [
    {
      database,
      what: `unknown, wrong, locked: spread of the medians of ${samples}`,
      value: spread,
      unit: '',
      max: MAX_SPREAD,
      note,
    },
    { database, what: 'unknown, wrong, locked: distinct responses', value: bodies.size, unit: '', max: 1 },
  ]
}
