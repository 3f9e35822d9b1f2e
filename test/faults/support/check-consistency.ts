import { createHash } from 'node:crypto'
import { type TempDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { SECRET_KEY, type Service } from '../../support/service-process.js'
import { type Inspection, inspect, type Row } from './inspect.js'
import type { Ledger } from './ledger.js'
import { trailProblems } from './trail-problems.js'
import { until } from './until.js'

/** The input of a consistency check. */
export interface ConsistencySubject {
  readonly database: Pick<TempDatabase, 'url'>
  readonly ledger: Ledger
  /** The services that run now: each must respond, and accept the same keys. */
  readonly running: readonly Service[]
  /** All services that have run, whose output is checked. */
  readonly services: readonly Service[]
}

/** Maximum number of valid keys, and of ended ones, that are tried on each service. */
const MAX_KEYS = 40
/** Users who exist without a signup. */
const FIRST_USERS = new Set(['sudo'])

/**
 * Compares the database and the services with the ledger, over a connection of its own. Fails with a list of all
 * differences and all other defects.
 */
export async function checkConsistency({ database, ledger, running, services }: ConsistencySubject): Promise<void> {
  const problems = [...new Set(ledger.violations)]
  await inspect(database, async (inspection) => {
    const users = await inspection.rows('SELECT identifier, username, email, password_hash FROM plinth_users')
    problems.push(
      ...usersAgainst(users, ledger),
      ...(await sessionsAgainst(inspection, ledger)),
      ...(await tokensAgainst(inspection, ledger)),
      ...(await importsAgainst(inspection, ledger)),
      ...(await duplicatesIn(inspection)),
      ...(await orphansIn(inspection)),
      ...(await firstStartIn(inspection)),
      ...(await trailProblems(inspection)),
      ...secretsIn(services, [...ledger.secrets, SECRET_KEY, ...users.map((user) => String(user.password_hash))]),
    )
  })
  for (const service of running) problems.push(...(await keysAgainst(service, ledger)))
  expect(problems, 'problems').to.deep.equal([])
}

/** Every acknowledged user must exist. Every existing user must be acknowledged, or have an unknown outcome. */
function usersAgainst(rows: readonly Row[], { users }: Ledger): string[] {
  const existing = new Set(rows.map(({ username }) => String(username)))
  const lost = [...users].filter(([username, outcome]) => outcome === 'acknowledged' && !existing.has(username))
  const unexpected = [...existing].filter((username) => !FIRST_USERS.has(username) && !mayExist(users.get(username)))
  return [
    ...lost.map(([username]) => `the user ${username} was acknowledged and is lost`),
    ...unexpected.map((username) => `the user ${username} exists without an acknowledged signup`),
  ]
}

/** Valid sessions must exist, and ended ones must not. Each login of unknown outcome may have created another one. */
async function sessionsAgainst(inspection: Inspection, { sessions, unknownLogins }: Ledger): Promise<string[]> {
  const existing = new Set(
    (await inspection.rows('SELECT key_digest FROM plinth_sessions')).map((row) => row.key_digest),
  )
  const known = new Map([...sessions].map(([key, validity]) => [digestOf(key), validity]))
  const problems: string[] = []
  for (const [digest, validity] of known) {
    if (validity === 'valid' && !existing.has(digest)) problems.push('a session was acknowledged and is lost')
    if (validity === 'ended' && existing.has(digest)) problems.push('a session exists after it was ended')
  }
  const unexpected = [...existing].filter((digest) => !known.has(String(digest))).length
  if (unexpected > unknownLogins)
    problems.push(`${unexpected} unknown sessions, but ${unknownLogins} logins of unknown outcome`)
  return problems
}

async function tokensAgainst(inspection: Inspection, { tokens, unknownTokens }: Ledger): Promise<string[]> {
  const rows = await inspection.rows('SELECT jti, revoked_at FROM plinth_third_party_tokens')
  const existing = new Map(rows.map(({ jti, revoked_at }) => [jti, revoked_at]))
  const problems: string[] = []
  for (const { jti, validity } of tokens.values()) {
    const revokedAt = existing.get(jti)
    if (revokedAt === undefined) problems.push('a token was acknowledged and is lost')
    else if (validity === 'valid' && revokedAt !== null) problems.push('a valid token is revoked')
    else if (validity === 'ended' && revokedAt === null) problems.push('a revoked token is valid again')
  }
  const unexpected = rows.length - tokens.size
  if (unexpected > unknownTokens)
    problems.push(`${unexpected} unknown tokens, but ${unknownTokens} requests for one of unknown outcome`)
  return problems
}

/** Each import must be complete in all its tables, or absent. */
async function importsAgainst(inspection: Inspection, { imports }: Ledger): Promise<string[]> {
  const manufacturers = countByPrefix(await inspection.rows('SELECT name FROM plinth_manufacturers'))
  const segments = countByPrefix(
    await inspection.rows(
      'SELECT m.name AS name FROM plinth_segments s JOIN plinth_manufacturers m ON m.id = s.manufacturer_id',
    ),
  )
  const problems = [...manufacturers.keys()]
    .filter((prefix) => !mayExist(imports.get(prefix)?.outcome))
    .map((prefix) => `rows of the import ${prefix} exist, although it was not acknowledged`)
  for (const [prefix, { rows, outcome }] of imports) {
    const counts = [manufacturers.get(prefix) ?? 0, segments.get(prefix) ?? 0]
    const isComplete = counts.every((count) => count === rows)
    const isAbsent = counts.every((count) => count === 0)
    if (!isComplete && !isAbsent) problems.push(`the import ${prefix} is incomplete: ${counts} rows of ${rows}`)
    if (!isComplete && outcome === 'acknowledged') problems.push(`the import ${prefix} was acknowledged and is lost`)
  }
  return problems
}

function countByPrefix(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const prefix = String(name).replace(/-\d+$/, '')
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return counts
}

/** Names that must be unique regardless of case. The check applies its own rule, not the columns that enforce it. */
const UNIQUE_NAMES = [
  ['plinth_users', 'username'],
  ['plinth_users', 'email'],
  ['plinth_roles', 'name'],
  ['plinth_alarm_types', 'name'],
] as const

async function duplicatesIn(inspection: Inspection): Promise<string[]> {
  const problems: string[] = []
  for (const [table, column] of UNIQUE_NAMES) {
    const names = (await inspection.rows(`SELECT ${column} AS name FROM ${table}`)).map(({ name }) =>
      canonical(String(name)),
    )
    const duplicates = names.filter((name, index) => names.indexOf(name) !== index)
    problems.push(...duplicates.map((name) => `${table}.${column} has ${name} twice`))
  }
  return problems
}

const canonical = (name: string) => name.normalize('NFKC').toLowerCase()

/** Finds rows with dangling references; on SQLite also damage of the file. */
async function orphansIn(inspection: Inspection): Promise<string[]> {
  if (inspection.isSqlite) {
    const orphans = await inspection.rows('PRAGMA foreign_key_check')
    const [check] = await inspection.rows('PRAGMA integrity_check')
    const damage = check?.integrity_check === 'ok' ? [] : [`the file is damaged: ${check?.integrity_check}`]
    return [...orphans.map(({ table }) => `a row of ${table} has a dangling reference`), ...damage]
  }
  const keys = await inspection.rows(`
    SELECT c.conrelid::regclass::text AS source, a.attname AS column, c.confrelid::regclass::text AS target, f.attname AS key
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attnum = c.confkey[1]
    WHERE c.contype = 'f'`)
  const problems: string[] = []
  for (const { source, column, target, key } of keys) {
    const orphans = await inspection.rows(
      `SELECT 1 FROM ${source} s LEFT JOIN ${target} t ON t.${key} = s.${column} WHERE s.${column} IS NOT NULL AND t.${key} IS NULL`,
    )
    if (orphans.length > 0) problems.push(`${orphans.length} rows of ${source} have a dangling reference`)
  }
  return keys.length > 0 ? problems : ['there are no foreign keys to check']
}

/** There must have been one first start, and there must be one sudo user. */
async function firstStartIn(inspection: Inspection): Promise<string[]> {
  const [starts] = await inspection.rows('SELECT count(*) AS count FROM plinth_first_start')
  const sudos = await inspection.rows(
    'SELECT u.username FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id WHERE r.level = 0',
  )
  const problems = Number(starts?.count) === 1 ? [] : [`there were ${starts?.count} first starts`]
  return sudos.length === 1 ? problems : [...problems, `there are ${sudos.length} sudo users`]
}

function secretsIn(services: readonly Service[], secrets: readonly string[]): string[] {
  const output = services.map(({ stdout, stderr }) => stdout + stderr).join('\n')
  return secrets.some((secret) => output.includes(secret)) ? ['a secret is in a log'] : []
}

/** A service must be ready, accept valid keys, and respond with 401 to ended ones. */
async function keysAgainst({ url }: Service, ledger: Ledger): Promise<string[]> {
  const client = new TestClient(url)
  const statuses = async (keys: string[]) => {
    const responses = await Promise.all(keys.slice(-MAX_KEYS).map((key) => client.withKey(key).get('/roles')))
    return responses.map(({ status }) => status)
  }
  await until(async () => (await client.get('/health/ready')).status === 200)
  const [ended, valid] = [await statuses(ledger.keysThatAre('ended')), await statuses(ledger.keysThatAre('valid'))]
  return [
    ...ended.filter((status) => status !== 401).map((status) => `a request with an ended key got ${status}`),
    ...valid.filter((status) => status !== 200).map((status) => `a request with a valid key got ${status}`),
  ]
}

/** Whether a row may exist: its request was acknowledged, or its outcome is unknown. */
function mayExist(outcome: string | undefined): boolean {
  return outcome === 'acknowledged' || outcome === 'unknown'
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
