import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, ManualClock, type SignedIn, startTestApp, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { ManualIntervals } from '../../../test/support/manual-intervals.js'
import { singleConnectionKnex } from '../../../test/support/single-connection-knex.js'

const WRONG = 'wrong horse 9'
const IMPORT_PASSWORD = 'a password for imported users'
const SELECT_OF_HASH = /^SELECT password_hash FROM plinth_users\s+WHERE identifier/

describe('a login', () => {
  forEachDatabase((database) => {
    const intervals = new ManualIntervals()
    const clock = new ManualClock()
    let app: App
    let sudo: SignedIn
    let hostKnex: Knex
    before(async () => {
      const tempDatabase = await database.create()
      hostKnex = singleConnectionKnex(database, tempDatabase)
      // The start of a minute: at the end of each minute, records are written.
      clock.advance(Math.ceil(60 - ((clock.now() / 1_000) % 60)))
      intervals.install()
      app = await startTestApp({
        database,
        on: tempDatabase,
        clock,
        settings: { lockoutAttempts: 100, importDefaultPassword: IMPORT_PASSWORD },
        kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
      })
      sudo = await app.signIn('sudo')
    })
    after(async () => {
      await app.stopAndKeepDatabase()
      intervals.restore()
      await hostKnex.destroy()
      await app.database.drop()
    })

    /** Returns the statements that a refused request executes. */
    const statementsOf = async (body: object, path = '/users/login'): Promise<string[]> => {
      const statements: string[] = []
      const record = ({ sql }: { sql: string }) => statements.push(sql)
      hostKnex.on('query', record)
      const { status } = await app.post(path, body)
      hostKnex.off('query', record)
      expect(status).to.equal(403)
      return statements
    }

    it('that is refused executes the same statements, whatever the reason', async () => {
      for (const username of ['alice', 'locked', 'disabled', 'bare']) await app.signIn('guest', username)
      await sudo.patch('/users/disabled', { disabled: true })
      await hostKnex('plinth_users').where({ username: 'bare' }).update({ password_hash: null })
      const Users = [{ username: 'imported', email: 'imported@plant.test', role: 'guest' }]
      await sudo.upload('/settings/import_config', fileOf({ Users }))
      const locked_until = clock.now() + 60_000
      await hostKnex('plinth_login_failures').insert({ account: 'locked', failures: 100, locked_until, failed_at: 0 })

      const byUsername = {
        'an unknown name': await statementsOf({ username: 'nobody', password: WRONG }),
        'an unknown name again': await statementsOf({ username: 'nobody', password: WRONG }),
        'a wrong password': await statementsOf({ username: 'alice', password: WRONG }),
        'a wrong password again': await statementsOf({ username: 'alice', password: WRONG }),
        'a password that nobody can have': await statementsOf({ username: 'alice', password: 'p'.repeat(1_025) }),
        'a locked account': await statementsOf({ username: 'locked', password: TEST_PASSWORD }),
        'a disabled user': await statementsOf({ username: 'disabled', password: TEST_PASSWORD }),
        'a user without a password': await statementsOf({ username: 'bare', password: WRONG }),
        'an imported user': await statementsOf({ username: 'imported', password: WRONG }),
      }
      const byAddress = {
        'an unknown address': await statementsOf({ email: 'nobody@plant.test', password: WRONG }),
        'a wrong password': await statementsOf({ email: 'alice@plant.test', password: WRONG }),
        'a locked account': await statementsOf({ email: 'locked@plant.test', password: TEST_PASSWORD }),
      }

      expect(byUsername['an unknown name']).to.have.length.greaterThan(4)
      for (const [reason, statements] of Object.entries(byUsername))
        expect(statements, reason).to.deep.equal(byUsername['an unknown name'])
      for (const [reason, statements] of Object.entries(byAddress))
        expect(statements, reason).to.deep.equal(byAddress['an unknown address'])
    })

    it('with a code that is refused executes the same statements, whatever the reason', async () => {
      const admin = await app.signIn('admin', 'issuer')
      const codes: Record<string, string> = {}
      for (const username of ['forgetful', 'late', 'used']) {
        await app.signIn('guest', username)
        codes[username] = (await admin.post(`/users/${username}/code`)).body.code
      }
      await app.signIn('guest', 'codeless')
      const [code, new_password] = ['0000-0000-0000', 'another horse 10']
      await app.post('/users/redeem_code', { username: 'used', code: codes.used, new_password })
      await hostKnex('plinth_codes')
        .where({ user_identifier: await idOf('late') })
        .update({ expires_at: 1 })
      const redeem = (username: string, given = code) =>
        statementsOf({ username, code: given, new_password }, '/users/redeem_code')
      const byReason = {
        'an unknown name': await redeem('nobody'),
        'a wrong code': await redeem('forgetful'),
        'a text that is not a code': await redeem('forgetful', 'x'),
        'an expired code': await redeem('late', codes.late),
        'a used code': await redeem('used', codes.used),
        'a user without a code': await redeem('codeless'),
      }

      expect(byReason['an unknown name']).to.have.length.greaterThan(4)
      for (const [reason, statements] of Object.entries(byReason))
        expect(statements, reason).to.deep.equal(byReason['an unknown name'])
    })

    const idOf = async (username: string): Promise<string> =>
      (await hostKnex('plinth_users').where({ username }).first()).identifier

    /** Executes a statement as another replica would, while the password of a login is being compared. */
    const duringComparison = (execute: () => Knex.Raw | Knex.QueryBuilder) =>
      new Promise<void>((resolve, reject) => {
        const record = (_response: unknown, { sql }: { sql: string }) => {
          if (!SELECT_OF_HASH.test(sql)) return
          hostKnex.off('query-response', record)
          execute().then(() => resolve(), reject)
        }
        hostKnex.on('query-response', record)
      })

    it('succeeds when the same password is set during it, and fails when another one is', async () => {
      await app.signIn('guest', 'carla')
      const carla = () => hostKnex('plinth_users').where({ username: 'carla' })
      const { password_hash: same } = await carla().first()
      const { password_hash: another } = await hostKnex('plinth_users').where({ username: 'imported' }).first()
      await app.services.internalPasswords.resetPassword('carla', TEST_PASSWORD)

      const [duringSame] = await Promise.all([
        app.logIn('carla', TEST_PASSWORD),
        duringComparison(() => carla().update({ password_hash: same })),
      ])
      const [duringAnother] = await Promise.all([
        app.logIn('carla', TEST_PASSWORD),
        duringComparison(() => carla().update({ password_hash: another })),
      ])

      expect([duringSame.status, duringAnother.status]).to.deep.equal([200, 403])
      expect((await app.withKey(duringSame.body.apiKey).get('/roles')).status).to.equal(200)
      const [last] = (await sudo.get('/audit?event=login&target=carla&limit=1')).body
      expect([last.result, last.details.reason]).to.deep.equal(['refused', 'the password changed during the login'])
    })

    it('with the right password is recorded as one with a wrong password if others lock the account during it', async () => {
      const dora = await app.signIn('guest', 'dora')
      const new_password = 'another horse 11'
      const guesses = {
        login: (password: string) => app.logIn('dora', password),
        'login-confirmed': (password: string) => dora.post('/users/confirm', { password }),
        'password-changed': (current_password: string) =>
          dora.post('/users/change_password', { target_username: 'dora', new_password, current_password }),
      }
      const failures = () => hostKnex('plinth_login_failures').where({ account: 'dora' })
      const locked_until = clock.now() + 60_000
      const outcomeOf = async (event: keyof typeof guesses, password: string) => {
        await failures().delete()
        const [{ status, body }] = await Promise.all([
          guesses[event](password),
          duringComparison(() =>
            hostKnex('plinth_login_failures').insert({ account: 'dora', failures: 100, locked_until, failed_at: 0 }),
          ),
        ])
        const [last] = (await sudo.get(`/audit?event=${event}&target=dora&limit=1`)).body
        return {
          status,
          code: body.code,
          counted: (await failures().first()).failures,
          last: [last.result, last.details],
        }
      }

      for (const event of ['login', 'login-confirmed', 'password-changed'] as const) {
        const [right, wrong] = [await outcomeOf(event, TEST_PASSWORD), await outcomeOf(event, WRONG)]
        expect(wrong.last, event).to.deep.equal(['refused', { reason: 'locked' }])
        expect(right, event).to.deep.equal(wrong)
      }
      await failures().delete()
    })

    it('gets 503, not a refusal, while the same password is set repeatedly', async () => {
      await app.signIn('guest', 'emma')
      const emma = () => hostKnex('plinth_users').where({ username: 'emma' })
      const { password_hash: first } = await emma().first()
      await app.services.internalPasswords.resetPassword('emma', TEST_PASSWORD)
      const { password_hash: second } = await emma().first()
      const hashes = [first, second]
      const updates: Promise<unknown>[] = []
      const setAgain = (_response: unknown, { sql }: { sql: string }) => {
        if (!SELECT_OF_HASH.test(sql)) return
        hashes.reverse()
        updates.push(emma().update({ password_hash: hashes[0] }).then())
      }
      await emma().update({ password_hash: first })

      hostKnex.on('query-response', setAgain)
      const response = await app.logIn('emma', TEST_PASSWORD)
      hostKnex.off('query-response', setAgain)
      await Promise.all(updates)

      expect([response.status, response.body.code]).to.deep.equal([503, 'PASSWORD_CHANGED_DURING_LOGIN'])
      expect(response.headers['retry-after']).to.equal('1')
    })
  })

  forEachDatabase((database) => {
    it('succeeds concurrently with others after the bcrypt cost was changed', async () => {
      const before = await startApp({ database })
      await before.signIn('guest', 'doris')
      await before.stopAndKeepDatabase()
      const app = await startApp({ database, on: before.database, settings: { bcryptCost: 5, bcryptConcurrency: 4 } })

      const responses = await Promise.all(Array.from({ length: 8 }, () => app.logIn('doris', TEST_PASSWORD)))

      await app.stop()
      await before.database.drop()
      expect(responses.map(({ status }) => status)).to.deep.equal(Array(8).fill(200))
    })
  })
})
