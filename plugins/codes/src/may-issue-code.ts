import { mayActOn, maySetPassword, type Role, type UserWithRole } from '@plinth/kernel'
import type { CodePurpose } from './code-store.js'

/** Returns the purpose of a code for a user with this version of the password. */
export function purposeFor(passwordVersion: string | undefined): CodePurpose {
  return passwordVersion === undefined ? 'invitation' : 'reset'
}

/**
 * Returns whether a caller may issue a code: a reset for users whose password the caller may set, an invitation for
 * users whom the caller may act on. Callers may not issue codes for themselves: with a stolen key alone, a thief could
 * set the password of its owner.
 */
export function mayIssueCode(caller: UserWithRole | 'command', target: UserWithRole, purpose: CodePurpose): boolean {
  if (caller === 'command') return true
  if (caller.identifier === target.identifier) return false
  return maySetPassword(caller, target) || (purpose === 'invitation' && mayActOnLevel(caller.role, target.role.level))
}

const mayActOnLevel = (role: Role, level: number) => mayActOn({ kind: 'user', role }, level)
