import { type Authenticated, mayActOn, type Role, SUDO } from '@plinth/kernel'

/** Codes of the errors with which `changeUser` refuses to give a role to a user. */
export const ASSIGNMENT_REFUSALS = ['ROLE_NOT_YOURS_TO_GIVE', 'ROLE_REQUIRES_COMMAND'] as const

/** Returns why a caller may not give a role to a user whose level is 1 or more; `null` if the caller may. */
export function assignmentRefusal(caller: Authenticated, role: Role): (typeof ASSIGNMENT_REFUSALS)[number] | null {
  if (!mayActOn(caller, role.level)) return 'ROLE_NOT_YOURS_TO_GIVE'
  return role.level <= SUDO ? 'ROLE_REQUIRES_COMMAND' : null
}
