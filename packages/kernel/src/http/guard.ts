import { ANONYMOUS, type Authenticated } from '../security/principal.js'
import type { Access, CallerOf } from './access.js'
import { apiKeyOf, bringsKey, type KeyedRequest } from './api-key.js'
import { httpErrors } from './http-errors.js'

/** Tells whose a key is; throws a 401 for one that is nobody's. */
export type Identify = (key: string) => Promise<Authenticated>

/** What a route lets in. */
export interface Door<A extends Access> {
  readonly access: A
  /** Whether a user who must change their password first may come in before they have. */
  readonly beforePasswordChange?: boolean | undefined
}

/** Lets a request through a door, and tells who it is, or throws a 401 or 403. Reads headers only, never the body. */
export async function guard<A extends Access>(
  { access, beforePasswordChange = false }: Door<A>,
  request: KeyedRequest,
  identify: Identify,
): Promise<CallerOf<A>> {
  if (access === 'public') return ANONYMOUS as CallerOf<A>
  if (access === 'optional' && !bringsKey(request)) return ANONYMOUS as CallerOf<A>

  const key = apiKeyOf(request)
  if (key === undefined) throw httpErrors.TOKEN_INVALID()
  const principal = await identify(key)
  if (!beforePasswordChange && mustChangePassword(principal)) throw httpErrors.PASSWORD_MUST_BE_CHANGED()
  refuseUnlessAllowed(access, principal)
  return principal as CallerOf<A>
}

function mustChangePassword(principal: Authenticated): boolean {
  return principal.kind === 'user' && principal.mustChangePassword === true
}

function refuseUnlessAllowed(access: Access, principal: Authenticated): void {
  if (access === 'person' && principal.kind !== 'user') throw httpErrors.PERSON_REQUIRED()
  if (typeof access === 'string') return
  const isAllowed = principal.role.level <= access.maxLevel // false for what is no number
  if (!isAllowed) throw httpErrors.ROLE_INSUFFICIENT()
  if (access.person && principal.kind !== 'user') throw httpErrors.ROLE_INSUFFICIENT()
}
