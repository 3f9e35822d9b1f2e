import { ADMIN, type Principal, type Role } from '@plinth/kernel'

/**
 * Whether somebody may make a user with a role: anybody for a role whose level is open, else an admin or sudo for no role above
 * their own. A token that acts as one makes nobody as mighty as itself: that user would outlive the token.
 */
export function mayGiveRole(caller: Principal, role: Role, openLevel: number | 'closed'): boolean {
  if (openLevel !== 'closed' && role.level >= openLevel) return true
  if (caller.kind === 'anonymous' || caller.role.level > ADMIN) return false
  return caller.kind === 'user' ? caller.role.level <= role.level : caller.role.level < role.level
}
