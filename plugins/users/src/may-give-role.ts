import { mayActOn, type Principal, type Role } from '@plinth/kernel'

/**
 * Whether somebody may make a user with a role: anybody for a role whose level is open, else who may act on such users.
 */
export function mayGiveRole(caller: Principal | 'command', role: Role, openLevel: number | 'closed'): boolean {
  return (openLevel !== 'closed' && role.level >= openLevel) || mayActOn(caller, role.level)
}
