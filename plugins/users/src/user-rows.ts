import type { JsonSql } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { storedTime } from '@plinth/kernel/tools'

/** A row of a user with their role. */
export interface UserRow {
  readonly identifier: string
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role_name: string
  readonly role_level: number
  readonly disabled_at: number | string | null
  readonly valid_until: number | string | null
}

/** The source of each column in the joined tables. */
const COLUMNS = {
  identifier: 'u.identifier',
  username: 'u.username',
  email: 'u.email',
  name: 'u.name',
  lastname: 'u.lastname',
  role_name: 'r.name',
  role_level: 'r.level',
  disabled_at: 'u.disabled_at',
  valid_until: 'u.valid_until',
} as const satisfies Record<keyof UserRow, string>
/** The columns of a user in the joined tables, for a SELECT. */
export const SELECT_USER_COLUMNS = Object.entries(COLUMNS)
  .map(([column, origin]) => `${origin} AS ${column}`)
  .join(', ')

/** Each column as a JSON array, and the id of the last user; null if there are no users. */
export type UserColumns = Readonly<Partial<Record<keyof UserRow, string | null>>> & {
  readonly last_id?: number | string | null
  /** Of a search that counts: the number of users on all pages. */
  readonly total?: number | string | null
}

const FROM = 'FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id'

/** The statement that selects all users. */
export const SELECT_USERS = `SELECT ${SELECT_USER_COLUMNS} ${FROM}`

/** Converts a row. Each field is listed, because a rest pattern would take fifty times as long. */
export function toUser(row: UserRow): User {
  const { identifier, username, email, name, lastname, role_name, role_level, disabled_at, valid_until } = row
  const role = { name: role_name, level: role_level }
  const [isDisabled, validUntil] = [disabled_at !== null, storedTime(valid_until)]
  return { identifier, username, email, name, lastname, role, isDisabled, validUntil }
}

/** Returns the statement that lists the users after an id, each column as a JSON array; with LIMIT and OFFSET. */
export function listStatement(json: JsonSql): string {
  const page = `SELECT ${SELECT_USER_COLUMNS}, u.id ${FROM} WHERE u.id > ? ORDER BY u.id LIMIT ? OFFSET ?`
  return `SELECT ${columnArrays(json)}, max(id) AS last_id FROM (${page}) page`
}

/** Returns the columns of selected users as JSON arrays, for a SELECT. */
export function columnArrays(json: JsonSql): string {
  return Object.keys(COLUMNS)
    .map((column) => `${json.array(column)} AS ${column}`)
    .join(', ')
}

/** Builds users directly from the columns: building rows first would double the time. */
export function toUsers(columns: UserColumns): User[] {
  const valuesOf = <K extends keyof UserRow>(column: K): UserRow[K][] => JSON.parse(columns[column] ?? '[]')
  const [usernames, emails] = [valuesOf('username'), valuesOf('email')]
  const [names, lastnames] = [valuesOf('name'), valuesOf('lastname')]
  const [roles, levels] = [valuesOf('role_name'), valuesOf('role_level')]
  const [disabled, ends] = [valuesOf('disabled_at'), valuesOf('valid_until')]
  return valuesOf('identifier').map((identifier, at) => ({
    identifier,
    username: usernames[at] as string,
    email: emails[at] as string,
    name: names[at] as string | null,
    lastname: lastnames[at] as string | null,
    role: { name: roles[at] as string, level: levels[at] as number },
    isDisabled: disabled[at] !== null,
    validUntil: storedTime(ends[at] ?? null),
  }))
}

/** pg returns a bigint as a string. */
