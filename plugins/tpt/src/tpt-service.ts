import {
  type Authenticated,
  type Callers,
  type Clock,
  type Database,
  httpErrors,
  type KernelServices,
  type Knex,
  type Origin,
  type Randomness,
  type SecurityEvents,
  type ThirdPartyPrincipal,
  type UserPrincipal,
} from '@plinth/kernel'
import {
  directoryErrors,
  namesOfRoles,
  type RoleDirectory,
  type RoleUse,
  type StoredRole,
} from '@plinth/kernel/contracts'
import { expectOrigin, expectText, expectUserOrigin, LastUsed } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import type { SharedSigningKey } from './shared-signing-key.js'
import { checkLabel, type TokenLabel } from './token-label.js'
import type { TokenSigner } from './token-signer.js'
import type { TokenPage, TptRecord, TptStore } from './tpt-store.js'
import { utcDateTime } from './utc-date-time.js'

const DAY_MS = 86_400_000
/** The creator listed for tokens created by the CLI. */
const CREATED_BY_COMMAND = 'plinth command'

/** A new token. The token itself is not stored anywhere. */
export interface IssuedToken {
  /** The signed token: what the other system sends as its key. */
  readonly token: string
  /** Its id, for listing and revoking it. */
  readonly jti: string
  /** The name of the role that it acts with. */
  readonly role: string
  /** UTC, as in the token. */
  readonly createdOn: string
  /** In ms. */
  readonly createdAt: number
  /** In ms; `null` for a token that is valid until it is revoked. */
  readonly expiresAt: number | null
  /** `null` for none. */
  readonly name: string | null
}

interface TptServiceDeps
  extends Pick<KernelServices, 'database' | 'clock' | 'randomness' | 'callers' | 'securityEvents'> {
  readonly roleDirectory: RoleDirectory
  readonly tokenSigner: TokenSigner
  readonly signingKey: SharedSigningKey
  readonly tptStore: TptStore
}

