import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { TptSettings } from './settings.js'

const ALGORITHM = 'HS256'
const ISSUER = 'plinth'
/** Maximum number of verified tokens in the cache, which is cleared when it is full. */
const MAX_CACHED_TOKENS = 1_000

/** The claims of a third-party token. */
export interface TokenClaims {
  readonly jti: string
  readonly role: string
  /** UTC, as `YYYY-MM-DD HH:MM:SS`. */
  readonly created_on: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp?: number
}

/** The cached claims of a verified token. */
interface CachedToken {
  readonly jti: string
  readonly exp: number | undefined
}

/** Signs and verifies JSON Web Tokens with one algorithm. `kid` selects the key, so that keys can be rotated. */
export class TokenSigner {
  /** Ids of the key that signs, and of the previous one, which only verifies. They do not reveal the keys. */
  readonly keyIds: { readonly current: string; readonly previous: string | undefined }
  readonly #current: KeyObject
  readonly #keys: ReadonlyMap<string, KeyObject>
  /** Verified tokens. A valid signature stays valid, so only the expiry has to be checked again. */
  readonly #cache = new Map<string, CachedToken>()

  constructor({ settings }: { settings: TptSettings }) {
    const { secretKey, secretKeyPrevious } = settings
    this.#current = keyOf(secretKey)
    this.keyIds = { current: keyId(secretKey), previous: secretKeyPrevious && keyId(secretKeyPrevious) }
    const secrets = [secretKey, secretKeyPrevious].filter((secret) => secret !== undefined)
    this.#keys = new Map(secrets.map((secret) => [keyId(secret), keyOf(secret)]))
  }

  sign(claims: TokenClaims): string {
    const keyid = this.keyIds.current
    return jwt.sign({ ...claims, iss: ISSUER }, this.#current, { algorithm: ALGORITHM, keyid })
  }

  /** Returns the `jti` of a token that a known key has signed and that has not expired at `now` (ms). */
  verify(token: string, now: number): string | undefined {
    const seconds = Math.floor(now / 1_000)
    const cached = this.#cache.get(token)
    if (cached) return cached.exp === undefined || seconds < cached.exp ? cached.jti : undefined
    const claims = this.#check(token, seconds)
    if (!claims) return undefined
    if (this.#cache.size >= MAX_CACHED_TOKENS) this.#cache.clear()
    this.#cache.set(token, claims)
    return claims.jti
  }

  #check(token: string, clockTimestamp: number): CachedToken | undefined {
    try {
      const key = this.#keyFor(token)
      if (key === undefined) return undefined
      const claims = jwt.verify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, clockTimestamp })
      return typeof claims === 'string' || !isId(claims.jti) ? undefined : { jti: claims.jti, exp: claims.exp }
    } catch {
      return undefined // jsonwebtoken throws for every invalid token
    }
  }

  #keyFor(token: string): KeyObject | undefined {
    const kid = jwt.decode(token, { complete: true })?.header.kid
    return kid === undefined ? undefined : this.#keys.get(kid)
  }
}

/**
 * Creates a key object, to be used for all tokens. With a string, jsonwebtoken would try to parse it as a public key
 * first, for each token.
 */
function keyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8')
}

/** Returns whether a value has the format of our `jti`. */
function isId(jti: unknown): jti is string {
  return typeof jti === 'string' && /^[\w-]{1,64}$/.test(jti)
}

/** Returns an id of a key that does not reveal the key. */
export function keyId(secret: string): string {
  return createHash('sha256').update(`plinth key id:${secret}`).digest('hex').slice(0, 16)
}
