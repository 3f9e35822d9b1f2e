import { ADMIN, type Role, SUDO } from '@plinth/kernel'

/** One of the two people that a rule is about. */
export interface Person {
  readonly identifier: string
  readonly role: Role
}

/**
 * Whether one person may set another's password over REST: a sudo only an admin's and never their own; an admin that of
 * everybody at the admin's level or below; anybody else only their own. Whoever is at level 0 counts as a sudo,
 * whatever the role is called, so that nobody's password is set over REST who is there. The command may set all.
 */
export function maySetPassword(caller: Person | 'command', target: Person): boolean {
  if (caller === 'command') return true
  const isOwn = caller.identifier === target.identifier
  if (target.role.level <= SUDO) return false
  if (isSudo(caller)) return target.role.name === 'admin' && !isOwn
  return caller.role.name === 'admin' ? target.role.level >= ADMIN : isOwn
}

function isSudo({ role }: Person): boolean {
  return role.name === 'sudo' || role.level <= SUDO
}
