import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { TptSettings } from './settings.js'

const ALGORITHM = 'HS256'
const ISSUER = 'plinth'
/** Tokens whose signature is known to be good; then it begins anew. */
const MAX_KNOWN_TOKENS = 1_000

/** What a third-party token says. */
export interface TokenClaims {
  readonly jti: string
  readonly role: string
  /** UTC, as `YYYY-MM-DD HH:MM:SS`. */
  readonly created_on: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp?: number
}

/** What is kept of a token that was verified. */
interface KnownToken {
  readonly jti: string
  readonly exp: number | undefined
}

/** Signs and checks the JSON Web Tokens. One algorithm; the key is chosen by `kid`, so that it can be changed. */
export class TokenSigner {
  /** The names of the keys, which give nothing away: that which signs, and that which still verifies. */
  readonly keyIds: { readonly current: string; readonly previous: string | undefined }
  readonly #current: KeyObject
  readonly #keys: ReadonlyMap<string, KeyObject>
  /** Tokens that were verified: a good signature stays good, only the end of the token has to be looked at again. */
  readonly #known = new Map<string, KnownToken>()

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

  /** The `jti` of a token that one of our keys has signed and that has not expired at `now` (ms), else `undefined`. */
  verify(token: string, now: number): string | undefined {
    const seconds = Math.floor(now / 1_000)
    const known = this.#known.get(token)
    if (known) return known.exp === undefined || seconds < known.exp ? known.jti : undefined
    const claims = this.#check(token, seconds)
    if (!claims) return undefined
    if (this.#known.size >= MAX_KNOWN_TOKENS) this.#known.clear()
    this.#known.set(token, claims)
    return claims.jti
  }

  #check(token: string, clockTimestamp: number): KnownToken | undefined {
    try {
      const key = this.#keyFor(token)
      if (key === undefined) return undefined
      const claims = jwt.verify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, clockTimestamp })
      return typeof claims === 'string' || !isId(claims.jti) ? undefined : { jti: claims.jti, exp: claims.exp }
    } catch {
      return undefined // jsonwebtoken throws for every reason against a token
    }
  }

  #keyFor(token: string): KeyObject | undefined {
    const kid = jwt.decode(token, { complete: true })?.header.kid
    return kid === undefined ? undefined : this.#keys.get(kid)
  }
}

/** Made once: of a text, jsonwebtoken would try first, for each token, whether it is a public key. */
function keyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8')
}

/** What a `jti` of ours looks like. */
function isId(jti: unknown): jti is string {
  return typeof jti === 'string' && /^[\w-]{1,64}$/.test(jti)
}

/** Names a key without giving it away. */
export function keyId(secret: string): string {
  return createHash('sha256').update(`plinth key id:${secret}`).digest('hex').slice(0, 16)
}
