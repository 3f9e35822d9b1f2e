import { mayActOn, type Principal, type Role } from '@plinth/kernel'

/**
 * Returns whether a caller may create a user with a role. If the role is open for signup, all callers may; otherwise
 * only those who may act on users with that role.
 */
export function mayAssignRole(caller: Principal | 'command', role: Role, openLevel: number | 'closed'): boolean {
  return (openLevel !== 'closed' && role.level >= openLevel) || mayActOn(caller, role.level)
}
