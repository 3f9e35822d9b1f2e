import type { Role } from './role.js'

/** Somebody without a key. */
export interface Anonymous {
  readonly kind: 'anonymous'
}

/** What people say of themselves. */
export interface Profile {
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
}

/** A person who has logged in. */
export interface UserPrincipal {
  readonly kind: 'user'
  /** The user's `identifier`. */
  readonly identifier: string
  readonly username: string
  readonly role: Role
  /** The session that this request came with. */
  readonly sessionId: string
  /** Whether this person's password is one that others know: until another is set, only that can be done. */
  readonly mustChangePassword?: boolean
  /**
   * What else is known of them, where whoever recognised them has read it with the session: nobody needs to ask for it
   * again.
   */
  readonly profile?: Profile
}

/** Another system that acts with a role and is no person. */
export interface ThirdPartyPrincipal {
  readonly kind: 'third-party'
  /** The token's `jti`. */
  readonly tokenId: string
  readonly role: Role
}

/** Who holds a key. */
export type Authenticated = UserPrincipal | ThirdPartyPrincipal

/** Who a request is. */
export type Principal = Anonymous | Authenticated

/** The one principal that is nobody. */
export const ANONYMOUS: Anonymous = Object.freeze({ kind: 'anonymous' })
