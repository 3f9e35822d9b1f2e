import { definePlugin, type Knex } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  isLockAwaited,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestResponse,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'

/** For each caller, the roles of the users whom they may change and delete. */
const REACH: readonly [caller: string, targets: readonly string[]][] = [
  ['sudo', ['sudo', 'admin', 'supervisor', 'operator', 'guest']],
  ['admin', ['admin', 'supervisor', 'operator', 'guest']],
  ['supervisor', []],
  ['operator', []],
  ['a sudo token', ['admin', 'supervisor', 'operator', 'guest']],
  ['an admin token', ['supervisor', 'operator', 'guest']],
  ['an operator token', []],
]
const TARGETS = ['sudo', 'admin', 'supervisor', 'operator', 'guest']

/** A plugin whose rows refer to users. */
const shifts = definePlugin()({
  name: 'shifts',
  dependsOn: ['users'],
  migrations: [
    {
      name: '001-shifts',
      async up(transaction) {
        await transaction.schema.createTable('shifts', (table) => {
          table.increments('id')
          table.integer('user_id').notNullable().references('plinth_users.id')
        })
      },
    },
  ],
})

describe('the lifecycle of a user', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, settings: { sessionsPerUser: 1_000 } })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    describe('the permission to change and delete users', () => {
      for (const [caller, reached] of REACH) {
        it(`${caller}: ${reached.join(', ') || 'nobody'}`, async () => {
          const client = await clientOf(caller, app, sudo)
          const changed: string[] = []
          const deleted: string[] = []

          for (const role of TARGETS) {
            const name = `target-${role}`
            await app.signIn(role, name)
            if ((await client.patch(`/users/${name}`, { name: 'New' })).status === 200) changed.push(role)
            if ((await client.delete(`/users/${name}`)).status === 200) deleted.push(role)
          }

          expect({ changed, deleted }).to.deep.equal({ changed: reached, deleted: reached })
        })
      }

      it('does not allow a role above the caller’s', async () => {
        const admin = await app.signIn('admin', 'anna')
        await app.signIn('operator', 'otto')

        const responses = [
          await admin.patch('/users/otto', { role_name: 'Sudo' }),
          await admin.patch('/users/otto', { role_name: 'Admin' }),
          await admin.patch('/users/otto', { role_name: 'captain' }),
        ]

        expect(responses.map(outcomeOf)).to.deep.equal([
          [403, 'ROLE_NOT_YOURS_TO_GIVE'],
          [200],
          [400, 'ROLE_NOT_FOUND'],
        ])
        expect(responses[1]?.body.role).to.deep.equal({ name: 'admin', level: 1 })
      })
    })

    describe('a change', () => {
      it('is not made when its caller was disabled while it waited', async () => {
        const admin = await app.signIn('admin', 'arno')
        await app.signIn('operator', 'olga')
        const { database: stored } = app.services

        const change = await stored.write(async (transaction) => {
          await markDisabled(transaction, 'arno')
          const waiting = admin.patch('/users/olga', { name: 'New' })
          await until(() => isLockAwaited(stored, transaction))
          return { waiting }
        })

        expect(outcomeOf(await change.waiting)).to.deep.equal([401, 'TOKEN_INVALID'])
      })

      it('finds a user whose role changed while it waited', async () => {
        await app.signIn('guest', 'gerda')
        const { database: stored } = app.services

        const change = await stored.write(async (transaction) => {
          await giveRole(transaction, 'gerda', 'operator')
          const waiting = sudo.patch('/users/gerda', { name: 'New' })
          await until(() => isLockAwaited(stored, transaction))
          return { waiting }
        })

        const { status, body } = await change.waiting
        expect([status, body.name, body.role?.name]).to.deep.equal([200, 'New', 'operator'])
      })

      it('of names and address is allowed for oneself, of role and status is not', async () => {
        const olga = await app.signIn('operator', 'olga')

        const profile = await olga.patch('/users/olga', { email: 'Olga@new.test', name: 'Olga', lastname: null })
        const refused = [
          await olga.patch('/users/olga', { role_name: 'guest' }),
          await olga.patch('/users/olga', { disabled: true }),
          await olga.patch('/users/sudo', { name: 'Olga' }),
        ]

        expect(profile.body).to.deep.include({ email: 'Olga@new.test', name: 'Olga', lastname: null })
        expect((await app.logIn('olga', TEST_PASSWORD)).status).to.equal(200)
        expect(refused.map(outcomeOf)).to.deep.equal([
          [403, 'ROLE_NOT_YOURS_TO_GIVE'],
          [403, 'USER_NOT_YOURS_TO_CHANGE'],
          [403, 'USER_NOT_YOURS_TO_CHANGE'],
        ])
      })

      it('is made completely or not at all, and reports problems', async () => {
        await app.signIn('operator', 'oskar')
        const before = (await sudo.get('/users/oskar')).body

        const responses = [
          await sudo.patch('/users/oskar', { name: 'New', email: 'SUDO@localhost' }),
          await sudo.patch('/users/oskar', { name: 'New', email: 'no address' }),
          await sudo.patch('/users/oskar', { name: 'New', username: 'oskar2' }),
          await sudo.patch('/users/oskar', { name: 'New', role_name: 'captain' }),
          await sudo.patch('/users/nobody', { name: 'New' }),
          await sudo.patch('/users/oskar', {}),
        ]

        expect(responses.map(outcomeOf)).to.deep.equal([
          [409, 'EMAIL_TAKEN'],
          [400, 'INVALID_BODY'],
          [400, 'INVALID_BODY'],
          [400, 'ROLE_NOT_FOUND'],
          [404, 'USER_NOT_FOUND'],
          [200],
        ])
        expect((await sudo.get('/users/oskar')).body).to.deep.equal(before)
      })

      it('of the role applies to open sessions at once', async () => {
        const paul = await app.signIn('operator', 'paul')
        const before = await paul.get('/settings')

        await sudo.patch('/users/paul', { role_name: 'admin' })
        const promoted = await paul.get('/settings')
        await sudo.patch('/users/paul', { role_name: 'operator' })
        const demoted = await paul.get('/settings')

        expect([before, promoted, demoted].map(({ status }) => status)).to.deep.equal([403, 200, 403])
      })
    })

    describe('a disabled user', () => {
      it('loses all sessions, and is refused at login as for a wrong password', async () => {
        const rita = await app.signIn('operator', 'rita')

        const disabled = await sudo.patch('/users/rita', { disabled: true })
        const [withKey, right, wrong] = [
          await rita.get('/users/'),
          await app.logIn('rita', TEST_PASSWORD),
          await app.logIn('rita', 'wrong password 1'),
        ]

        expect(disabled.body).to.include({ username: 'rita', disabled: true })
        expect((await sudo.get('/users/rita')).body).to.include({ disabled: true })
        expect([withKey.status, right.status, wrong.status]).to.deep.equal([401, 403, 403])
        expect(withoutId(right)).to.deep.equal(withoutId(wrong))
      })

      it('can log in again once enabled, with the same password but no old key', async () => {
        const rolf = await app.signIn('operator', 'rolf')
        await sudo.patch('/users/rolf', { disabled: true })

        const enabled = await sudo.patch('/users/rolf', { disabled: false })

        expect(enabled.body).not.to.have.property('disabled')
        expect((await rolf.get('/users/')).status).to.equal(401)
        expect((await app.logIn('rolf', TEST_PASSWORD)).status).to.equal(200)
      })

      it('cannot log in even after a password reset', async () => {
        const admin = await app.signIn('admin', 'alma')
        await app.signIn('operator', 'rudi')
        await admin.patch('/users/rudi', { disabled: true })

        const reset = await admin.post('/users/reset_password', {
          target_username: 'rudi',
          new_password: 'rudi-has-a-cat',
        })

        expect(reset.status).to.equal(200)
        expect((await app.logIn('rudi', 'rudi-has-a-cat')).status).to.equal(403)
      })

      it('is refused with a leftover session, as after the restore of one table', async () => {
        const ruth = await app.signIn('operator', 'ruth')

        await app.services.database.write((transaction) => markDisabled(transaction, 'ruth'))

        expect((await ruth.get('/users/')).status).to.equal(401)
      })

      it('gets no session from a login in progress', async () => {
        const slow = await startApp({ database, settings: { bcryptCost: 10, bcryptConcurrency: 1 } })
        const boss = await slow.signIn('sudo')
        await slow.signIn('operator', 'ralf')

        const logins = Array.from({ length: 8 }, () => slow.logIn('ralf', TEST_PASSWORD))
        await Promise.race(logins)
        await boss.patch('/users/ralf', { disabled: true })
        const responses = await Promise.all(logins)
        await boss.patch('/users/ralf', { disabled: false })
        const keys = responses.filter(({ status }) => status === 200).map(({ body }) => body.apiKey)
        const opened = await Promise.all(keys.map(async (key) => (await slow.withKey(key).get('/users/')).status))

        await slow.stop()
        expect(responses.map(({ status }) => status)).to.include(403)
        expect(new Set(opened)).to.deep.equal(new Set([401]))
      })
    })

    describe('a deleted user', () => {
      it('loses every session, and the name is free again', async () => {
        const tina = await app.signIn('operator', 'tina')

        const deleted = await sudo.delete('/users/Tina')
        const [withKey, login, again] = [
          await tina.get('/users/'),
          await app.logIn('tina', TEST_PASSWORD),
          await sudo.delete('/users/tina'),
        ]
        await app.signIn('operator', 'tina')

        expect(deleted.status).to.equal(200)
        expect([withKey.status, login.status]).to.deep.equal([401, 403])
        expect(outcomeOf(again)).to.deep.equal([404, 'USER_NOT_FOUND'])
        expect((await tina.get('/users/')).status).to.equal(401)
      })
    })

    describe('sessions', () => {
      it('are listed and ended one by one by their user', async () => {
        const first = await app.signIn('operator', 'sara')
        const second = await app.signIn('operator', 'sara')

        const { body: sessions } = await second.get('/users/sara/sessions')
        const [newest, oldest] = sessions
        const ended = await second.delete(`/users/sara/sessions/${oldest.id}`)
        const again = await second.delete(`/users/sara/sessions/${oldest.id}`)

        expect(sessions.map(({ current }: { current: boolean }) => current)).to.deep.equal([true, false])
        expect(Date.parse(newest.created_at)).to.be.closeTo(Date.now(), 60_000)
        expect(ended.status).to.equal(200)
        expect(outcomeOf(again)).to.deep.equal([404, 'SESSION_NOT_FOUND'])
        expect([await first.get('/roles'), await second.get('/roles')].map(({ status }) => status)).to.deep.equal([
          401, 200,
        ])
      })

      it('are ended all at once', async () => {
        const [one, other] = [await app.signIn('operator', 'sven'), await app.signIn('operator', 'sven')]

        const response = await one.delete('/users/sven/sessions')

        expect(response.body).to.include({ ended: 2 })
        expect([await one.get('/roles'), await other.get('/roles')].map(({ status }) => status)).to.deep.equal([
          401, 401,
        ])
      })

      it('of others may be listed and ended by an admin, unless their user is more privileged', async () => {
        const [admin, operator] = [await app.signIn('admin', 'adam'), await app.signIn('operator', 'silke')]
        const { body: sessions } = await admin.get('/users/silke/sessions')

        const responses = [
          await operator.get('/users/adam/sessions'),
          await operator.delete('/users/adam/sessions'),
          await admin.get('/users/sudo/sessions'),
          await admin.delete('/users/sudo/sessions'),
          await admin.delete(`/users/adam/sessions/${sessions[0].id}`),
          await admin.delete(`/users/silke/sessions/${sessions[0].id}`),
        ]

        expect(responses.map(outcomeOf)).to.deep.equal([
          [403, 'SESSIONS_NOT_YOURS'],
          [403, 'SESSIONS_NOT_YOURS'],
          [403, 'SESSIONS_NOT_YOURS'],
          [403, 'SESSIONS_NOT_YOURS'],
          [404, 'SESSION_NOT_FOUND'],
          [200],
        ])
        expect((await operator.get('/roles')).status).to.equal(401)
      })
    })
  })

  forEachDatabase((database) => {
    it('always keeps one sudo user who can log in', async () => {
      const app = await startApp({ database })
      const sudo = await app.signIn('sudo')

      const refused = [
        await sudo.patch('/users/sudo', { disabled: true }),
        await sudo.delete('/users/sudo'),
        await sudo.patch('/users/sudo', { role_name: 'admin' }),
      ]
      const lowered = await tasks['users set-role'](app.services, { username: 'sudo', role: 'admin' }).catch(codeOf)
      expect(refused.map(outcomeOf)).to.deep.equal([
        [409, 'LAST_SUDO'],
        [409, 'LAST_SUDO'],
        [403, 'ROLE_REQUIRES_COMMAND'],
      ])
      expect(lowered).to.equal('LAST_SUDO')
      const second = await app.signIn('sudo', 'susi')
      const both = await Promise.all([
        sudo.patch('/users/susi', { disabled: true }),
        second.patch('/users/sudo', { disabled: true }),
      ])
      const logins = [await app.logIn('sudo', TEST_PASSWORD), await app.logIn('susi', TEST_PASSWORD)]

      await app.stop()
      expect(both.filter(({ status }) => status === 200)).to.have.lengthOf(1)
      expect(logins.filter(({ status }) => status === 200)).to.have.lengthOf(1)
    })

    it('does not end while rows of a host refer to the user', async () => {
      const app = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(shifts) })
      const sudo = await app.signIn('sudo')
      await app.signIn('operator', 'uwe')
      await app.services.database.write(async (transaction) => {
        const uwe = transaction('plinth_people').select('id').where({ username: 'uwe' })
        await transaction('shifts').insert({ user_id: uwe })
      })

      const response = await sudo.delete('/users/uwe')

      const { status } = await sudo.get('/users/uwe')
      await app.stop()
      expect(outcomeOf(response)).to.deep.equal([409, 'USER_IN_USE'])
      expect(status).to.equal(200)
    })
  })
})

/** Writes to the database directly, as another program might, without a security event. */
async function markDisabled(transaction: Knex.Transaction, username: string): Promise<void> {
  await transaction('plinth_users').where({ username }).update({ disabled_at: 1 })
}

async function giveRole(transaction: Knex.Transaction, username: string, role: string): Promise<void> {
  const role_id = transaction('plinth_roles').select('id').where({ name: role })
  await transaction('plinth_users').where({ username }).update({ role_id })
}

const codeOf = ({ code }: { code: string }) => code
const outcomeOf = ({ status, body }: TestResponse) => (status < 300 ? [status] : [status, body.code])

function withoutId({ body }: TestResponse): object {
  return { ...body, request_id: undefined }
}

async function clientOf(caller: string, app: App, sudo: SignedIn) {
  const [, role] = caller.match(/^an? (\w+) token$/) ?? []
  if (role === undefined) return app.signIn(caller, `caller-${caller}`)
  const { token } = (await sudo.post('/users/create_tpt', { role_name: role })).body
  return app.withKey(token)
}
