import type { Authenticated, Knex } from '@plinth/kernel'
import { expect } from 'chai'
import { describeKeys, type KeyRow, KeyService, principalOf } from './support/keys.js'
import { outcomesOf } from './support/outcomes-of.js'

/** A defect of a service, and the test that must find it. */
interface Defect {
  readonly test: string
  readonly service: typeof KeyService
  /** The database that it affects. Default: SQLite. */
  readonly on?: string
}

const DEFECTS: Readonly<Record<string, Defect>> = {
  'gives another level': {
    test: 'recognises a key, with the role that it was given',
    service: class extends KeyService {
      override authenticate(key: string) {
        return changed(super.authenticate(key), ({ role }) => ({ role: { ...role, level: 0 } }))
      }
    },
  },
  'gives a principal without an id': {
    test: 'recognises a key, with the role that it was given',
    service: class extends KeyService {
      override authenticate(key: string) {
        return changed(super.authenticate(key), () => ({ tokenId: '' }))
      }
    },
  },
  'refuses the keys of others': {
    test: 'leaves keys that it does not know to other authenticators',
    service: class extends KeyService {
      override async authenticate(key: string) {
        const principal = await super.authenticate(key)
        if (!principal) throw new Error('there is no such key')
        return principal
      }
    },
  },
  'reads the beginning of a key only': {
    test: 'does not recognise a key that was altered',
    service: class extends KeyService {
      override authenticate(key: string) {
        return super.authenticate(key.slice(0, 43))
      }
    },
  },
  'takes the key for the id': {
    test: 'puts the key neither into the principal nor into the log',
    service: class extends KeyService {
      override authenticate(key: string) {
        return changed(super.authenticate(key), () => ({ tokenId: key }))
      }
    },
  },
  'confirms nobody': {
    test: 'confirms a principal in a transaction',
    service: class extends KeyService {
      override async confirm() {
        return undefined
      }
    },
  },
  'confirms everybody': {
    test: 'confirms nobody whom it has not recognised',
    service: class extends KeyService {
      override async confirm(principal: Authenticated) {
        return principal
      }
    },
  },
  'remembers keys for ever': {
    test: 'ends one key, on every replica, by: deletion',
    service: class extends KeyService {
      readonly #known = new Map<string, Authenticated>()
      override async authenticate(key: string) {
        const principal = this.#known.get(key) ?? (await super.authenticate(key))
        if (principal) this.#known.set(key, principal)
        return principal
      }
    },
  },
  'forgets on its own replica only': {
    test: 'ends one key, on every replica, by: deletion',
    on: 'postgres',
    service: class extends KeyService {
      readonly #known = new Map<string, Authenticated>()
      override async authenticate(key: string) {
        const principal = this.#known.get(key) ?? (await super.authenticate(key))
        if (principal) this.#known.set(key, principal)
        return principal
      }
      override async end(key: string) {
        this.#known.delete(key)
        await super.end(key)
      }
    },
  },
  'ends all keys at once': {
    test: 'ends one key, on every replica, by: deletion',
    service: class extends KeyService {
      override async end() {
        await this.database.write((transaction) => transaction('test_keys').delete())
      }
    },
  },
  'confirms without a lock': {
    test: 'keeps a confirmed key from ending before the transaction by: deletion',
    on: 'postgres',
    service: class extends KeyService {
      override confirm(principal: Authenticated, transaction: Knex.Transaction) {
        return confirmUnlocked(principal, transaction)
      }
    },
  },
  'confirms the role of then': {
    test: 'gives a key the role of now',
    service: class extends KeyService {
      override async confirm(principal: Authenticated, transaction: Knex.Transaction) {
        return (await super.confirm(principal, transaction)) && principal
      }
    },
  },
  'takes a fault for an unknown key': {
    test: 'throws when the database cannot be read, and does not take that for an unknown key',
    service: class extends KeyService {
      override authenticate(key: string) {
        return super.authenticate(key).catch(() => undefined)
      }
    },
  },
  'lets keys live on': {
    test: 'ends a key after 600 seconds, and not before',
    service: class extends KeyService {
      protected override isGood() {
        return true
      }
    },
  },
  'ends keys too soon': {
    test: 'ends a key after 600 seconds, and not before',
    service: class extends KeyService {
      protected override isGood(row: KeyRow) {
        return super.isGood({ ...row, issued_at: Number(row.issued_at) - 1_000 })
      }
    },
  },
}

describe('describeAuthenticator', () => {
  for (const database of ['sqlite', 'postgres']) {
    it(`finds nothing wrong with a correct authenticator, on ${database}`, async () => {
      const { passed, failed } = await outcomesOf(() => describeKeys(KeyService), database)

      expect(failed).to.deep.equal({})
      expect(passed).to.have.members([...new Set(Object.values(DEFECTS).map(({ test }) => test))])
    })
  }

  for (const [what, { test, service, on }] of Object.entries(DEFECTS)) {
    it(`fails for one that ${what}`, async () => {
      const { failed } = await outcomesOf(() => describeKeys(service), on)

      expect(failed).to.include.keys(test)
    })
  }

  it('lists the authenticators when the name is unknown', async () => {
    const { failed } = await outcomesOf(() => describeKeys(KeyService, 'kyes'))

    expect(Object.values(failed)).to.include('No plugin contributes an authenticator "kyes". There are: "keys".')
  })
})

async function changed(
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
