import { ADMIN, type Principal, type Role } from '@plinth/kernel'

/**
 * Whether somebody may make a user with a role: anybody for a role whose level is open, else an admin or sudo (or a token that
 * acts as one) for no role above their own.
 */
export function mayGiveRole(caller: Principal, role: Role, openLevel: number | 'closed'): boolean {
  if (openLevel !== 'closed' && role.level >= openLevel) return true
  if (caller.kind === 'anonymous') return false
  return caller.role.level <= ADMIN && caller.role.level <= role.level
}
