import {
  type Authenticated,
  authenticators,
  type Clock,
  createKernel,
  type Database,
  definePlugin,
  type Knex,
  type Randomness,
  type Role,
} from '@plinth/kernel'
import { describeAuthenticator, type IssuedKey, startTestApp } from '@plinth/testing'

/** Validity of an issued key, in seconds. */
const VALIDITY_S = 600
const OPERATOR: Role = { name: 'operator', level: 10 }
const GUEST: Role = { name: 'guest', level: 256 }

export interface KeyRow {
  readonly id: string
  readonly key: string
  readonly role: string
  readonly level: number
  readonly issued_at: number | string
}

interface KeyServiceNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly randomness: Randomness
}

/**
 * A correct authenticator of keys with a role, each in a row that is deleted when the key ends. Tests subclass it with
 * one defect each, which `describeAuthenticator` must detect.
 */
export class KeyService {
  protected readonly database: Database
  protected readonly clock: Clock
  readonly #randomness: Randomness

  constructor({ database, clock, randomness }: KeyServiceNeeds) {
    this.database = database
    this.clock = clock
    this.#randomness = randomness
  }

  async issue(): Promise<IssuedKey> {
    const [id, key] = [this.#randomness.identifier(), this.#randomness.key()]
    const row = { id, key, role: OPERATOR.name, level: OPERATOR.level, issued_at: this.clock.now() }
    await this.database.write((transaction) => transaction('test_keys').insert(row))
    return { key, role: OPERATOR }
  }

  async end(key: string): Promise<void> {
    await this.database.write((transaction) => transaction('test_keys').where({ key }).delete())
  }

  async demote(key: string): Promise<Role> {
    const { name: role, level } = GUEST
    await this.database.write((transaction) => transaction('test_keys').where({ key }).update({ role, level }))
    return GUEST
  }

  async authenticate(key: string): Promise<Authenticated | undefined> {
    if (!/^[\w-]{43}$/.test(key)) return undefined
    const row = await this.database.read((knex) => knex<KeyRow>('test_keys').where({ key }).first())
    return row && this.isValid(row) ? principalOf(row) : undefined
  }

  async confirm(principal: Authenticated, transaction: Knex.Transaction): Promise<Authenticated | undefined> {
    if (principal.kind !== 'third-party') return undefined
    const row = await transaction<KeyRow>('test_keys').where({ id: principal.tokenId }).forUpdate().first()
    return row && this.isValid(row) ? principalOf(row) : undefined
  }

  protected isValid({ issued_at }: KeyRow): boolean {
    return this.clock.now() - Number(issued_at) < VALIDITY_S * 1_000
  }
}

export const principalOf = ({ id, role, level }: KeyRow): Authenticated => ({
  kind: 'third-party',
  tokenId: id,
  role: { name: role, level },
})

/** Defines the conformance tests for an authenticator with this service, which may have a defect. */
export function describeKeys(Service: typeof KeyService, name = 'keys'): void {
  const plugin = definePlugin<object, { keyService: KeyService }>()({
    name: 'keys',
    migrations: [
      {
        name: '001-keys',
        up: (transaction) =>
          transaction.schema.createTable('test_keys', (table) => {
            table.text('id').primary()
            table.text('key').notNullable().unique()
            table.text('role').notNullable()
            table.integer('level').notNullable()
            table.bigInteger('issued_at').notNullable()
          }),
      },
    ],
    services: { keyService: Service },
    contributes: ({ keyService }) => [
      authenticators.of({
        name: 'keys',
        authenticate: (key) => keyService.authenticate(key),
        confirm: (principal, transaction) => keyService.confirm(principal, transaction),
      }),
    ],
  })
  describeAuthenticator({
    name,
    start: (options) =>
      startTestApp({ ...options, kernel: (kernelOptions) => createKernel(kernelOptions).use(plugin) }),
    issue: (app) => app.services.keyService.issue(),
    waysToRevoke: { deletion: ({ key }, app) => app.services.keyService.end(key) },
    expiresAfter: VALIDITY_S,
    changeRole: ({ key }, app) => app.services.keyService.demote(key),
  })
}
