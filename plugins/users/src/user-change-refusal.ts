import { type Administrator, isSelf, mayActOn, type Role, SUDO } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import type { WantedChanges } from './user-changes.js'

/**
 * Returns the error code for a caller who may not change a user in this way; `null` if they may. Those who may act on
 * the user may change everything except the end of their own account. All users may change their own profile.
 */
export function userChangeRefusal(
  caller: Administrator,
  user: Pick<User, 'identifier' | 'role'>,
  { roleName, isDisabled, validUntil }: WantedChanges,
  newRole?: Role,
): 'USER_NOT_YOURS_TO_CHANGE' | 'ROLE_REQUIRES_COMMAND' | null {
  const isOwn = isSelf(caller, user)
  const isProfileOnly = roleName === undefined && isDisabled === undefined && validUntil === undefined
  if (!mayActOn(caller, user.role.level) && !(isOwn && isProfileOnly)) return 'USER_NOT_YOURS_TO_CHANGE'
  if (isOwn && validUntil !== undefined) return 'USER_NOT_YOURS_TO_CHANGE'
  if (caller !== 'command' && newRole && crossesLevelZero(user.role, newRole)) return 'ROLE_REQUIRES_COMMAND'
  return null
}

/**
 * Returns whether a role change enters or leaves level 0. If REST allowed such changes, callers could set the password
 * of a sudo user: by demoting the user, setting the password, and promoting the user again.
 */
function crossesLevelZero(from: Role, to: Role): boolean {
  return from.level <= SUDO !== to.level <= SUDO
}
