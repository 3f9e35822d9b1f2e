import { createHash } from 'node:crypto'
import { type TempDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { SECRET_KEY, type Service } from '../../support/service-process.js'
import type { Ledger } from './ledger.js'
import { type Look, lookAt, type Row } from './look.js'
import { trailAgainst } from './trail-audit.js'
import { until } from './until.js'

/** What is looked at after a fault. */
export interface Audited {
  readonly place: TempDatabase
  readonly ledger: Ledger
  /** Those that run now: each must answer, and know the same keys. */
  readonly running: readonly Service[]
  /** All that ever ran, for what they have said. */
  readonly services: readonly Service[]
}

/** Of keys and tokens that are dead or good, so many are tried on each service. */
const MAX_KEYS = 40
const OUR_USERS = new Set(['sudo'])

/**
 * Holds the database, over a connection of its own, and the services against the ledger: every sentence that must be
 * true after a fault. Fails with all that is not so.
 */
export async function audit({ place, ledger, running, services }: Audited): Promise<void> {
  const problems = [...new Set(ledger.violations)]
  await lookAt(place, async (look) => {
    const users = await look.rows('SELECT identifier, username, email, password_hash FROM plinth_users')
    problems.push(
      ...usersAgainst(users, ledger),
      ...(await sessionsAgainst(look, ledger)),
      ...(await tokensAgainst(look, ledger)),
      ...(await importsAgainst(look, ledger)),
      ...(await duplicatesIn(look)),
      ...(await orphansIn(look)),
      ...(await firstStartIn(look)),
      ...(await trailAgainst(look)),
      ...secretsIn(services, [...ledger.secrets, SECRET_KEY, ...users.map((user) => String(user.password_hash))]),
    )
  })
  for (const service of running) problems.push(...(await keysAgainst(service, ledger)))
  expect(problems, 'what the audit found').to.deep.equal([])
}

/** Every acknowledged user is there; every user is acknowledged or unknown. */
function usersAgainst(rows: readonly Row[], { users }: Ledger): string[] {
  const there = new Set(rows.map(({ username }) => String(username)))
  const lost = [...users].filter(([username, outcome]) => outcome === 'acknowledged' && !there.has(username))
  const strange = [...there].filter((username) => !OUR_USERS.has(username) && !isPossible(users.get(username)))
  return [
    ...lost.map(([username]) => `the user ${username} was acknowledged and is lost`),
    ...strange.map((username) => `the user ${username} is there, and nobody was told so`),
  ]
}

/** Good keys are there, dead ones are not, and of others no more than logins of which nobody knows what came. */
async function sessionsAgainst(look: Look, { sessions, unknownLogins }: Ledger): Promise<string[]> {
  const there = new Set((await look.rows('SELECT key_digest FROM plinth_sessions')).map((row) => row.key_digest))
  const known = new Map([...sessions].map(([key, standing]) => [digestOf(key), standing]))
  const problems: string[] = []
  for (const [digest, standing] of known) {
    if (standing === 'good' && !there.has(digest)) problems.push('a session was acknowledged and is lost')
    if (standing === 'dead' && there.has(digest)) problems.push('a session was ended and is there')
  }
  const strangers = [...there].filter((digest) => !known.has(String(digest))).length
  if (strangers > unknownLogins) problems.push(`${strangers} sessions are nobody's, of ${unknownLogins} unknown logins`)
  return problems
}

async function tokensAgainst(look: Look, { tokens, unknownTokens }: Ledger): Promise<string[]> {
  const rows = await look.rows('SELECT jti, revoked_at FROM plinth_third_party_tokens')
  const there = new Map(rows.map(({ jti, revoked_at }) => [jti, revoked_at]))
  const problems: string[] = []
  for (const { jti, standing } of tokens.values()) {
    const revokedAt = there.get(jti)
    if (revokedAt === undefined) problems.push('a token was acknowledged and is lost')
    else if (standing === 'good' && revokedAt !== null) problems.push('a good token is revoked')
    else if (standing === 'dead' && revokedAt === null) problems.push('a revoked token is good again')
  }
  const strangers = rows.length - tokens.size
  if (strangers > unknownTokens) problems.push(`${strangers} tokens are nobody's, of ${unknownTokens} unknown ones`)
  return problems
}

/** Each import is whole, in all its tables, or absent. */
async function importsAgainst(look: Look, { imports }: Ledger): Promise<string[]> {
  const makers = countByPrefix(await look.rows('SELECT name FROM plinth_manufacturers'))
  const segments = countByPrefix(
    await look.rows(
      'SELECT m.name AS name FROM plinth_segments s JOIN plinth_manufacturers m ON m.id = s.manufacturer_id',
    ),
  )
  const problems = [...makers.keys()]
    .filter((prefix) => !isPossible(imports.get(prefix)?.outcome))
    .map((prefix) => `rows of the import ${prefix} are there, and nobody was told so`)
  for (const [prefix, { rows, outcome }] of imports) {
    const counts = [makers.get(prefix) ?? 0, segments.get(prefix) ?? 0]
    const isWhole = counts.every((count) => count === rows)
    const isAbsent = counts.every((count) => count === 0)
    if (!isWhole && !isAbsent) problems.push(`the import ${prefix} is mixed: ${counts} rows of ${rows}`)
    if (!isWhole && outcome === 'acknowledged') problems.push(`the import ${prefix} was acknowledged and is lost`)
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

/** By a rule of the audit's own, not by the columns that are to prevent it. */
const CASELESS = [
  ['plinth_users', 'username'],
  ['plinth_users', 'email'],
  ['plinth_roles', 'name'],
  ['plinth_alarm_types', 'name'],
] as const

async function duplicatesIn(look: Look): Promise<string[]> {
  const problems: string[] = []
  for (const [table, column] of CASELESS) {
    const names = (await look.rows(`SELECT ${column} AS name FROM ${table}`)).map(({ name }) => canonical(String(name)))
    const twice = names.filter((name, at) => names.indexOf(name) !== at)
    problems.push(...twice.map((name) => `${table}.${column} has ${name} twice`))
  }
  return problems
}

const canonical = (name: string) => name.normalize('NFKC').toLowerCase()

/** Rows that refer to nothing; on SQLite also whatever is damaged in the file. */
async function orphansIn(look: Look): Promise<string[]> {
  if (look.isSqlite) {
    const orphans = await look.rows('PRAGMA foreign_key_check')
    const [check] = await look.rows('PRAGMA integrity_check')
    const damage = check?.integrity_check === 'ok' ? [] : [`the file is damaged: ${check?.integrity_check}`]
    return [...orphans.map(({ table }) => `a row of ${table} refers to nothing`), ...damage]
  }
  const keys = await look.rows(`
    SELECT c.conrelid::regclass::text AS source, a.attname AS column, c.confrelid::regclass::text AS target, f.attname AS key
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attnum = c.confkey[1]
    WHERE c.contype = 'f'`)
  const problems: string[] = []
  for (const { source, column, target, key } of keys) {
    const orphans = await look.rows(
      `SELECT 1 FROM ${source} s LEFT JOIN ${target} t ON t.${key} = s.${column} WHERE s.${column} IS NOT NULL AND t.${key} IS NULL`,
    )
    if (orphans.length > 0) problems.push(`${orphans.length} rows of ${source} refer to nothing`)
  }
  return keys.length > 0 ? problems : ['there are no foreign keys to look at']
}

async function firstStartIn(look: Look): Promise<string[]> {
  const [starts] = await look.rows('SELECT count(*) AS count FROM plinth_first_start')
  const sudos = await look.rows(
    'SELECT u.username FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id WHERE r.level = 0',
  )
  const problems = Number(starts?.count) === 1 ? [] : [`there were ${starts?.count} first starts`]
  return sudos.length === 1 ? problems : [...problems, `there are ${sudos.length} users with the role sudo`]
}

function secretsIn(services: readonly Service[], secrets: readonly string[]): string[] {
  const said = services.map(({ stdout, stderr }) => stdout + stderr).join('\n')
  return secrets.some((secret) => said.includes(secret)) ? ['a secret is in a log'] : []
}

/** A dead key is 401 everywhere, and a good one opens everywhere. The service answers at all. */
async function keysAgainst({ url }: Service, ledger: Ledger): Promise<string[]> {
  const client = new TestClient(url)
  const statuses = async (keys: string[]) => {
    const answers = await Promise.all(keys.slice(-MAX_KEYS).map((key) => client.withKey(key).get('/roles')))
    return answers.map(({ status }) => status)
  }
  await until(async () => (await client.get('/health/ready')).status === 200)
  const [dead, good] = [await statuses(ledger.keysThatAre('dead')), await statuses(ledger.keysThatAre('good'))]
  return [
    ...dead.filter((status) => status !== 401).map((status) => `a dead key is answered ${status}`),
    ...good.filter((status) => status !== 200).map((status) => `a good key is answered ${status}`),
  ]
}

/** Whether a row may be there: somebody was told so, or nobody was told anything. */
function isPossible(outcome: string | undefined): boolean {
  return outcome === 'acknowledged' || outcome === 'unknown'
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
