import { ADMIN, type Role, SUDO } from '@plinth/kernel'

/** The caller or the target. */
export interface Person {
  readonly identifier: string
  readonly role: Role
}

/**
 * Whether the caller may set the target's password. Over REST, a sudo may set only those of admins, and never their
 * own; an admin those of users who are not more privileged than an admin; everybody else only their own. Any role of
 * level 0 counts as sudo, whatever its name, so REST never sets a password at that level. The CLI may set all.
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
