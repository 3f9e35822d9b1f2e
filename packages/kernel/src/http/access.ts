import type { Anonymous, Authenticated, Principal, UserPrincipal } from '../security/principal.js'

/**
 * Who may call a route.
 *
 * - `'public'`: anybody; a key is not looked at.
 * - `'optional'`: anybody; a key that comes along must be good, and tells who it is.
 * - `'authenticated'`: whoever has a key.
 * - `'person'`: a user who has logged in; a third-party token is no person (401).
 * - `{ maxLevel }`: whoever has a key of that level or a more privileged one (a lower number), else 403;
 *   with `person`, users only, else 403.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'authenticated'
  | 'person'
  | { readonly maxLevel: number; readonly person?: boolean }

/** Who may be behind a request that passed an access. */
export type CallerOf<A extends Access> = A extends 'public'
  ? Anonymous
  : A extends 'optional'
    ? Principal
    : A extends 'person' | { readonly person: true }
      ? UserPrincipal
      : Authenticated

/** The accesses that are words. */
export const ACCESS_WORDS: ReadonlySet<string> = new Set(['public', 'optional', 'authenticated', 'person'])

/** Whether something that no compiler has seen is an access. */
export function isAccess(value: unknown): value is Access {
  if (typeof value !== 'object' || value === null) return ACCESS_WORDS.has(value as string)
  const { maxLevel, person, ...others } = value as Record<string, unknown>
  const isPersonGood = person === undefined || typeof person === 'boolean'
  return Number.isInteger(maxLevel) && isPersonGood && Object.keys(others).length === 0
}
