import type { Authenticated, Principal } from './principal.js'
import { ADMIN } from './role.js'

/** A caller of administrative functions: the holder of a key, or the program itself, which may do everything. */
export type Administrator = Authenticated | 'command'

/** Returns whether a caller acts on its own account. */
export function isSelf(caller: Administrator, { identifier }: { readonly identifier: string }): boolean {
  return caller !== 'command' && caller.kind === 'user' && caller.identifier === identifier
}

/**
 * Returns whether a caller may change what belongs to a user of this level, or give a user this level. Only admins
 * and sudos may, and only at their own level or below it. A token must be more privileged than the level, because its
 * changes outlive it.
 */
export function mayActOn(caller: Principal | 'command', level: number): boolean {
  if (caller === 'command') return true
  if (caller.kind === 'anonymous' || caller.role.level > ADMIN) return false
  return caller.kind === 'user' ? caller.role.level <= level : caller.role.level < level
}
