import { ADMIN, type Role, SUDO } from './role.js'

/** The caller, or the target whose password is set. */
export interface UserWithRole {
  readonly identifier: string
  readonly role: Role
}

/**
 * Returns whether the caller may set the target's password. Over REST, sudo users may set only the passwords of users
 * with the role `admin`, never their own. Users with the role `admin` may set those of all users but sudo users. All
 * other users may set only their own. Any role of level 0 counts as sudo, whatever its name, so REST never sets a
 * password at that level. The CLI may set all passwords.
 */
export function maySetPassword(caller: UserWithRole | 'command', target: UserWithRole): boolean {
  if (caller === 'command') return true
  const isOwn = caller.identifier === target.identifier
  if (target.role.level <= SUDO) return false
  if (isSudo(caller)) return target.role.name === 'admin' && !isOwn
  return caller.role.name === 'admin' ? target.role.level >= ADMIN : isOwn
}

function isSudo({ role }: UserWithRole): boolean {
  return role.name === 'sudo' || role.level <= SUDO
}
