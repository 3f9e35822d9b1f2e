import type { LoadRequest } from '../support/load-generator.js'
import { type Person, sampleOf } from '../support/population.js'

/** Number of users in the database, and of those who send requests. */
export const USER_COUNT = 1_000
const CALLERS = 32

/** Requests, their baseline, and the minimum ratio to it. */
export interface Workload {
  /** The value of the option `--workload`. */
  readonly name: string
  readonly what: string
  /** The variant of `baselines/serve-users.ts`, by database. */
  readonly baseline: Readonly<Record<string, string>>
  /** Minimum ratio without access lines, by database. */
  readonly min: Readonly<Record<string, number>>
  /** Minimum ratio with access lines. */
  readonly minWithAccessLines?: Readonly<Record<string, number>>
  /** `token` is a third-party token. */
  readonly requests: (token: string) => readonly LoadRequest[]
}

const callers = sampleOf(USER_COUNT, CALLERS)
const get = (path: string, key: string): LoadRequest => ({ method: 'GET', path, headers: { 'X-API-KEY': key } })
/** Length of the part of a key that is the session cookie. */
const COOKIE_LENGTH = 22
const byCookie = (path: string, key: string): LoadRequest => ({
  method: 'GET',
  path,
  headers: { Cookie: `__Host-plinth=${key.slice(0, COOKIE_LENGTH)}`, 'X-Plinth-Session': key.slice(COOKIE_LENGTH) },
})
/** Adds a header that browsers send with every request. */
const fromPage = (request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { ...request.headers, 'Sec-Fetch-Site': 'same-origin' },
})
const user = ({ username }: Person, key: string) => get(`/api/users/${username}`, key)
const neighbour = (index: number) => callers[(index + 1) % CALLERS] as Person

const MEMORY_OR_STATEMENTS = { sqlite: 'memory', postgres: 'statements' }

export const workloads: readonly Workload[] = [
  {
    name: 'own-user',
    what: 'GET own user',
    baseline: MEMORY_OR_STATEMENTS,
    min: { sqlite: 0.7, postgres: 0.8 },
    minWithAccessLines: { sqlite: 0.5 },
    requests: () => callers.map((person) => user(person, person.key)),
  },
  {
    name: 'other-user',
    what: 'GET other user',
    baseline: MEMORY_OR_STATEMENTS,
    min: { sqlite: 0.7, postgres: 0.8 },
    minWithAccessLines: { sqlite: 0.5 },
    requests: () => callers.map(({ key }, index) => user(neighbour(index), key)),
  },
  {
    name: 'token',
    what: 'GET with a third-party token',
    baseline: { sqlite: 'memory, HS256', postgres: 'statements, HS256' },
    min: { sqlite: 0.7, postgres: 0.7 },
    requests: (token) => callers.map((person) => user(person, token)),
  },
  {
    name: 'list',
    what: `list of ${USER_COUNT} users`,
    baseline: { sqlite: 'list', postgres: 'list' },
    min: { sqlite: 0.7, postgres: 0.7 },
    requests: () => callers.map(({ key }) => get('/api/users', key)),
  },
]

/** The same requests with a key and with a session cookie, and the minimum ratio of their rates. */
export const cookieWorkload = {
  what: 'GET own user by session cookie ÷ by key',
  min: 0.95,
  byKey: callers.map((person) => fromPage(user(person, person.key))),
  byCookie: callers.map(({ username, key }) => fromPage(byCookie(`/api/users/${username}`, key))),
} as const
