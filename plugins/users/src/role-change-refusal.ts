import { type Administrator, type Role, SUDO } from '@plinth/kernel'

/** Roles with rules of their own, which other code finds by their names: they keep their level, and stay. */
const RESERVED_ROLES: ReadonlySet<string> = new Set(['sudo', 'admin'])

/** Returns whether a caller may create, change and delete roles: a sudo user, or the program itself. */
export function mayChangeRoles(caller: Administrator): boolean {
  return caller === 'command' || (caller.kind === 'user' && caller.role.level <= SUDO)
}

/** Returns the code of the error with which such a caller may not change or delete a role; `null` if they may. */
export function roleChangeRefusal(
  caller: Administrator,
  { name, level }: Role,
): 'ROLE_RESERVED' | 'ROLE_CHANGED_BY_COMMAND' | null {
  if (RESERVED_ROLES.has(name)) return 'ROLE_RESERVED'
  return level <= SUDO && caller !== 'command' ? 'ROLE_CHANGED_BY_COMMAND' : null
}
