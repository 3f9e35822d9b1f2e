import { mayActOn, type Principal, type Role } from '@plinth/kernel'

/**
 * Whether a caller may create a user with a role: anybody for an open role, others if they may act on such users.
 */
export function mayGiveRole(caller: Principal | 'command', role: Role, openLevel: number | 'closed'): boolean {
  return (openLevel !== 'closed' && role.level >= openLevel) || mayActOn(caller, role.level)
}
