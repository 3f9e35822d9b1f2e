import { createHash } from 'node:crypto'
import { openDatabase } from './bare-database.js'

/** A user with a session. */
export interface Person {
  readonly username: string
  readonly key: string
}

/** Number of digits in a key. With its prefix, a key has 43 characters, as those of the service. */
const DIGITS = 33
const USERS_PER_STATEMENT = 10_000

/** Formats a number as in keys, with leading zeros. */
export function padNumber(number: number): string {
  return String(number).padStart(DIGITS, '0')
}

/** Returns the person with this number. The first one has number 1. */
export function person(number: number): Person {
  return { username: `person-${number}`, key: keyOf(padNumber(number)) }
}

/** Returns the key of the person with this number, as formatted by `padNumber`. */
export function keyOf(digits: string): string {
  return `bench-key-${digits}`
}

/** Returns people who are spread evenly over a population. */
export function sampleOf(population: number, count: number): Person[] {
  return Array.from({ length: count }, (_, index) => person(1 + Math.floor((index * population) / count)))
}

/**
 * Inserts operators with a session each, into a database on which a service has been started before and then stopped.
 */
export async function populate(databaseUrl: string, population: number, passwordHash: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  for (let first = 1; first <= population; first += USERS_PER_STATEMENT) {
    const numbers = Array.from(
      { length: Math.min(USERS_PER_STATEMENT, population - first + 1) },
      (_, index) => first + index,
    )
    const people = JSON.stringify(numbers.map(rowOf))
    await database.run(insertUsers(database.rowsOfJsonArray), [people, passwordHash])
    await database.run(insertSessions(database.rowsOfJsonArray), [people, Date.now()])
  }
  await database.run('ANALYZE', [])
  await database.close()
}

function rowOf(number: number): readonly string[] {
  const { username, key } = person(number)
  return [username, createHash('sha256').update(key).digest('hex')]
}

const insertUsers = (rows: string) => `
  INSERT INTO plinth_users (identifier, username, username_key, email, email_key, name, lastname, role_id, password_hash)
  SELECT value ->> 0, value ->> 0, value ->> 0, (value ->> 0) || '@bench.test', (value ->> 0) || '@bench.test', 'Given', 'Family',
    (SELECT id FROM plinth_roles WHERE name = 'operator'), $2 FROM ${rows}`

const insertSessions = (rows: string) => `
  INSERT INTO plinth_sessions (key_digest, user_identifier, created_at, last_used_at)
  SELECT value ->> 1, value ->> 0, $2, $2 FROM ${rows}`
