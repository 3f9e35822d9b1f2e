import type { Knex } from 'knex'
import { defineErrors } from '../errors/define-errors.js'
import type { Role } from '../security/role.js'

/** What is said of a name that is nobody's, for routes that look one up to declare. */
export const directoryErrors = defineErrors({
  ROLE_NOT_FOUND: [400, 'The role "{role}" does not exist. Roles that you may give: {roles}.'],
  USER_NOT_FOUND: [404, 'There is no user of that name.'],
})

/** A configuration file may bring thousands. */
const MAX_NAMED_ROLES = 20

/** The names of roles as a message lists them; the first of them when there are many. */
export function namesOfRoles(roles: readonly Role[]): string {
  const names = roles.slice(0, MAX_NAMED_ROLES).map(({ name }) => name)
  const more = roles.length - names.length
  if (more > 0) names.push(`and ${more} more`)
  return names.join(', ') || 'none'
}

/** A role as it is stored. */
export interface StoredRole extends Role {
  readonly identifier: string
}

/** A user as others may see it: no password, no hash. */
export interface User {
  readonly identifier: string
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role: Role
  /** A disabled user cannot log in, and has no session. */
  readonly isDisabled: boolean
}

/** Finds users. Names and e-mail addresses compare without regard to case. Provided by the plugin `users`. */
export interface UserDirectory {
  /** The user of that name, or `undefined`. */
  find(username: string): Promise<User | undefined>
  /** The user with that e-mail address, or `undefined`. */
  findByEmail(email: string): Promise<User | undefined>
  /** All users, or a page of them, in the order of creation. */
  list(page?: { readonly limit?: number | undefined; readonly offset?: number | undefined }): Promise<readonly User[]>
  /**
   * The users with these identifiers as they are now; they stay so until the transaction ends. Whoever holds the same
   * ones waits: rules about people that are looked at afterwards are still true at the commit.
   */
  hold(transaction: Knex.Transaction, identifiers: readonly string[]): Promise<readonly User[]>
}

/** Finds roles. Names compare without regard to case. Provided by the plugin `users`. */
export interface RoleDirectory {
  /** The role of that name, or `undefined`. */
  find(name: string): Promise<StoredRole | undefined>
  /** All roles, the most privileged first. */
  list(): Promise<readonly StoredRole[]>
}
