import type { JsonSql } from '@plinth/kernel'
import { canonicalName } from '@plinth/kernel/tools'
import { columnArrays, SELECT_USER_COLUMNS } from './user-rows.js'

/** What users are sorted by; with `-` in front in descending order. */
export const USER_ORDERS = ['created', '-created', 'username', '-username', 'email', '-email', 'role', '-role'] as const

/** The states of users; each user has exactly one. `ended`: the account has ended, and the user is not disabled. */
export const USER_STATES = ['enabled', 'ended', 'disabled'] as const
type UserState = (typeof USER_STATES)[number]

/** Conditions, all of which a user must meet, and the order of the users. */
export interface UserSearch {
  /** Part of the username, the e-mail address or a name, ignoring case. */
  readonly text?: string | undefined
  readonly role?: string | undefined
  readonly state?: UserState | undefined
  /** The time that decides which accounts have ended, in ms. */
  readonly now: number
  /** Default: `created`. */
  readonly order?: (typeof USER_ORDERS)[number] | undefined
  /** Whether to count the users on all pages. */
  readonly isCounted?: boolean | undefined
}

/** A statement or a condition with its bindings. Its SQL is one of a few constants, as `lookUp` requires. */
interface Sql {
  readonly sql: string
  readonly bindings: readonly (string | number)[]
}

const SEARCHED_COLUMNS = ['u.username_key', 'u.email_key', 'u.name_key', 'u.lastname_key']
const USERS = 'plinth_users u'
const USERS_WITH_ROLES = `${USERS} JOIN plinth_roles r ON r.id = u.role_id`
/** The columns of each order; the id, which is the order of creation, decides between equal ones. */
const SORTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  created: [],
  username: ['u.username_key'],
  email: ['u.email_key'],
  role: ['r.level', 'r.name'],
}

/**
 * Returns the statement that finds one page of users, each column as a JSON array, and the total number of users if it
 * is wanted. With conditions it scans the table once: without MATERIALIZED, the database would look up each user in the
 * order of an index, which takes ten times as long. Without conditions it reads only an index.
 */
export function searchStatement(
  json: JsonSql,
  search: UserSearch,
  { limit, offset }: { limit: number; offset: number },
): Sql {
  const { order = 'created' } = search
  const sorted = SORTED_COLUMNS[order.replace('-', '')] ?? []
  const keys = sorted.map((_, index) => `key_${index}`)
  const direction = order.startsWith('-') ? 'DESC' : 'ASC'
  const orderBy = [...keys, 'id'].map((key) => `${key} ${direction}`).join(', ')
  const conditions = conditionsOf(search)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const selected = ['u.id', ...sorted.map((column, index) => `${column} AS ${keys[index]}`)]
  const from = sorted.some((column) => column.startsWith('r.')) ? USERS_WITH_ROLES : USERS
  const total = search.isCounted ? '(SELECT count(*) FROM found)' : 'NULL'
  const sql = `
    WITH found AS ${where === '' ? 'NOT ' : ''}MATERIALIZED (SELECT ${selected.join(', ')} FROM ${from} ${where}),
      page AS MATERIALIZED (SELECT * FROM found ORDER BY ${orderBy} LIMIT ? OFFSET ?)
    SELECT ${columnArrays(json)}, ${total} AS total
    FROM (SELECT ${SELECT_USER_COLUMNS} FROM page JOIN ${USERS} ON u.id = page.id
      JOIN plinth_roles r ON r.id = u.role_id ORDER BY ${orderBy.replace(/\bid\b/, 'page.id')}) users`
  const bindings = conditions.flatMap((condition) => condition.bindings)
  return { sql, bindings: [...bindings, limit, offset] }
}

function conditionsOf({ text, role, state, now }: UserSearch): Sql[] {
  const conditions: Sql[] = []
  if (text !== undefined) {
    const pattern = `%${canonicalName(text).replace(/[!%_]/g, '!$&')}%`
    const matches = SEARCHED_COLUMNS.map((column) => `${column} LIKE ? ESCAPE '!'`)
    conditions.push({ sql: `(${matches.join(' OR ')})`, bindings: matches.map(() => pattern) })
  }
  if (role !== undefined) {
    const sql = 'u.role_id = (SELECT id FROM plinth_roles WHERE name = ?)'
    conditions.push({ sql, bindings: [canonicalName(role)] })
  }
  if (state !== undefined) conditions.push(inState(state, now))
  return conditions
}

function inState(state: UserState, now: number): Sql {
  if (state === 'disabled') return { sql: 'u.disabled_at IS NOT NULL', bindings: [] }
  const end = state === 'ended' ? 'u.valid_until <= ?' : '(u.valid_until IS NULL OR u.valid_until > ?)'
  return { sql: `u.disabled_at IS NULL AND ${end}`, bindings: [now] }
}
