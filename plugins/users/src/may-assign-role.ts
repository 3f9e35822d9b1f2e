import { mayActOn, type Principal, type Role } from '@plinth/kernel'

/**
 * Whether a caller may create a user with a role. Anybody may if the role is open for signup, otherwise only callers
 * who may act on users with that role.
 */
export function mayAssignRole(caller: Principal | 'command', role: Role, openLevel: number | 'closed'): boolean {
  return (openLevel !== 'closed' && role.level >= openLevel) || mayActOn(caller, role.level)
}
