import { forEachDatabase, ManualClock, type SignedIn, TEST_PASSWORD, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'

const HOUR_S = 3_600
const WEEK_S = 604_800
/** The default lifetime of a code for a forgotten password. */
const CODE_LIFETIME_S = 900

describe('an account that ends', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({
        database,
        clock,
        settings: { sessionIdle: WEEK_S, sessionMax: WEEK_S * 4, sessionsPerUser: 1_000 },
      })
    })
    beforeEach(async () => {
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const inOneHour = () => new Date(clock.now() + HOUR_S * 1_000).toISOString()
    const statusesOf = (responses: readonly TestResponse[]) => responses.map(({ status }) => status)
    const eventsOf = async (username: string) =>
      (await sudo.get(`/audit?target=${username}&event=validity-changed`)).body.map(
        ({ details }: { details: unknown }) => details,
      )

    it('ends by itself, with its sessions and the login, for the reason that admins are told', async () => {
      const conny = await app.signIn('operator', 'conny')
      const end = inOneHour()

      const changed = await sudo.patch('/users/conny', { valid_until: end })
      const before = [await conny.get('/users/conny'), await app.logIn('conny', TEST_PASSWORD)]
      clock.advance(HOUR_S)
      const after = [await conny.get('/users/conny'), await app.logIn('conny', TEST_PASSWORD)]

      expect(changed.body).to.include({ username: 'conny', valid_until: end })
      expect(before[0]?.body).to.include({ valid_until: end })
      expect([statusesOf(before), statusesOf(after)]).to.deep.equal([
        [200, 200],
        [401, 403],
      ])
      expect((await sudo.get('/users/conny/access')).body).to.deep.include({
        can_log_in: false,
        reasons: ['account_ended'],
        sessions: 0,
      })
      expect(await eventsOf('conny')).to.deep.equal([{ from: 'no end', to: end }])
    })

    it('is refused at login as for a wrong password', async () => {
      await app.signIn('operator', 'clara')
      await sudo.patch('/users/clara', { valid_until: inOneHour() })
      clock.advance(HOUR_S)

      const [wrong, right] = [await app.logIn('clara', 'wrong password 1'), await app.logIn('clara', TEST_PASSWORD)]

      const [{ details }] = (await sudo.get('/audit?event=login&target=clara&limit=1')).body
      expect(details).to.deep.equal({ reason: 'account ended' })
      expect([right.status, right.body.code]).to.deep.equal([403, wrong.body.code])
      expect({ ...right.body, request_id: '' }).to.deep.equal({ ...wrong.body, request_id: '' })
    })

    it('tells until when a key is valid', async () => {
      const cora = await app.signIn('operator', 'cora')
      const end = inOneHour()
      await sudo.patch('/users/cora', { valid_until: end })

      expect((await cora.get('/session')).body).to.include({ expires_at: end })
    })

    it('stays ended for its former sessions when it is extended, or the clock is set back', async () => {
      const [carl, cleo] = [await app.signIn('operator', 'carl'), await app.signIn('operator', 'cleo')]
      for (const name of ['carl', 'cleo']) await sudo.patch(`/users/${name}`, { valid_until: inOneHour() })
      clock.advance(HOUR_S)

      const extended = await sudo.patch('/users/carl', { valid_until: null })
      const seen = await cleo.get('/users/cleo')
      clock.advance(-HOUR_S)

      expect(extended.body).not.to.have.property('valid_until')
      expect(seen.status).to.equal(401)
      expect(statusesOf([await carl.get('/users/carl'), await cleo.get('/users/cleo')])).to.deep.equal([401, 401])
      expect((await app.logIn('carl', TEST_PASSWORD)).status).to.equal(200)
      clock.advance(HOUR_S)
    })

    it('ends at once if the time has passed', async () => {
      const cato = await app.signIn('operator', 'cato')

      await sudo.patch('/users/cato', { valid_until: '2020-02-29T00:00:00Z' })

      expect(statusesOf([await cato.get('/users/cato'), await app.logIn('cato', TEST_PASSWORD)])).to.deep.equal([
        401, 403,
      ])
    })

    it('is created by an invitation, whose code is of no use after the end', async () => {
      const user = { role_name: 'operator', email: 'cem@plant.test' }
      const added = await sudo.post('/users/add', { username: 'cem', ...user, valid_until: inOneHour() })
      const { code } = (await sudo.post('/users/cem/code')).body
      clock.advance(HOUR_S)

      const redeemed = await app.post('/users/redeem_code', {
        username: 'cem',
        code,
        new_password: 'cem-has-a-new-dog',
      })
      const again = await (await app.signIn('sudo')).post('/users/cem/code')

      expect(added.status).to.equal(200)
      expect([redeemed.status, redeemed.body.code]).to.deep.equal([403, 'CODE_INVALID'])
      expect([again.status, again.body.code]).to.deep.equal([409, 'CODE_OF_DISABLED_USER'])
    })

    it('ends the codes that its user has issued', async () => {
      const admin = await app.signIn('admin', 'chef')
      await app.signIn('operator', 'celia')
      const { code } = (await admin.post('/users/celia/code')).body
      await sudo.patch('/users/chef', { valid_until: new Date(clock.now() + 60_000).toISOString() })
      clock.advance(60)

      const redeemed = await app.post('/users/redeem_code', {
        username: 'celia',
        code,
        new_password: 'celia-has-a-new-dog',
      })

      expect([redeemed.status, redeemed.body.code]).to.deep.equal([403, 'CODE_INVALID'])
    })

    describe('ends the codes of its user and those that the user has issued', () => {
      const redeem = async (code: string) =>
        (await app.post('/users/redeem_code', { username: 'dana', code, new_password: 'dana-has-a-new-dog' })).status
      const endIn = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString()
      let admin: SignedIn
      before(async () => {
        await app.signIn('operator', 'dana')
        await app.signIn('admin', 'dirk')
      })
      beforeEach(async () => {
        admin = await app.signIn('admin', 'dirk')
      })
      afterEach(async () => {
        for (const name of ['dana', 'dirk']) await sudo.patch(`/users/${name}`, { valid_until: null })
      })
      const expiries = async () => {
        const listed = (await sudo.get('/codes')).body.find(({ username }: { username: string }) => username === 'dana')
        const { code } = (await sudo.get('/users/dana/code')).body
        const { body: event } = await sudo.get('/audit?event=code-issued&target=dana&limit=1')
        return [listed?.expires_at, code?.expires_at, event[0].details.expires_at]
      }

      for (const [party, name] of Object.entries({ user: 'dana', issuer: 'dirk' }))
        it(`when the account of the ${party} ends, and shows that as the end of the code`, async () => {
          const [soon, usual, earlier] = [endIn(300), endIn(CODE_LIFETIME_S), endIn(200)]
          await sudo.patch(`/users/${name}`, { valid_until: soon })
          const { body } = await admin.post('/users/dana/code')
          const issued = [body.expires_at, ...(await expiries())]
          await sudo.patch(`/users/${name}`, { valid_until: earlier })
          const shortened = await expiries()
          await sudo.patch(`/users/${name}`, { valid_until: null })

          expect(issued).to.deep.equal(Array(4).fill(soon))
          expect(shortened).to.deep.equal([earlier, earlier, soon])
          expect(await expiries()).to.deep.equal([usual, usual, soon])
        })

      for (const [party, name] of Object.entries({ user: 'dana', issuer: 'dirk' }))
        it(`for good, even if the clock is set back or the account of the ${party} extended`, async () => {
          await sudo.patch(`/users/${name}`, { valid_until: endIn(300) })
          const tried = (await admin.post('/users/dana/code')).body.code
          clock.advance(300)
          const statuses = [await redeem(tried)]
          const listed = await expiries()
          clock.advance(-300)
          statuses.push(await redeem(tried))
          const extended = (await (await app.signIn('admin', 'dirk')).post('/users/dana/code')).body.code
          clock.advance(300)
          await sudo.patch(`/users/${name}`, { valid_until: null })
          statuses.push(await redeem(extended))

          expect(listed.slice(0, 2)).to.deep.equal([undefined, undefined])
          expect(statuses).to.deep.equal([403, 403, 403])
        })
    })

    it('can be that of a user who is added with a password', async () => {
      const user = { role_name: 'operator', email: 'cary@plant.test', password: TEST_PASSWORD }
      const end = inOneHour()

      const added = await sudo.post('/users/signup', { username: 'cary', ...user, valid_until: end })
      const seen = (await sudo.get('/users/cary')).body
      const before = await app.logIn('cary', TEST_PASSWORD)
      clock.advance(HOUR_S)

      expect([added.status, before.status, seen.valid_until]).to.deep.equal([200, 200, end])
      expect((await app.logIn('cary', TEST_PASSWORD)).status).to.equal(403)
    })

    it('is listed as ended, or as disabled if it is that too, and not as enabled', async () => {
      for (const name of ['listed-open', 'listed-ending', 'listed-both']) await app.signIn('operator', name)
      await sudo.patch('/users/listed-ending', { valid_until: inOneHour() })
      await sudo.patch('/users/listed-both', { valid_until: inOneHour(), disabled: true })
      const namesIn = async (state: string) => {
        const { body, headers } = await sudo.get(`/users/?search=listed-&state=${state}&count=true`)
        expect(headers['x-total-count']).to.equal(String(body.length))
        return body.map(({ username }: { username: string }) => username.replace('listed-', '')).join()
      }
      const namesByState = async () => [await namesIn('enabled'), await namesIn('ended'), await namesIn('disabled')]

      const before = await namesByState()
      clock.advance(HOUR_S)

      expect(before).to.deep.equal(['open,ending', '', 'both'])
      expect(await namesByState()).to.deep.equal(['open', 'ending', 'both'])
    })

    it('gets its end only from others who may disable the user', async () => {
      const [admin, chris] = [await app.signIn('admin', 'carola'), await app.signIn('operator', 'chris')]
      const end = { valid_until: inOneHour() }

      const responses = [
        await chris.patch('/users/chris', end),
        await admin.patch('/users/sudo', end),
        await admin.patch('/users/carola', end),
        await admin.patch('/users/chris', end),
      ]

      expect(statusesOf(responses)).to.deep.equal([403, 403, 403, 200])
    })

    it('is never that of the last sudo user who can log in', async () => {
      const end = (username: string) =>
        tasks['users set-valid-until'](app.services, { username, time: inOneHour() }).catch(({ code }) => code)
      const refused = await end('sudo')
      await app.signIn('sudo', 'second')
      await end('second')
      const last = await sudo.patch('/users/sudo', { disabled: true })

      expect(refused).to.equal('LAST_SUDO')
      expect([last.status, last.body.code]).to.deep.equal([409, 'LAST_SUDO'])
    })

    for (const time of [
      'tomorrow',
      '2027-02-31T00:00:00Z',
      '2027-01-01',
      '2027-01-01T00:00:00+01:00',
      '1969-12-31T23:59:59Z',
      '',
    ])
      it(`cannot end at ${JSON.stringify(time)}`, async () => {
        const response = await sudo.patch('/users/sudo', { valid_until: time })

        expect([response.status, response.body.errors?.[0]?.field]).to.deep.equal([400, 'valid_until'])
      })

    it('is ended and extended by the command', async () => {
      await app.signIn('operator', 'cyril')
      const set = (time: string) => tasks['users set-valid-until'](app.services, { username: 'cyril', time })
      const listed = async () =>
        (await tasks['users list'](app.services, {})).find(({ username }) => username === 'cyril')

      const ended = [await set('2020-01-01T00:00:00Z'), await listed()]
      const extended = [await set('never'), await listed()]

      expect(ended[0]).to.include({ valid_until: '2020-01-01T00:00:00.000Z' })
      expect(ended[1]).to.include({ login: 'account ended' })
      expect(extended[0]).to.include({ valid_until: null })
      expect(extended[1]).to.include({ login: 'yes' })
    })
  })
})
