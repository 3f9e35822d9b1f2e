import type { Anonymous, Authenticated } from './principal.js'
import { ADMIN, type Role } from './role.js'

/** The caller of an administrative function: the holder of a key, or the program itself, which may do everything. */
export type Administrator = Authenticated | 'command'

/** A caller whose rights are checked: any principal, or as much of one as the check needs. */
type Caller = Anonymous | { readonly kind: Authenticated['kind']; readonly role: Role } | 'command'

/** Returns whether a caller acts on its own account. */
export function isSelf(caller: Administrator, { identifier }: { readonly identifier: string }): boolean {
  return caller !== 'command' && caller.kind === 'user' && caller.identifier === identifier
}

/**
 * Returns whether a caller may administer users of this level, or assign the level to a user. Users need level 1 or 0,
 * and may not act on levels more privileged than their own. A token must be more privileged than the level, because its
 * changes outlive it.
 */
export function mayActOn(caller: Caller, level: number): boolean {
  if (caller === 'command') return true
  if (caller.kind === 'anonymous' || caller.role.level > ADMIN) return false
  return caller.kind === 'user' ? caller.role.level <= level : caller.role.level < level
}
