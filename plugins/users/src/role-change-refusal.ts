import { type Administrator, type Role, SUDO } from '@plinth/kernel'

/** Roles that other code finds by name: they cannot be deleted, and their level cannot be changed. */
const RESERVED_ROLES: ReadonlySet<string> = new Set(['sudo', 'admin'])

/** Returns whether a caller may create, change and delete roles: a sudo user, or the program itself. */
export function mayChangeRoles(caller: Administrator): boolean {
  return caller === 'command' || (caller.kind === 'user' && caller.role.level <= SUDO)
}

/** Returns the error code for a caller who may change roles, but not this one; `null` if they may change it too. */
export function roleChangeRefusal(
  caller: Administrator,
  { name, level }: Role,
): 'ROLE_RESERVED' | 'ROLE_REQUIRES_COMMAND' | null {
  if (RESERVED_ROLES.has(name)) return 'ROLE_RESERVED'
  return mayUseLevel(caller, level) ? null : 'ROLE_REQUIRES_COMMAND'
}

/** Returns whether a caller who may change roles may also change those of this level, and give a role this level. */
export function mayUseLevel(caller: Administrator, level: number): boolean {
  return level > SUDO || caller === 'command'
}