/** Creates, authenticates and revokes third-party tokens. */
export class TptService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #roles: RoleDirectory
  readonly #signer: TokenSigner
  readonly #signingKey: SharedSigningKey
  readonly #store: TptStore
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #lastUsed: LastUsed

  constructor(deps: TptServiceDeps) {
    const { database, clock, randomness, roleDirectory, tokenSigner, tptStore, callers, securityEvents } = deps
    this.#database = database
    this.#clock = clock
    this.#randomness = randomness
    this.#roles = roleDirectory
    this.#signer = tokenSigner
    this.#signingKey = deps.signingKey
    this.#store = tptStore
    this.#callers = callers
    this.#events = securityEvents
    this.#lastUsed = new LastUsed({ database, clock, table: 'plinth_third_party_tokens' })
  }

  /** Starts to record when tokens were last used. */
  start(): void {
    this.#lastUsed.start()
  }

  /** Stops recording. Resolves once the last uses are recorded. */
  stop(): Promise<void> {
    return this.#lastUsed.stop()
  }

  /**
   * Creates a token that acts with a role, not as a person. Throws `ROLE_INSUFFICIENT` unless the caller's role is
   * named `sudo`, `ROLE_NOT_FOUND` for an unknown role, `INVALID_BODY` with `fields` for an invalid label, and
   * `SIGNING_KEY_DIFFERS` if other replicas would refuse the token.
   */
  async issue(
    origin: Origin<UserPrincipal>,
    roleName: string,
    expiresInDays?: number,
    label: TokenLabel = {},
  ): Promise<IssuedToken> {
    expectUserOrigin(origin, 'tptService.issue()')
    expectText(roleName, 'tptService.issue()', 'the name of a role')
    if (expiresInDays !== undefined && !(Number.isFinite(expiresInDays) && expiresInDays > 0))
      throw new RangeError(
        'tptService.issue() needs a positive number of days, or none for a token that never expires.',
      )
    const { name = null, note = null } = checkLabel(label)
    if (!mayIssue(origin)) throw httpErrors.ROLE_INSUFFICIENT()
    const role = await this.#expectRole(roleName, await this.#roles.find(roleName))

    const jti = this.#randomness.identifier()
    const createdAt = this.#clock.now()
    const expiresAt = expiresInDays === undefined ? null : createdAt + expiresInDays * DAY_MS
    const keyId = this.#signer.keyIds.current
    const createdBy = origin.principal === 'command' ? CREATED_BY_COMMAND : origin.principal.username
    await this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#signingKey.expectKnown(transaction)
      await this.#expectRole(roleName, await this.#roles.lock(transaction, roleName)) // it may have been deleted since
      await this.#store.insert(transaction, {
        jti,
        roleName: role.name,
        createdAt,
        expiresAt,
        createdBy,
        keyId,
        name,
        note,
      })
      const details = {
        role: role.name,
        ...(expiresInDays !== undefined && { days: expiresInDays }),
        ...(name !== null && { name }),
      }
      await this.#events.record(transaction, { event: 'token-created', origin, target: jti, details })
    })

    const createdOn = utcDateTime(createdAt)
    const exp = expiresAt === null ? {} : { exp: Math.floor(expiresAt / 1_000) }
    const token = this.#signer.sign({
      jti,
      role: role.name,
      created_on: createdOn,
      iat: Math.floor(createdAt / 1_000),
      ...exp,
    })
    return { token, jti, role: role.name, createdOn, createdAt, expiresAt, name }
  }

  /** Returns the principal of a token; `undefined` if the token is unknown, expired or revoked. */
  async authenticate(key: string): Promise<ThirdPartyPrincipal | undefined> {
    const jti = this.#signer.verify(key, this.#clock.now())
    if (jti === undefined) return undefined
    const record = await this.#store.find(jti)
    if (!record || record.revokedAt !== null) return undefined
    this.#lastUsed.note(record.id, record.lastUsedAt)
    return principalOf(record)
  }

  /** Checks a token again inside a transaction, and locks it against revocation. */
  async confirm(principal: Authenticated, transaction: Knex.Transaction): Promise<ThirdPartyPrincipal | undefined> {
    if (principal.kind !== 'third-party') return undefined
    const record = await this.#store.lock(transaction, principal.tokenId)
    return record && !this.#isRevokedOrExpired(record) ? principalOf(record) : undefined
  }

  async #expectRole(name: string, role: StoredRole | undefined): Promise<StoredRole> {
    if (role) return role
    throw directoryErrors.ROLE_NOT_FOUND({ role: name, roles: namesOfRoles(await this.#roles.list()) })
  }

  /** A role with valid tokens cannot be deleted; the other tokens are deleted with their role. */
  readonly roleUse: RoleUse = {
    name: 'third-party tokens',
    count: (role, transaction) => this.#store.countActive(transaction, role, this.#clock.now()),
    deleteUnusedRows: (role, transaction) => this.#store.deleteOfRole(transaction, role),
  }

  #isRevokedOrExpired({ revokedAt, expiresAt }: TptRecord): boolean {
    return revokedAt !== null || (expiresAt !== null && expiresAt <= this.#clock.now())
  }

  /** Lists all tokens, including revoked and expired ones, in the order of creation. */
  list(): Promise<readonly TptRecord[]> {
    return this.#store.list()
  }

  /** Lists one page of tokens, the newest first; with `areValid` only those that are neither revoked nor expired. */
  page({
    areValid,
    ...page
  }: Omit<TokenPage, 'validAt'> & { readonly areValid: boolean }): Promise<readonly TptRecord[]> {
    return this.#store.list({ ...page, ...(areValid && { validAt: this.#clock.now() }) })
  }

  /** Revokes a token. Once this resolves, all replicas refuse the token. Throws `TOKEN_NOT_FOUND`. */
  async revoke(origin: Origin<Authenticated>, jti: string): Promise<void> {
    expectOrigin(origin, 'tptService.revoke()')
    expectText(jti, 'tptService.revoke()', 'the id of a token')
    await this.#database.write(async (transaction) => {
      await this.#store.lockAll(transaction, [jti, ...ownTokenId(origin)])
      await this.#callers.confirm(origin, transaction)
      const revoked = await this.#store.revoke(transaction, jti, this.#clock.now())
      if (!revoked) throw errors.TOKEN_NOT_FOUND()
      const details = { ...(revoked.name !== null && { name: revoked.name }) }
      await this.#events.record(transaction, { event: 'token-revoked', origin, target: jti, details })
    })
  }
}

/** Returns the id of the caller's token, if the caller uses one. */
function ownTokenId({ principal }: Origin): string[] {
  return principal !== 'command' && principal.kind === 'third-party' ? [principal.tokenId] : []
}

function principalOf({ jti, roleName, roleLevel, expiresAt }: TptRecord): ThirdPartyPrincipal {
  return { kind: 'third-party', tokenId: jti, role: { name: roleName, level: roleLevel }, expiresAt }
}

/** Returns whether the caller may issue tokens. The contract asks for the name of the role, not for its level. */
function mayIssue({ principal }: Origin<UserPrincipal>): boolean {
  return principal === 'command' || principal.role.name === 'sudo'
}
