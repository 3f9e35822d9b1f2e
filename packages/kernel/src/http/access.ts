import type { Anonymous, Authenticated, Principal, UserPrincipal } from '../security/principal.js'

/**
 * What a route requires of its caller.
 *
 * - `'public'`: anyone; keys are ignored.
 * - `'optional'`: anyone; a key is not required, but if sent it must be valid, and identifies the caller.
 * - `'authenticated'`: anyone with a valid key.
 * - `'user'`: a logged-in user; third-party tokens get a 401.
 * - `{ maxLevel }`: anyone with a key of that level or a more privileged one (a lower number), else 403;
 *   with `user`, only users, else 403.
 * - with `fresh`: a user must also have logged in, or confirmed the login, a short time ago, else 401
 *   `FRESH_LOGIN_REQUIRED`. Third-party tokens cannot log in, so they need no fresh login. With a fresh login, `'user'`
 *   becomes `{ user: true, fresh: true }`, `'authenticated'` becomes `{ user: false, fresh: true }`, and `'optional'`
 *   becomes `{ optional: true, fresh: true }`.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'authenticated'
  | 'user'
  | { readonly maxLevel: number; readonly user?: boolean; readonly fresh?: boolean }
  | { readonly maxLevel?: never; readonly user: boolean; readonly fresh: true }
  | { readonly maxLevel?: never; readonly user?: never; readonly optional: true; readonly fresh: true }

/** The principals that an access rule admits. */
export type CallerOf<A extends Access> = A extends 'public'
  ? Anonymous
  : A extends 'optional' | { readonly optional: true }
    ? Principal
    : A extends 'user' | { readonly user: true }
      ? UserPrincipal
      : Authenticated

/** Access rules that are plain strings. */
export const ACCESS_WORDS: ReadonlySet<string> = new Set(['public', 'optional', 'authenticated', 'user'])

/** Returns whether an untyped value is an access rule. */
export function isAccess(value: unknown): value is Access {
  if (typeof value !== 'object' || value === null) return ACCESS_WORDS.has(value as string)
  const { maxLevel, user, fresh, optional, ...others } = value as Record<string, unknown>
  if (optional !== undefined)
    return optional === true && fresh === true && maxLevel === undefined && user === undefined && isEmpty(others)
  const areFlags = [user, fresh].every((flag) => flag === undefined || typeof flag === 'boolean')
  const hasLevel = Number.isInteger(maxLevel) || (maxLevel === undefined && fresh === true && user !== undefined)
  return hasLevel && areFlags && isEmpty(others)
}

const isEmpty = (object: object) => Object.keys(object).length === 0

/** Returns whether a key may be omitted, but must be valid if it is sent. */
export function isOptional(access: Access): boolean {
  return access === 'optional' || (typeof access === 'object' && 'optional' in access)
}

/** Returns whether all users may call, whatever their level, but no third-party tokens. */
export function isForAllUsers(access: Access): boolean {
  return access === 'user' || (typeof access === 'object' && access.maxLevel === undefined && access.user === true)
}

/** Returns whether the login of a user must be fresh. */
export function needsFreshLogin(access: Access): boolean {
  return typeof access === 'object' && access.fresh === true
}

/** Returns the same rule with a fresh login required; `undefined` if the rule ignores keys. */
export function withFreshLogin(access: Access): Access | undefined {
  if (access === 'public') return undefined
  if (access === 'optional') return { optional: true, fresh: true }
  if (access === 'user' || access === 'authenticated') return { user: access === 'user', fresh: true }
  return { ...access, fresh: true }
}
