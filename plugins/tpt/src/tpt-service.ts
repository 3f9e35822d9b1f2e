import {
  type Authenticated,
  type Clock,
  type Database,
  directoryErrors,
  LastUsed,
  type Origin,
  type Randomness,
  type RoleDirectory,
  type SecurityEvents,
  type ThirdPartyPrincipal,
  type UserPrincipal,
} from '@plinth/kernel'
import { errors } from './errors.js'
import type { TokenSigner } from './token-signer.js'
import type { TptRecord, TptStore } from './tpt-store.js'
import { utcText } from './utc-text.js'

const DAY = 86_400_000
/** In the list of tokens: who has made one that no user has. */
const COMMAND_NAME = 'plinth command'

/** A token that was just made. The token itself is nowhere else. */
export interface IssuedToken {
  /** The signed token: what the other system sends as its key. */
  readonly token: string
  /** What it is listed and revoked by. */
  readonly jti: string
  /** The name of the role that it acts with. */
  readonly role: string
  /** UTC, as it stands in the token. */
  readonly createdOn: string
  /** In ms, as it is listed. */
  readonly createdAt: number
  /** In ms; `null` for one that is good until it is revoked. */
  readonly expiresAt: number | null
}

interface TptServiceNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly randomness: Randomness
  readonly roleDirectory: RoleDirectory
  readonly tokenSigner: TokenSigner
  readonly tptStore: TptStore
  readonly securityEvents: SecurityEvents
}

/** Makes, recognises and revokes third-party tokens. */
export class TptService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #roles: RoleDirectory
  readonly #signer: TokenSigner
  readonly #store: TptStore
  readonly #events: SecurityEvents
  readonly #lastUsed: LastUsed

  constructor(needs: TptServiceNeeds) {
    const { database, clock, randomness, roleDirectory, tokenSigner, tptStore, securityEvents } = needs
    this.#database = database
    this.#clock = clock
    this.#randomness = randomness
    this.#roles = roleDirectory
    this.#signer = tokenSigner
    this.#store = tptStore
    this.#events = securityEvents
    this.#lastUsed = new LastUsed({ database, clock, table: 'plinth_third_party_tokens' })
  }

  /** Begins to write when tokens were last used. */
  start(): void {
    this.#lastUsed.start()
  }

  /** Writes the uses that are left. */
  stop(): Promise<void> {
    return this.#lastUsed.stop()
  }

  /** Makes a token that acts with a role, not as a person. Throws `ROLE_NOT_FOUND`. */
  async issue(origin: Origin<UserPrincipal>, roleName: string, expiresInDays?: number): Promise<IssuedToken> {
    const role = await this.#roles.find(roleName)
    if (!role) throw directoryErrors.ROLE_NOT_FOUND({ role: roleName })

    const jti = this.#randomness.identifier()
    const createdAt = this.#clock.now()
    const expiresAt = expiresInDays === undefined ? null : createdAt + expiresInDays * DAY
    const createdBy = origin.principal === 'command' ? COMMAND_NAME : origin.principal.username
    await this.#database.write(async (transaction) => {
      await this.#store.insert(transaction, { jti, roleName: role.name, createdAt, expiresAt, createdBy })
      const details = { role: role.name, ...(expiresInDays !== undefined && { days: expiresInDays }) }
      await this.#events.record(transaction, { event: 'token-created', origin, target: jti, details })
    })

    const createdOn = utcText(createdAt)
    const exp = expiresAt === null ? {} : { exp: Math.floor(expiresAt / 1_000) }
    const token = this.#signer.sign({
      jti,
      role: role.name,
      created_on: createdOn,
      iat: Math.floor(createdAt / 1_000),
      ...exp,
    })
    return { token, jti, role: role.name, createdOn, createdAt, expiresAt }
  }

  /** Whose role a token lends, or `undefined` when it is not ours, expired or revoked. */
  async authenticate(key: string): Promise<ThirdPartyPrincipal | undefined> {
    const jti = this.#signer.verify(key, this.#clock.now())
    if (jti === undefined) return undefined
    const record = await this.#store.find(jti)
    if (!record || record.revokedAt !== null) return undefined
    this.#lastUsed.note(record.id, record.lastUsedAt)
    return { kind: 'third-party', tokenId: jti, role: { name: record.roleName, level: record.roleLevel } }
  }

  /** All tokens, revoked and expired ones too, in the order of creation. */
  list(): Promise<readonly TptRecord[]> {
    return this.#store.list()
  }

  /** The token is dead on all replicas when this resolves. Throws `TOKEN_NOT_FOUND`. */
  async revoke(origin: Origin<Authenticated>, jti: string): Promise<void> {
    await this.#database.write(async (transaction) => {
      if (!(await this.#store.revoke(transaction, jti, this.#clock.now()))) throw errors.TOKEN_NOT_FOUND()
      await this.#events.record(transaction, { event: 'token-revoked', origin, target: jti })
    })
  }
}
