import { COMMAND } from '@plinth/kernel'
import {
  forEachDatabase,
  isLockAwaited,
  ManualClock,
  type SignedIn,
  TEST_PASSWORD,
  type TestResponse,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const IMPORTED_PASSWORD = 'change me soon'
const WEEK_S = 604_800
/** For each caller, the roles of the users whose access they may see, and unlock unless the caller is a token. */
const REACH: readonly [caller: string, targets: readonly string[]][] = [
  ['sudo', ['sudo', 'admin', 'operator']],
  ['admin', ['admin', 'operator']],
  ['operator', []],
  ['sudo token', ['admin', 'operator']],
  ['admin token', ['operator']],
]

/** For each caller, the roles of the users whose password the caller may set. */
const PASSWORDS: readonly [caller: string, targets: readonly string[]][] = [
  ['sudo', ['admin']],
  ['admin', ['admin', 'operator']],
  ['sudo token', []],
]

describe('the access of a user', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({
        database,
        clock,
        settings: { sessionIdle: WEEK_S * 4, sessionsPerUser: 1_000, importDefaultPassword: IMPORTED_PASSWORD },
      })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const accessOf = async (username: string) => (await sudo.get(`/users/${username}/access`)).body
    const failLogins = async (username: string, count: number) => {
      for (let attempt = 0; attempt < count; attempt += 1) await app.logIn(username, 'wrong password 1')
    }
    const USUAL = {
      can_log_in: true,
      reasons: [],
      must: [],
      locked_until: null,
      failed_attempts: 0,
      sessions: 1,
      may_set_password: false,
    }

    it('shows no obstacle for a user who can log in', async () => {
      await app.signIn('operator', 'otto')

      expect(await accessOf('OTTO')).to.deep.equal(USUAL)
    })

    it('counts wrong passwords, locks after five until a time, and is unlocked', async () => {
      await app.signIn('operator', 'lisa')
      await failLogins('lisa', 2)
      const counted = await accessOf('lisa')
      await failLogins('LISA', 3)

      const locked = await accessOf('lisa')
      const refused = await app.logIn('lisa', TEST_PASSWORD)
      const unlocked = await sudo.delete('/users/Lisa/lock')

      expect(counted).to.deep.equal({ ...USUAL, failed_attempts: 2 })
      const lockedUntil = new Date(clock.now() + 60_000).toISOString()
      const lock = { can_log_in: false, reasons: ['locked'], locked_until: lockedUntil, failed_attempts: 5 }
      expect(locked).to.deep.equal({ ...USUAL, ...lock })
      expect([refused.status, unlocked.status, unlocked.body]).to.deep.equal([403, 200, { message: 'User unlocked' }])
      expect(await accessOf('lisa')).to.deep.equal(USUAL)
      expect((await app.logIn('lisa', TEST_PASSWORD)).status).to.equal(200)
    })

    it('is no longer locked when the time has passed', async () => {
      await app.signIn('operator', 'lars')
      await failLogins('lars', 5)

      clock.advance(60)

      expect(await accessOf('lars')).to.deep.include({ can_log_in: true, reasons: [], locked_until: null })
    })

    it('says all reasons at once', async () => {
      await app.signIn('operator', 'dirk')
      await failLogins('dirk', 5)
      await sudo.patch('/users/dirk', { disabled: true })

      expect(await accessOf('dirk')).to.deep.include({ reasons: ['disabled', 'locked'], sessions: 0 })
    })

    it('says what an imported user must do, and that a missing or expired password cannot be used', async () => {
      const Users = ['ida', 'eva', 'nina'].map((username) => ({ username, email: `${username}@i.test`, role: 'guest' }))
      await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data: { Users } }))
      await app.services.database.write(async (transaction) => {
        const users = (username: string) => transaction('plinth_users').where({ username })
        await users('eva').update({ password_expires_at: clock.now() })
        await users('nina').update({ password_hash: null, must_change_password: false })
      })

      const [ida, eva, nina] = [await accessOf('ida'), await accessOf('eva'), await accessOf('nina')]

      expect(ida).to.deep.equal({ ...USUAL, must: ['change_password'], sessions: 0 })
      expect(eva).to.deep.include({ can_log_in: false, reasons: ['password_expired'], must: [] })
      expect(nina).to.deep.include({ can_log_in: false, reasons: ['no_password'], must: [] })
    })

    for (const [caller, reached] of REACH) {
      const [role = '', token] = caller.split(' ')
      const permitted = token ? 'seen, but not unlocked,' : 'seen and unlocked'
      it(`is ${permitted} by ${caller} for: ${reached.join(', ') || 'nobody'}`, async () => {
        const { body } = await sudo.post('/users/create_tpt', { role_name: role })
        const client = token ? app.withKey(body.token) : await app.signIn(role)
        const results: Record<'seen' | 'unlocked', string[]> = { seen: [], unlocked: [] }

        for (const target of ['sudo', 'admin', 'operator']) {
          await app.signIn(target, `the-${target}`)
          if ((await client.get(`/users/the-${target}/access`)).status === 200) results.seen.push(target)
          if ((await client.delete(`/users/the-${target}/lock`)).status === 200) results.unlocked.push(target)
        }

        expect(results).to.deep.equal({ seen: reached, unlocked: token ? [] : reached })
      })
    }

    for (const [caller, settable] of PASSWORDS) {
      it(`says whose password ${caller} may set: ${settable.join(', ') || 'nobody'}`, async () => {
        const [role = '', token] = caller.split(' ')
        const { body } = await sudo.post('/users/create_tpt', { role_name: role })
        const client = token ? app.withKey(body.token) : await app.signIn(role)
        const found: string[] = []

        for (const target of ['sudo', 'admin', 'operator']) {
          await app.signIn(target, `the-${target}`)
          if ((await client.get(`/users/the-${target}/access`)).body.may_set_password) found.push(target)
        }

        expect(found).to.deep.equal(settable)
      })
    }

    it('is refused with the reason', async () => {
      const admin = await app.signIn('admin')

      const responses = [
        await admin.get('/users/sudo/access'),
        await admin.delete('/users/sudo/lock'),
        await admin.get('/users/nobody/access'),
        await admin.delete('/users/nobody/lock'),
      ]

      expect(responses.map(({ status, body }) => [status, body.code])).to.deep.equal([
        [403, 'ACCESS_NOT_YOURS'],
        [403, 'ACCESS_NOT_YOURS'],
        [404, 'USER_NOT_FOUND'],
        [404, 'USER_NOT_FOUND'],
      ])
    })

    it('is not unlocked if the user was promoted meanwhile', async () => {
      const admin = await app.signIn('admin')
      await app.signIn('operator', 'paul')
      await failLogins('paul', 5)
      const { database: stored } = app.services

      const { response } = await stored.write(async (transaction): Promise<{ response: Promise<TestResponse> }> => {
        const role = transaction('plinth_roles').select('id').where({ name: 'sudo' })
        await transaction('plinth_users').where({ username: 'paul' }).update({ role_id: role })
        const waiting = admin.delete('/users/paul/lock')
        await until(() => isLockAwaited(stored, transaction))
        return { response: waiting }
      })

      expect((await response).body.code).to.equal('ACCESS_NOT_YOURS')
      expect(await accessOf('paul')).to.deep.include({ reasons: ['locked'] })
    })

    it('is recorded with the caller when it is unlocked after failed logins, and only then', async () => {
      await app.signIn('operator', 'ruth')
      await sudo.delete('/users/ruth/lock')
      await failLogins('ruth', 5)
      await sudo.delete('/users/ruth/lock')
      await failLogins('ruth', 1)
      await app.services.userAccess.unlock(COMMAND, 'ruth')

      const { body } = await sudo.get('/audit?event=user-unlocked&target=ruth')

      const events = body.map(({ actor, details }: { actor: string | null; details: object }) => [actor, details])
      expect(events).to.deep.equal([
        [null, { failed_attempts: 1 }],
        ['sudo', { failed_attempts: 5 }],
      ])
    })
  })
})
