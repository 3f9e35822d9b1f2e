import type { Origin } from '../security/origin.js'

/** The caller: a user by name, a third-party token by its id, the program itself, or a caller without a key. */
export interface Actor {
  readonly kind: 'user' | 'token' | 'command' | 'nobody'
  readonly name: string | null
}

/** Returns the actor of an origin, as security events name it. */
export function actorOf({ principal }: Origin): Actor {
  if (principal === 'command') return { kind: 'command', name: null }
  if (principal.kind === 'user') return { kind: 'user', name: principal.username }
  if (principal.kind === 'third-party') return { kind: 'token', name: principal.tokenId }
  return { kind: 'nobody', name: null }
}
