import type { Authenticated, Knex } from '@plinth/kernel'
import { expect } from 'chai'
import { describeKeys, type KeyRow, KeyService, principalOf } from './support/keys.js'
import { outcomesOf } from './support/outcomes-of.js'

/** A service with one defect, and the test that must detect it. */
interface Defect {
  readonly test: string
  readonly service: typeof KeyService
  /** The database on which it shows. Default: SQLite. */
  readonly on?: string
}

const DEFECTS: Readonly<Record<string, Defect>> = {
  'returns another level': {
    test: 'recognises an issued key, and returns its role',
    service: class extends KeyService {
      override authenticate(key: string) {
        return withChange(super.authenticate(key), ({ role }) => ({ role: { ...role, level: 0 } }))
      }
    },
  },
  'returns a principal without an id': {
    test: 'recognises an issued key, and returns its role',
    service: class extends KeyService {
      override authenticate(key: string) {
        return withChange(super.authenticate(key), () => ({ tokenId: '' }))
      }
    },
  },
  'throws for unknown keys': {
    test: 'leaves unknown keys to other authenticators',
    service: class extends KeyService {
      override async authenticate(key: string) {
        const principal = await super.authenticate(key)
        if (!principal) throw new Error('there is no such key')
        return principal
      }
    },
  },
  'checks only the beginning of a key': {
    test: 'does not recognise an altered key',
    service: class extends KeyService {
      override authenticate(key: string) {
        return super.authenticate(key.slice(0, 43))
      }
    },
  },
  'uses the key as the id': {
    test: 'puts the key neither into the principal nor into the log',
    service: class extends KeyService {
      override authenticate(key: string) {
        return withChange(super.authenticate(key), () => ({ tokenId: key }))
      }
    },
  },
  'confirms no principal': {
    test: 'confirms a principal in a transaction',
    service: class extends KeyService {
      override async confirm() {
        return undefined
      }
    },
  },
  'confirms every principal': {
    test: 'does not confirm an unknown principal',
    service: class extends KeyService {
      override async confirm(principal: Authenticated) {
        return principal
      }
    },
  },
  'caches keys for ever': {
    test: 'ends that key only, on every replica, by deletion',
    service: class extends KeyService {
      readonly #cached = new Map<string, Authenticated>()
      override async authenticate(key: string) {
        const principal = this.#cached.get(key) ?? (await super.authenticate(key))
        if (principal) this.#cached.set(key, principal)
        return principal
      }
    },
  },
  'clears its cache on one replica only': {
    test: 'ends that key only, on every replica, by deletion',
    on: 'postgres',
    service: class extends KeyService {
      readonly #cached = new Map<string, Authenticated>()
      override async authenticate(key: string) {
        const principal = this.#cached.get(key) ?? (await super.authenticate(key))
        if (principal) this.#cached.set(key, principal)
        return principal
      }
      override async end(key: string) {
        this.#cached.delete(key)
        await super.end(key)
      }
    },
  },
  'ends all keys together': {
    test: 'ends that key only, on every replica, by deletion',
    service: class extends KeyService {
      override async end() {
        await this.database.write((transaction) => transaction('test_keys').delete())
      }
    },
  },
  'confirms without a lock': {
    test: 'delays deletion of a confirmed key until the transaction has ended',
    on: 'postgres',
    service: class extends KeyService {
      override confirm(principal: Authenticated, transaction: Knex.Transaction) {
        return confirmUnlocked(principal, transaction)
      }
    },
  },
  'confirms an outdated role': {
    test: 'returns the current role of a key',
    service: class extends KeyService {
      override async confirm(principal: Authenticated, transaction: Knex.Transaction) {
        return (await super.confirm(principal, transaction)) && principal
      }
    },
  },
  'treats a database error as an unknown key': {
    test: 'throws if the database cannot be read, instead of treating the key as unknown',
    service: class extends KeyService {
      override authenticate(key: string) {
        return super.authenticate(key).catch(() => undefined)
      }
    },
  },
  'never lets keys expire': {
    test: 'lets a key expire after 600 seconds, not earlier',
    service: class extends KeyService {
      protected override isValid() {
        return true
      }
    },
  },
  'lets keys expire too early': {
    test: 'lets a key expire after 600 seconds, not earlier',
    service: class extends KeyService {
      protected override isValid(row: KeyRow) {
        return super.isValid({ ...row, issued_at: Number(row.issued_at) - 1_000 })
      }
    },
  },
}

describe('describeAuthenticator', () => {
  for (const database of ['sqlite', 'postgres']) {
    it(`passes for a correct authenticator, on ${database}`, async () => {
      const { passed, failed } = await outcomesOf(() => describeKeys(KeyService), database)

      expect(failed).to.deep.equal({})
      expect(passed).to.have.members([...new Set(Object.values(DEFECTS).map(({ test }) => test))])
    })
  }

  for (const [what, { test, service, on }] of Object.entries(DEFECTS)) {
    it(`fails for an authenticator that ${what}`, async () => {
      const { failed } = await outcomesOf(() => describeKeys(service), on)

      expect(failed).to.include.keys(test)
    })
  }

  it('lists the authenticators when the name is unknown', async () => {
    const { failed } = await outcomesOf(() => describeKeys(KeyService, 'kyes'))

    expect(Object.values(failed)).to.include('No plugin contributes an authenticator "kyes". Known: "keys".')
  })
})

async function withChange(
  found: Promise<Authenticated | undefined>,
  change: (principal: Authenticated) => object,
): Promise<Authenticated | undefined> {
  const principal = await found
  return principal && ({ ...principal, ...change(principal) } as Authenticated)
}

async function confirmUnlocked(
  principal: Authenticated,
  transaction: Knex.Transaction,
): Promise<Authenticated | undefined> {
  if (principal.kind !== 'third-party') return undefined
  const row = await transaction<KeyRow>('test_keys').where({ id: principal.tokenId }).first()
  return row && principalOf(row)
}
