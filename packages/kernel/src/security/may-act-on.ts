import type { Authenticated, Principal } from './principal.js'
import { ADMIN } from './role.js'

/** Who administers: the holder of a key, or whoever runs the command on the machine, who may do everything. */
export type Administrator = Authenticated | 'command'

/** Whether somebody acts on themselves. */
export function isSelf(caller: Administrator, { identifier }: { readonly identifier: string }): boolean {
  return caller !== 'command' && caller.kind === 'user' && caller.identifier === identifier
}

/**
 * Whether somebody may change what belongs to a user of that level, or give that level to one: an admin or sudo, and
 * nobody above themselves. A token only below its own level: what it does would outlive it.
 */
export function mayActOn(caller: Principal | 'command', level: number): boolean {
  if (caller === 'command') return true
  if (caller.kind === 'anonymous' || caller.role.level > ADMIN) return false
  return caller.kind === 'user' ? caller.role.level <= level : caller.role.level < level
}
