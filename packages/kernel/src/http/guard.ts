import type { CallerRestriction } from '../contracts/caller-restriction.js'
import type { AnyErrorKind } from '../errors/define-errors.js'
import { ANONYMOUS, type Authenticated } from '../security/principal.js'
import type { Access, CallerOf } from './access.js'
import { apiKeyOf, bringsKey, type KeyedRequest } from './api-key.js'
import { httpErrors } from './http-errors.js'

/** Tells whose a key is; throws a 401 for one that is nobody's. */
export type Identify = (key: string) => Promise<Authenticated>

/** How callers are checked. */
export interface CallerChecks {
  readonly identify: Identify
  readonly restrictions: readonly CallerRestriction[]
}

/** Who may call a route. */
export interface RouteAccess<A extends Access> {
  readonly access: A
  /** The errors of the restrictions that do not keep a caller from it, or all restrictions. */
  readonly despite?: readonly AnyErrorKind[] | 'all' | undefined
}

/**
 * Returns who a request is, or throws a 401 or 403 when they may not call the route. Reads headers only, never the
 * body.
 */
export async function guard<A extends Access>(
  { access, despite = [] }: RouteAccess<A>,
  request: KeyedRequest,
  { identify, restrictions }: CallerChecks,
): Promise<CallerOf<A>> {
  if (access === 'public') return ANONYMOUS as CallerOf<A>
  if (access === 'optional' && !bringsKey(request)) return ANONYMOUS as CallerOf<A>

  const key = apiKeyOf(request)
  if (key === undefined) throw httpErrors.TOKEN_INVALID()
  const principal = await identify(key)
  for (const { error, appliesTo } of restrictions)
    if (!isOpenDespite(despite, error) && appliesTo(principal)) throw error()
  refuseUnlessAllowed(access, principal)
  return principal as CallerOf<A>
}

/** Whether a restriction does not keep a caller from a route. */
export function isOpenDespite(despite: readonly AnyErrorKind[] | 'all', error: AnyErrorKind): boolean {
  return despite === 'all' || despite.includes(error)
}

function refuseUnlessAllowed(access: Access, principal: Authenticated): void {
  if (access === 'person' && principal.kind !== 'user') throw httpErrors.PERSON_REQUIRED()
  if (typeof access === 'string') return
  const isAllowed = principal.role.level <= access.maxLevel // false for what is no number
  if (!isAllowed) throw httpErrors.ROLE_INSUFFICIENT()
  if (access.person && principal.kind !== 'user') throw httpErrors.ROLE_INSUFFICIENT()
}
