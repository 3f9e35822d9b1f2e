import type { LoadedRequest } from '../support/load-generator.js'
import { type Person, sampleOf } from '../support/population.js'

/** People in the database, and how many of them ask. */
export const POPULATION = 1_000
const ASKING = 32

/** What is asked, what limits it, and which part of that must be reached. */
export interface Road {
  /** As a profile is asked for it. */
  readonly name: string
  readonly what: string
  /** The road of `limits/serve-users.ts`, by database. */
  readonly limit: Readonly<Record<string, string>>
  /** With the log level that writes no access lines, by database. */
  readonly least: Readonly<Record<string, number>>
  /** With access lines. */
  readonly leastWithLines?: Readonly<Record<string, number>>
  /** `token` is a third-party token. */
  readonly requests: (token: string) => readonly LoadedRequest[]
}

const asking = sampleOf(POPULATION, ASKING)
const get = (path: string, key: string): LoadedRequest => ({ method: 'GET', path, headers: { 'X-API-KEY': key } })
const user = ({ username }: Person, key: string) => get(`/api/users/${username}`, key)
const neighbour = (index: number) => asking[(index + 1) % ASKING] as Person

const MEMORY_OR_STATEMENTS = { sqlite: 'memory', postgres: 'statements' }

export const roads: readonly Road[] = [
  {
    name: 'oneself',
    what: 'GET of oneself',
    limit: MEMORY_OR_STATEMENTS,
    least: { sqlite: 0.7, postgres: 0.8 },
    leastWithLines: { sqlite: 0.5 },
    requests: () => asking.map((person) => user(person, person.key)),
  },
  {
    name: 'another',
    what: 'GET of another',
    limit: MEMORY_OR_STATEMENTS,
    least: { sqlite: 0.7, postgres: 0.8 },
    leastWithLines: { sqlite: 0.5 },
    requests: () => asking.map(({ key }, index) => user(neighbour(index), key)),
  },
  {
    name: 'token',
    what: 'GET with a third-party token',
    limit: { sqlite: 'memory, HS256', postgres: 'statements, HS256' },
    least: { sqlite: 0.7, postgres: 0.7 },
    requests: (token) => asking.map((person) => user(person, token)),
  },
  {
    name: 'list',
    what: `list of ${POPULATION} users`,
    limit: { sqlite: 'list', postgres: 'list' },
    least: { sqlite: 0.7, postgres: 0.7 },
    requests: () => asking.map(({ key }) => get('/api/users', key)),
  },
]
