import type { Anonymous, Authenticated, Principal, UserPrincipal } from '../security/principal.js'

/**
 * What a route requires of its caller.
 *
 * - `'public'`: anyone; keys are ignored.
 * - `'optional'`: anyone; a key is not required, but must be valid if sent. It identifies the caller.
 * - `'authenticated'`: anyone with a valid key.
 * - `'user'`: a logged-in user; third-party tokens get a 401.
 * - `{ maxLevel }`: anyone with a key of that level or a more privileged one (a lower number), else 403;
 *   with `user`, only users, else 403.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'authenticated'
  | 'user'
  | { readonly maxLevel: number; readonly user?: boolean }

/** The principals that an access rule admits. */
export type CallerOf<A extends Access> = A extends 'public'
  ? Anonymous
  : A extends 'optional'
    ? Principal
    : A extends 'user' | { readonly user: true }
      ? UserPrincipal
      : Authenticated

/** Access rules that are plain strings. */
export const ACCESS_WORDS: ReadonlySet<string> = new Set(['public', 'optional', 'authenticated', 'user'])

/** Returns whether an untyped value is an access rule. */
export function isAccess(value: unknown): value is Access {
  if (typeof value !== 'object' || value === null) return ACCESS_WORDS.has(value as string)
  const { maxLevel, user, ...others } = value as Record<string, unknown>
  const isUserValid = user === undefined || typeof user === 'boolean'
  return Number.isInteger(maxLevel) && isUserValid && Object.keys(others).length === 0
}
