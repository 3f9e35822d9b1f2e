import type { Knex } from 'knex'
import { defineErrors } from '../errors/define-errors.js'
import type { Role } from '../security/role.js'

/** Errors for unknown names. Routes that look up users or roles declare them. */
export const directoryErrors = defineErrors({
  ROLE_NOT_FOUND: [400, 'The role "{role}" does not exist. Available roles: {roles}.'],
  USER_NOT_FOUND: [404, 'There is no user of that name.'],
})

/** Maximum number of roles in a message: an import may create thousands of them. */
const MAX_NAMED_ROLES = 20

/** Lists the names of roles for a message; only the first ones if there are many. */
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

/** The data of a user without the password hash. */
export interface User {
  readonly identifier: string
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role: Role
  /** A disabled user cannot log in and has no sessions. */
  readonly isDisabled: boolean
  /** When the account ends, in ms, with its sessions; null if it does not. */
  readonly validUntil: number | null
}

/** Returns whether a user is neither disabled nor past the end of the account. */
export function isActive({ isDisabled, validUntil }: Pick<User, 'isDisabled' | 'validUntil'>, now: number): boolean {
  return !isDisabled && !hasEnded({ validUntil }, now)
}

/** Returns whether an account has ended. */
export function hasEnded({ validUntil }: Pick<User, 'validUntil'>, now: number): boolean {
  return validUntil !== null && validUntil <= now
}

/** Finds users. Names and e-mail addresses are compared without regard to case. Provided by the plugin `users`. */
export interface UserDirectory {
  /** Returns the user with this name, or `undefined`. */
  find(username: string): Promise<User | undefined>
  /** Returns the user with this e-mail address, or `undefined`. */
  findByEmail(email: string): Promise<User | undefined>
  /** Returns all users, or a page of them, in the order of creation. */
  list(page?: { readonly limit?: number | undefined; readonly offset?: number | undefined }): Promise<readonly User[]>
  /**
   * Locks the users with these identifiers and returns them. They cannot change until the transaction ends, so a rule
   * that is checked after this still holds at the commit. Other transactions that lock the same users wait.
   */
  lock(transaction: Knex.Transaction, identifiers: readonly string[]): Promise<readonly User[]>
}

/** Finds roles. Names are compared without regard to case. Provided by the plugin `users`. */
export interface RoleDirectory {
  /** Returns the role with this name, or `undefined`. */
  find(name: string): Promise<StoredRole | undefined>
  /**
   * Returns the role with this name as it is now, or `undefined`. It can neither change nor be deleted until the
   * transaction ends. To avoid deadlocks, call this after `UserDirectory.lock` and `Callers.confirm`.
   */
  lock(transaction: Knex.Transaction, name: string): Promise<StoredRole | undefined>
  /** Returns all roles, the most privileged first. */
  list(): Promise<readonly StoredRole[]>
}
