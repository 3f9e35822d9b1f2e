import type { Role } from './role.js'

/** A caller without a key. */
export interface Anonymous {
  readonly kind: 'anonymous'
}

/** Personal details of a user. */
export interface Profile {
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  /** When the account ends, in ms; null or omitted if it does not. */
  readonly validUntil?: number | null
}

/** A person who has logged in. */
export interface UserPrincipal {
  readonly kind: 'user'
  /** The user's `identifier`. */
  readonly identifier: string
  readonly username: string
  readonly role: Role
  /** The session of this request. */
  readonly sessionId: string
  /** Identifies the key of this request without revealing it. Needed only if a session may get other keys. */
  readonly keyId?: string
  /** Whether others know this user's password. If so, the user can do nothing until it is changed. */
  readonly mustChangePassword?: boolean
  /**
   * When the login stops being fresh, in ms. It is fresh for a short time after the user has proved who they are. If
   * omitted, routes with `fresh` refuse the user.
   */
  readonly freshUntil?: number
  /** When the key ends, in ms, unless it is used before then; null if nothing but a revocation ends it. */
  readonly expiresAt?: number | null
  /** Personal details, if the authenticator has read them together with the session, which saves a query. */
  readonly profile?: Profile
}

/** Another system, not a person, that acts with a role. */
export interface ThirdPartyPrincipal {
  readonly kind: 'third-party'
  /** The token's `jti`. */
  readonly tokenId: string
  readonly role: Role
  /** When the key ends, in ms; null if nothing but a revocation ends it. */
  readonly expiresAt?: number | null
}

/** The holder of a key. */
export type Authenticated = UserPrincipal | ThirdPartyPrincipal

/** The caller of a request. */
export type Principal = Anonymous | Authenticated

/** The principal of every request without a key. */
export const ANONYMOUS: Anonymous = Object.freeze({ kind: 'anonymous' })
