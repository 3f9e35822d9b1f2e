import { createHash } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { TptSettings } from './settings.js'

const ALGORITHM = 'HS256'
const ISSUER = 'plinth'
/** Tokens whose signature is known to be good; then it begins anew. */
const MOST_KNOWN = 1_000

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
  readonly #current: string
  readonly #secrets: ReadonlyMap<string, string>
  /** Tokens that were verified: a good signature stays good, only the end of the token has to be looked at again. */
  readonly #known = new Map<string, KnownToken>()

  constructor({ settings }: { settings: TptSettings }) {
    const { secretKey, secretKeyPrevious } = settings
    this.#current = secretKey
    this.keyIds = { current: keyId(secretKey), previous: secretKeyPrevious && keyId(secretKeyPrevious) }
    const secrets = [secretKey, secretKeyPrevious].filter((secret) => secret !== undefined)
    this.#secrets = new Map(secrets.map((secret) => [keyId(secret), secret]))
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
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(token, claims)
    return claims.jti
  }

  #check(token: string, clockTimestamp: number): KnownToken | undefined {
    try {
      const secret = this.#secretFor(token)
      if (secret === undefined) return undefined
      const claims = jwt.verify(token, secret, { algorithms: [ALGORITHM], issuer: ISSUER, clockTimestamp })
      return typeof claims === 'string' || !isId(claims.jti) ? undefined : { jti: claims.jti, exp: claims.exp }
    } catch {
      return undefined // jsonwebtoken throws for every reason against a token
    }
  }

  #secretFor(token: string): string | undefined {
    const kid = jwt.decode(token, { complete: true })?.header.kid
    return kid === undefined ? undefined : this.#secrets.get(kid)
  }
}

/** What a `jti` of ours looks like. */
function isId(jti: unknown): jti is string {
  return typeof jti === 'string' && /^[\w-]{1,64}$/.test(jti)
}

/** Names a key without giving it away. */
function keyId(secret: string): string {
  return createHash('sha256').update(`plinth key id:${secret}`).digest('hex').slice(0, 16)
}
