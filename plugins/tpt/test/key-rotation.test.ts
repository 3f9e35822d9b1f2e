import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { keyId } from '@plinth/tpt'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { type App, startApp } from '../../../test/support/app.js'
import { type ProcessResult, run, type Variables, variablesFor } from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'

const FIRST = 'Jq3-first-of-three-Xw81-keys-for-tests-only-2a7f'
const SECOND = 'Lm5-second-of-three-Rt42-keys-for-tests-only-9c1e'
const THIRD = 'Pz8-third-of-three-Kd67-keys-for-tests-only-4b3d'
const EVENTS = 'plinth_audit_events'
const CHAIN = 'plinth_audit_chain'

forEachDatabase((database) => {
  describe(`after a change of the signing key, ${database.name}`, function () {
    this.timeout(60_000)

    let tempDatabase: TempDatabase
    beforeEach(async () => {
      tempDatabase = await database.create()
    })
    afterEach(() => tempDatabase.drop())

    /** Starts a service with these keys, records an event, runs `act` and stops. Returns the result of `act`. */
    async function serveWith<T = void>(settings: object, act?: (app: App) => Promise<T>): Promise<T | undefined> {
      const app = await startApp({ database, on: tempDatabase, settings: { ...settings } })
      try {
        await app.logIn('sudo', TEST_PASSWORD)
        return await act?.(app)
      } finally {
        await app.stop()
      }
    }

    function verify(keys: Variables): Promise<ProcessResult> {
      const { PLINTH_SECRET_KEY: _, ...others } = variablesFor(tempDatabase)
      return run(['audit', 'verify'], { ...others, ...keys })
    }

    const execute = (statements: (db: Knex) => Promise<unknown>) => withDatabase(tempDatabase, statements)

    /** Rotates from the first key to the third by the steps in docs/operations.md for one service. */
    async function changeTwice(): Promise<void> {
      await serveWith({ secretKey: FIRST })
      await serveWith({ secretKey: SECOND, secretKeyPrevious: FIRST })
      await serveWith({ secretKey: THIRD, secretKeyPrevious: SECOND })
    }

    it('events of retired keys are verified and counted separately if those keys are configured', async () => {
      await changeTwice()
      const retired = join(tempDatabase.dataDir, 'retired.keys')
      await writeFile(retired, `${FIRST}\n\n${SECOND}\n`)

      const both = await verify({ PLINTH_SECRET_KEY: THIRD, PLINTH_AUDIT_KEYS_RETIRED_FILE: retired })
      const previous = await verify({
        PLINTH_SECRET_KEY: THIRD,
        PLINTH_SECRET_KEY_PREVIOUS: SECOND,
        PLINTH_AUDIT_KEYS_RETIRED: FIRST,
      })

      for (const ended of [both, previous]) {
        expect(ended).to.deep.include({ code: 0, stderr: '' })
        expect(ended.stdout).to.match(
          /^\d+ events verified, unchanged\.\n(Sealed with a previous key \(\w{16}\): \d+ events?\.\n){2}Last event: /,
        )
      }
    })

    it('events of a retired key that is not configured are reported as unverifiable, not as changed', async () => {
      await changeTwice()

      const { code, stdout } = await verify({ PLINTH_SECRET_KEY: THIRD, PLINTH_SECRET_KEY_PREVIOUS: SECOND })

      expect(code).to.equal(1)
      expect(stdout).to.match(
        /^Events 1 to \d+ are sealed with a key that is not configured \(\w{16}\), and cannot be verified: add .* PLINTH_AUDIT_KEYS_RETIRED.*\n\d+ events verified, unchanged\.\n/,
      )
      expect(stdout).not.to.include('was changed')
    })

    it('a changed event of a retired key is reported', async () => {
      await changeTwice()
      await execute((db) => db(EVENTS).where({ position: 1 }).update({ target: 'anna' }))

      const ended = await verify({ PLINTH_SECRET_KEY: THIRD, PLINTH_AUDIT_KEYS_RETIRED: `${FIRST}\n${SECOND}` })

      expect(ended.code).to.equal(1)
      expect(ended.stdout)
        .to.match(/^Event 1 \(.*\) was changed\.\n\d+ events/)
        .and.not.include('not configured')
    })

    it('a retired key cannot seal: a trail rolled back to its time is reported', async () => {
      await serveWith({ secretKey: FIRST })
      const [earlierEnds] = await execute((db) => db(CHAIN)).then((rows) => rows as { last_position: number }[])
      await serveWith({ secretKey: SECOND, secretKeyPrevious: FIRST })
      await execute((db) => db(CHAIN).update({ ...earlierEnds }))
      await execute((db) => db(EVENTS).where('position', '>', Number(earlierEnds?.last_position)).delete())

      const ended = await verify({ PLINTH_SECRET_KEY: SECOND, PLINTH_AUDIT_KEYS_RETIRED: FIRST })

      expect(ended.code).to.equal(1)
      expect(ended.stdout).to.match(/^The record of where the chain begins and ends is sealed with another key/)
    })

    it('tokens of a leaked key are refused at once, and the new key seals the audit trail', async () => {
      const token = await serveWith({ secretKey: FIRST }, async (app) => {
        const sudo = await app.signIn('sudo')
        return (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body.token as string
      })
      const { PLINTH_SECRET_KEY: _, ...others } = variablesFor(tempDatabase)
      const keys = { PLINTH_SECRET_KEY: SECOND, PLINTH_SECRET_KEY_PREVIOUS: FIRST }
      const adopted = await run(['audit', 'adopt-key'], { ...others, ...keys })

      const status = await serveWith({ secretKey: SECOND, auditKeysRetired: [FIRST] }, async (app) => {
        await until(async () => (await app.get('/health/ready')).status === 200)
        return (await app.withKey(String(token)).get('/users/sudo')).status
      })

      expect([adopted.code, status]).to.deep.equal([0, 401])
      const ended = await verify({ PLINTH_SECRET_KEY: SECOND, PLINTH_AUDIT_KEYS_RETIRED: FIRST })
      expect(ended).to.deep.include({ code: 0, stderr: '' })
    })

    it('a token of an earlier version is assigned its signing key, unless a previous key may have signed it', async () => {
      const create = async (app: App) => {
        const sudo = await app.signIn('sudo')
        await sudo.post('/users/create_tpt', { role_name: 'operator' })
      }
      await serveWith({ secretKey: FIRST }, create)
      await serveWith({ secretKey: SECOND, secretKeyPrevious: FIRST }, create)
      const keysOfTokens = () => execute((db) => db('plinth_third_party_tokens').orderBy('id').pluck('key_id'))
      const [first, second] = (await keysOfTokens()) as string[]
      await execute(async (db) => {
        await db.schema.alterTable('plinth_third_party_tokens', (table) => table.dropColumns('key_id', 'name', 'note'))
        const undone = ['tpt/003-signing-key-of-tokens', 'tpt/004-names-of-tokens']
        await db('plinth_migrations').whereIn('name', undone).delete()
      })

      await serveWith({ secretKey: SECOND })

      expect(first).to.match(/^\w{16}$/)
      expect(second).not.to.equal(first)
      expect(await keysOfTokens()).to.deep.equal([null, second])
    })

    it('a retired key that is too short is refused with the name of the setting, not its value', async () => {
      const ended = await verify({ PLINTH_SECRET_KEY: FIRST, PLINTH_AUDIT_KEYS_RETIRED: 'hunter2' })

      expect(ended).to.deep.include({ code: 3, stdout: '' })
      expect(ended.stderr).to.equal('PLINTH_AUDIT_KEYS_RETIRED must be keys of at least 32 bytes each.\n')
    })
  })
})

describe('the signing key of a PostgreSQL database', () => {
  it('signs all tokens: with another key none is created, by a command or over REST', async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    const app = await startApp({ database: postgres, settings: { secretKey: FIRST } })
    const { database: on } = app
    const replica = await startApp({ database: postgres, on, settings: { secretKey: SECOND } })
    const sudo = await replica.signIn('sudo')

    const overRest = await sudo.post('/users/create_tpt', { role_name: 'operator' })
    const byCommand = await run(['tpt', 'create', 'operator'], { ...variablesFor(on), PLINTH_SECRET_KEY: SECOND })
    const tokens = await app.services.tptService.list()
    const rotated = { ...variablesFor(on), PLINTH_SECRET_KEY: SECOND, PLINTH_SECRET_KEY_PREVIOUS: FIRST }
    const whileRotating = await run(['tpt', 'create', 'operator', '--json'], rotated)
    await replica.stop()
    await app.stop()
    await on.drop()

    const refusal = /^PLINTH_SECRET_KEY is not the key .* Set that key; if it is permanently lost: plinth tpt adopt-key/
    expect([overRest.status, overRest.body.code]).to.deep.equal([503, 'SIGNING_KEY_DIFFERS'])
    expect(overRest.body.message).to.match(refusal)
    expect(byCommand).to.deep.include({ code: 1, stdout: '' })
    expect(byCommand.stderr.split('\n').at(-2)).to.match(refusal)
    expect(tokens).to.deep.equal([])
    expect(whileRotating.code).to.equal(0)
  })

  it('is that of one replica when two adopt theirs at once, and each event names the key that it replaced', async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    const first = await startApp({ database: postgres, settings: { secretKey: FIRST } })
    const { database: on } = first
    await first.stopAndKeepDatabase()
    const one = await startApp({ database: postgres, on, settings: { secretKey: SECOND } })
    const other = await startApp({ database: postgres, on, settings: { secretKey: THIRD } })

    const adopted = await Promise.all([one, other].map(({ services }) => services.signingKey.adopt()))
    const hasCurrentKey = await Promise.all(
      [one, other].map(async ({ services }) => (await services.signingKey.problem()) === undefined),
    )
    const winner = hasCurrentKey[0] ? one : other
    const again = await winner.services.signingKey.adopt()
    const events = await withDatabase(on, (db) =>
      db(EVENTS).where({ event: 'signing-key-changed' }).orderBy('id').pluck('details'),
    )
    await other.stop()
    await one.stop()
    await on.drop()

    const [start, middle, end] = [keyId(FIRST), ...events.map((details) => JSON.parse(details).current)]
    expect(hasCurrentKey.filter(Boolean)).to.have.length(1)
    expect(events.map((details) => JSON.parse(details))).to.deep.equal([
      { previous: start, current: middle },
      { previous: middle, current: end },
    ])
    expect(adopted.map(({ current }) => current)).to.have.members([middle, end])
    expect(again).to.deep.equal({ previous: end, current: end })
  })
})
