import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, TEST_PASSWORD, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { SLOW_PASSWORD, SlowRule } from '../../../test/support/slow-password.js'

const NEW_PASSWORD = 'another horse 9'

const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest']
const OPERATIONS = ['change_password', 'reset_password'] as const

describe('passwords', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, settings: { lockoutAttempts: 1_000, sessionsPerUser: 1_000 } })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const addUser = async (role: string, username: string) => {
      const person = { username, email: `${username}@plant.test`, role_name: role, password: TEST_PASSWORD }
      const { status, text } = await sudo.post('/users/signup', person)
      if (status !== 200) throw new Error(`cannot create ${username}: ${text}`)
    }
    const clientOf = async (username: string, password = TEST_PASSWORD) => {
      const { apiKey } = (await app.logIn(username, password)).body
      return app.withKey(apiKey)
    }
    const canLogIn = async (username: string, password: string) => (await app.logIn(username, password)).status === 200

    describe('of others', () => {
      before(async () => {
        for (const role of ROLES) {
          await addUser(role, `caller-${role}`)
          await addUser(role, `target-${role}`)
        }
      })

      for (const [role, targets] of Object.entries({
        sudo: ['admin'],
        admin: ['admin', 'supervisor', 'operator', 'auditor', 'guest'],
        supervisor: [],
        operator: [],
        auditor: [],
        guest: [],
      })) {
        for (const operation of OPERATIONS) {
          it(`can be set by ${role} with ${operation} for ${targets.join(', ') || 'no role'}`, async () => {
            const caller = await clientOf(`caller-${role}`)
            const set: string[] = []

            for (const target of ROLES) {
              const new_password = `by ${role} with ${operation}`
              const { status, body } = await caller.post(`/users/${operation}`, {
                target_username: `target-${target}`,
                new_password,
              })
              if (await canLogIn(`target-${target}`, new_password)) set.push(target)
              expect([status, body.code]).to.deep.equal(
                set.includes(target) ? [200, undefined] : [400, 'PASSWORD_CHANGE_DENIED'],
              )
            }

            expect(set).to.deep.equal(targets)
          })
        }
      }
    })

    describe('of others, with imported roles,', () => {
      before(async () => {
        const Roles = [
          { name: 'root', level: 0 },
          { name: 'chief', level: 1 },
        ]
        await sudo.upload('/settings/import_config', JSON.stringify({ data: { Roles } }))
        for (const role of ['root', 'chief', 'admin', 'guest']) {
          await addUser(role, `by-${role}`)
          await addUser(role, `of-${role}`)
        }
      })

      for (const [caller, target, status] of [
        ['admin', 'chief', 200],
        ['admin', 'root', 400],
        ['sudo', 'chief', 400],
        ['sudo', 'root', 400],
        ['chief', 'guest', 400],
        ['root', 'admin', 200],
        ['root', 'guest', 400],
        ['root', 'root', 400],
        ['root', 'chief', 400],
      ] as const) {
        it(`${status === 200 ? 'can' : 'cannot'} be set by ${caller} for ${target}`, async () => {
          const client = caller === 'sudo' ? sudo : await clientOf(`by-${caller}`)
          const body = { target_username: `of-${target}`, new_password: `by ${caller} for ${target}` }

          const responses = [
            await client.post('/users/change_password', body),
            await client.post('/users/reset_password', body),
          ]

          expect(responses.map((response) => response.status)).to.deep.equal([status, status])
          expect(await canLogIn(body.target_username, body.new_password)).to.equal(status === 200)
        })
      }
    })

    describe('of users at level 0', () => {
      before(() => sudo.upload('/settings/import_config', fileOf({ Roles: [{ name: 'deputy', level: 0 }] })))

      for (const role of ['sudo', 'deputy']) {
        for (const operation of OPERATIONS) {
          it(`cannot be set by the ${role} themselves with ${operation}`, async () => {
            const username = `${role}-own-${operation}`
            await addUser(role, username)
            const caller = await clientOf(username)

            const { status, body } = await caller.post(`/users/${operation}`, {
              target_username: username,
              new_password: NEW_PASSWORD,
              ...(operation === 'change_password' && { current_password: TEST_PASSWORD }),
            })

            expect([status, body.code]).to.deep.equal([400, 'PASSWORD_CHANGE_DENIED'])
            expect(await canLogIn(username, TEST_PASSWORD)).to.equal(true)
          })
        }

        it(`cannot be set by changing the role first, from ${role}`, async () => {
          const username = `${role}-to-be-lowered`
          await addUser(role, username)
          for (const caller of [sudo, await clientOf(username)]) {
            const lowered = await caller.patch(`/users/${username}`, { role_name: 'admin' })
            await caller.post('/users/reset_password', { target_username: username, new_password: NEW_PASSWORD })

            expect([lowered.status, lowered.body.code]).to.deep.equal([403, 'ROLE_REQUIRES_COMMAND'])
            expect(await canLogIn(username, NEW_PASSWORD)).to.equal(false)
          }
        })

        it(`cannot be set by others before the user becomes ${role}`, async () => {
          const username = `${role}-to-be`
          await addUser('admin', username)
          await sudo.post('/users/reset_password', { target_username: username, new_password: NEW_PASSWORD })

          const raised = await sudo.patch(`/users/${username}`, { role_name: role, name: 'Raised' })

          expect([raised.status, raised.body.code]).to.deep.equal([403, 'ROLE_REQUIRES_COMMAND'])
          expect((await sudo.get(`/users/${username}`)).body).to.deep.include({
            role: { name: 'admin', level: 1 },
            name: null,
          })
        })
      }

      it('do not keep the users from getting another role of level 0 over REST, or any role by the CLI', async () => {
        await addUser('sudo', 'moved')
        const overRest = await sudo.patch('/users/moved', { role_name: 'deputy' })
        const roles: string[] = [overRest.body.role.name]
        for (const role of ['admin', 'sudo'])
          roles.push((await tasks['users set-role'](app.services, { username: 'moved', role })).role)

        expect(roles).to.deep.equal(['deputy', 'admin', 'sudo'])
      })
    })

    describe('of the callers themselves', () => {
      for (const role of ROLES.slice(1)) {
        it(`can be changed by ${role} with the current one`, async () => {
          await addUser(role, `change-${role}`)
          const caller = await clientOf(`change-${role}`)

          const response = await caller.post('/users/change_password', {
            target_username: `change-${role}`,
            new_password: NEW_PASSWORD,
            current_password: TEST_PASSWORD,
          })

          expect(response.status).to.equal(200)
          expect(response.body.message).to.be.a('string')
          expect(await canLogIn(`change-${role}`, NEW_PASSWORD)).to.equal(true)
          expect(await canLogIn(`change-${role}`, TEST_PASSWORD)).to.equal(false)
        })

        it(`cannot be changed by ${role} without the current one`, async () => {
          await addUser(role, `without-${role}`)
          const caller = await clientOf(`without-${role}`)

          // The same user, in lower and upper case.
          for (const target_username of [`without-${role}`, `WITHOUT-${role}`]) {
            const change = { target_username, new_password: NEW_PASSWORD }
            const missing = await caller.post('/users/change_password', change)
            const wrong = await caller.post('/users/change_password', { ...change, current_password: 'wrong horse 9' })
            const empty = await caller.post('/users/change_password', { ...change, current_password: '' })

            expect([missing.status, missing.body.code]).to.deep.equal([400, 'CURRENT_PASSWORD_REQUIRED'])
            expect([wrong.status, wrong.body.code]).to.deep.equal([400, 'CURRENT_PASSWORD_WRONG'])
            expect(empty.status).to.equal(400)
          }
          expect(await canLogIn(`without-${role}`, NEW_PASSWORD)).to.equal(false)
          expect(await canLogIn(`without-${role}`, TEST_PASSWORD)).to.equal(true)
        })

        it(`can be reset by ${role} without the current one`, async () => {
          await addUser(role, `reset-${role}`)
          const caller = await clientOf(`reset-${role}`)

          const response = await caller.post('/users/reset_password', {
            target_username: `Reset-${role}`,
            new_password: NEW_PASSWORD,
          })

          expect(response.status).to.equal(200)
          expect(response.body.message).to.be.a('string')
          expect(await canLogIn(`reset-${role}`, NEW_PASSWORD)).to.equal(true)
          expect(await canLogIn(`reset-${role}`, TEST_PASSWORD)).to.equal(false)
        })
      }

      it('can be neither changed nor reset by sudo', async () => {
        const body = { target_username: 'sudo', new_password: NEW_PASSWORD }

        const responses = [
          await sudo.post('/users/change_password', { ...body, current_password: TEST_PASSWORD }),
          await sudo.post('/users/change_password', body),
          await sudo.post('/users/reset_password', body),
        ]

        for (const response of responses)
          expect([response.status, response.body.code]).to.deep.equal([400, 'PASSWORD_CHANGE_DENIED'])
        expect(await canLogIn('sudo', TEST_PASSWORD)).to.equal(true)
      })
    })

    for (const operation of OPERATIONS) {
      describe(operation, () => {
        let admin: TestClient
        before(async () => {
          await addUser('admin', `admin-for-${operation}`)
          admin = await clientOf(`admin-for-${operation}`)
        })

        const set = (client: Pick<TestClient, 'post'>, target_username: string, new_password = NEW_PASSWORD) =>
          client.post(`/users/${operation}`, { target_username, new_password })

        it('finds its target without regard to case', async () => {
          await addUser('guest', `Cased-${operation}`)

          const response = await set(admin, `cASED-${operation}`)

          expect(response.status).to.equal(200)
          expect(await canLogIn(`Cased-${operation}`, NEW_PASSWORD)).to.equal(true)
        })

        it("ends the target's sessions and no others", async () => {
          await addUser('guest', `ended-${operation}`)
          await addUser('guest', `bystander-${operation}`)
          const target = [await clientOf(`ended-${operation}`), await clientOf(`ended-${operation}`)]
          const others = [admin, await clientOf(`bystander-${operation}`)]

          await set(admin, `ended-${operation}`)

          for (const client of target) expect((await client.get('/roles')).status).to.equal(401)
          for (const client of others) expect((await client.get('/roles')).status).to.equal(200)
        })

        it("ends the caller's other sessions when the password is their own", async () => {
          const username = `own-${operation}`
          await addUser('operator', username)
          const [caller, other] = [await clientOf(username), await clientOf(username)]

          await caller.post(`/users/${operation}`, {
            target_username: username,
            new_password: NEW_PASSWORD,
            ...(operation === 'change_password' && { current_password: TEST_PASSWORD }),
          })

          expect((await caller.get('/roles')).status).to.equal(200)
          expect((await other.get('/roles')).status).to.equal(401)
        })

        it('ends no session when it is refused', async () => {
          await addUser('supervisor', `undisturbed-${operation}`)
          const target = await clientOf(`undisturbed-${operation}`)

          await set(sudo, `undisturbed-${operation}`)

          expect((await target.get('/roles')).status).to.equal(200)
        })

        it('refuses an unknown target', async () => {
          for (const name of ['nobody', `admin-for-${operation}@plant.test`]) {
            const response = await set(admin, name)

            expect([response.status, response.body.code]).to.deep.equal([400, 'TARGET_NOT_FOUND'])
          }
        })

        for (const role of ROLES) {
          it(`refuses a third-party token of the role ${role}`, async () => {
            const username = `safe-from-${role}-${operation}`
            await addUser('admin', username)
            const { token } = (await sudo.post('/users/create_tpt', { role_name: role })).body

            const response = await set(app.withKey(token), username)

            expect([response.status, response.body.code]).to.deep.equal([401, 'USER_REQUIRED'])
            expect(await canLogIn(username, TEST_PASSWORD)).to.equal(true)
          })
        }

        it('refuses a request without a key or with an expired key', async () => {
          const username = `logged-out-${operation}`
          await addUser('admin', username)
          const caller = await clientOf(username)
          await caller.post('/users/logout')

          for (const client of [app, caller]) {
            const response = await set(client, username)

            expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
          }
          expect(await canLogIn(username, TEST_PASSWORD)).to.equal(true)
        })

        for (const [what, password] of Object.entries({
          '7 characters': 'seven77',
          '7 characters in 28 bytes': '😀'.repeat(7),
          '1025 bytes': 'p'.repeat(1_025),
          '1025 bytes in 513 characters': `${'é'.repeat(512)}p`,
        })) {
          it(`refuses a new password of ${what}; the old one stays valid`, async () => {
            const username = `strict-${what.replaceAll(' ', '-')}-${operation}`
            await addUser('guest', username)
            const target = await clientOf(username)

            const response = await set(admin, username, password)

            expect([response.status, response.body.code]).to.deep.equal([400, 'PASSWORD_REFUSED'])
            expect(response.body.errors.map(({ field }: { field: string }) => field)).to.deep.equal(['new_password'])
            expect(response.text).to.not.contain(password)
            expect((await target.get('/roles')).status).to.equal(200)
            expect(await canLogIn(username, TEST_PASSWORD)).to.equal(true)
          })
        }

        for (const [what, body] of Object.entries({
          'no target': { new_password: NEW_PASSWORD },
          'no new password': { target_username: 'sudo' },
          'an empty new password': { target_username: 'sudo', new_password: '' },
          'null for the target': { target_username: null, new_password: NEW_PASSWORD },
          'a number for the new password': { target_username: 'sudo', new_password: 123_456_789 },
          'NUL in the new password': { target_username: 'sudo', new_password: 'eight\u0000888' },
          'an unknown field': { target_username: 'sudo', new_password: NEW_PASSWORD, force: true },
        })) {
          it(`refuses ${what}`, async () => {
            const response = await admin.post(`/users/${operation}`, body)

            expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_BODY'])
          })
        }

        if (database.name === 'PostgreSQL') {
          it("ends the target's sessions on another replica immediately", async () => {
            const username = `replicated-${operation}`
            await addUser('guest', username)
            const replica = await startApp({ database, on: app.database })
            const { apiKey } = (await replica.logIn(username, TEST_PASSWORD)).body

            await set(admin, username)
            const { status } = await replica.withKey(apiKey).get('/roles')
            await replica.stop()

            expect(status).to.equal(401)
          })
        }
      })
    }

    describe('set by the host', () => {
      const host = () => app.services.internalPasswords

      for (const role of ROLES) {
        it(`are changed and reset for the role ${role}`, async () => {
          const username = `internal-${role}`
          await addUser(role, username)

          const [changed, changeStatus] = await host().changePassword(username, NEW_PASSWORD)
          const isChanged = await canLogIn(username, NEW_PASSWORD)
          const [reset, resetStatus] = await host().resetPassword(username.toUpperCase(), TEST_PASSWORD)
          const isReset = await canLogIn(username, TEST_PASSWORD)

          for (const text of [changed, changeStatus, reset, resetStatus]) expect(text).to.be.a('string').and.not.empty
          expect([isChanged, isReset]).to.deep.equal([true, true])
        })
      }

      it('are changed with the current one when it is given and right', async () => {
        await addUser('guest', 'internal-right')

        const [message] = await host().changePassword('internal-right', NEW_PASSWORD, TEST_PASSWORD)

        expect(message).to.be.a('string')
        expect(await canLogIn('internal-right', NEW_PASSWORD)).to.equal(true)
      })

      it('are not changed when the current one is given and wrong', async () => {
        await addUser('guest', 'internal-wrong')

        for (const current of ['wrong horse 9', '']) {
          const [message, status] = await host().changePassword('internal-wrong', NEW_PASSWORD, current)

          expect(message).to.equal(null)
          expect(status).to.match(/current password/)
        }
        expect(await canLogIn('internal-wrong', TEST_PASSWORD)).to.equal(true)
      })

      it('are not set for an unknown user', async () => {
        for (const [message, status] of [
          await host().changePassword('nobody', NEW_PASSWORD),
          await host().resetPassword('nobody', NEW_PASSWORD),
        ]) {
          expect(message).to.equal(null)
          expect(status).to.contain('nobody')
        }
      })

      for (const password of ['1', 'qwerty123456', 'Internal-Free1', 'p'.repeat(72), 'p'.repeat(1_024)]) {
        it(`are reset to ${password.slice(0, 20)}, although the rules refuse it`, async () => {
          await app.signIn('guest', 'internal-free')

          const [message] = await host().resetPassword('internal-free', password)

          expect(message).to.equal('Password reset')
          expect(await canLogIn('internal-free', password)).to.equal(true)
          expect((await host().resetPassword('internal-free', TEST_PASSWORD))[0]).to.be.a('string')
        })
      }

      for (const [what, password] of Object.entries({
        'is longer than 1024 bytes': 'p'.repeat(1_025),
        'is empty': '',
        'contains NUL': 'ppppp\0pppp',
        'contains a lone surrogate': 'ppppp\ud800pppp',
        'is a number': 123_456_789,
        'is an object': { password: 'ppppppppp' },
        'is missing': undefined,
        'is null': null,
      })) {
        it(`are not set to a value that ${what}`, async () => {
          await app.signIn('guest', 'internal-strict')

          for (const set of [
            host().changePassword('internal-strict', password as string),
            host().resetPassword('internal-strict', password as string),
          ]) {
            const [message, status] = await set
            expect(message).to.equal(null)
            expect(status).to.be.a('string').and.not.contain('ppp').and.not.contain('123')
          }
          expect(await canLogIn('internal-strict', TEST_PASSWORD)).to.equal(true)
        })
      }

      it('are not set for an invalid name or with an invalid current password', async () => {
        await app.signIn('guest', 'internal-strict')
        const wrong = [undefined, null, 7, {}, [], 'nobody\0', '\ud800'] as string[]

        const outcomes = await Promise.all([
          ...wrong.map((name) => host().changePassword(name, NEW_PASSWORD)),
          ...wrong.map((name) => host().resetPassword(name, NEW_PASSWORD)),
          ...wrong.slice(1).map((current) => host().changePassword('internal-strict', NEW_PASSWORD, current)),
        ])

        for (const [message, status] of outcomes) {
          expect(message).to.equal(null)
          expect(status).to.be.a('string').and.not.empty
        }
        expect(await canLogIn('internal-strict', TEST_PASSWORD)).to.equal(true)
      })

      it('end all sessions of their user', async () => {
        await addUser('guest', 'internal-ended')
        const first = await clientOf('internal-ended')
        await host().changePassword('internal-ended', NEW_PASSWORD)
        const afterChange = (await first.get('/roles')).status
        const second = await clientOf('internal-ended', NEW_PASSWORD)

        await host().resetPassword('internal-ended', TEST_PASSWORD)

        expect([afterChange, (await second.get('/roles')).status]).to.deep.equal([401, 401])
      })
    })
  })
})

describe('a password that is set slowly', () => {
  forEachDatabase((database) => {
    let app: App
    let admin: SignedIn
    const slowRule = new SlowRule()
    before(async () => {
      app = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(slowRule.plugin) })
      admin = await app.signIn('admin')
    })
    after(() => app.stop())

    beforeEach(() => slowRule.close())

    const set = (client: Pick<TestClient, 'post'>, operation: string, body: object) =>
      client.post(`/users/${operation}`, body).then(({ status, body: { code } }) => [status, code])
    const canLogIn = async (username: string, password: string) => (await app.logIn(username, password)).status === 200

    for (const [operation, own] of [
      ['change_password', { current_password: TEST_PASSWORD }],
      ['reset_password', {}],
    ] as const) {
      it(`is not set by ${operation} when an admin has reset it and so ended the session`, async () => {
        const target_username = `slow-${operation.replace('_', '-')}`
        const attacker = await app.signIn('guest', target_username)

        const slow = set(attacker, operation, { target_username, new_password: SLOW_PASSWORD, ...own })
        await slowRule.reached
        const quick = await set(admin, 'reset_password', { target_username, new_password: 'set by the admin' })
        slowRule.release()

        expect([quick, await slow]).to.deep.equal([
          [200, undefined],
          [401, 'TOKEN_INVALID'],
        ])
        expect(await canLogIn(target_username, 'set by the admin')).to.equal(true)
      })
    }

    it('is not guessed with a stolen key: wrong current passwords lock the account, and are events', async () => {
      const guest = await app.signIn('guest', 'stolen')
      const change = (current_password: string) =>
        set(guest, 'change_password', { target_username: 'stolen', new_password: NEW_PASSWORD, current_password })

      for (let times = 0; times < 5; times += 1)
        expect(await change(`wrong horse ${times}`)).to.deep.equal([400, 'CURRENT_PASSWORD_WRONG'])

      expect(await change(TEST_PASSWORD)).to.deep.equal([400, 'CURRENT_PASSWORD_WRONG'])
      const admin = await app.signIn('admin')
      const { body: events } = await admin.get('/audit?concerning=stolen')
      const refusals = events.filter(({ event, result }: { event: string; result: string }) => {
        return event === 'password-changed' && result === 'refused'
      })
      expect(refusals.map(({ details }: { details: object }) => details)).to.deep.equal([
        { reason: 'locked' },
        ...Array.from({ length: 5 }, () => ({ reason: 'wrong password' })),
      ])
      expect((await admin.get('/users/stolen/access')).body.reasons).to.deep.equal(['locked'])
    })

    it('is not set when wrong current passwords have locked the account meanwhile', async () => {
      const guest = await app.signIn('guest', 'at-once')
      const change = (new_password: string, current_password: string) =>
        set(guest, 'change_password', { target_username: 'at-once', new_password, current_password })

      const right = change(SLOW_PASSWORD, TEST_PASSWORD)
      await slowRule.reached
      await Promise.all(Array.from({ length: 5 }, (_, index) => change('set by a guess', `wrong horse ${index}`)))
      slowRule.release()

      expect(await right).to.deep.equal([400, 'CURRENT_PASSWORD_WRONG'])
      expect(await change('refused', TEST_PASSWORD)).to.deep.equal([400, 'CURRENT_PASSWORD_WRONG'])
    })

    it('gets the same refusal for a right and a wrong current one while the database cannot count wrong ones', async () => {
      const guest = await app.signIn('guest', 'uncounted')
      const change = (current_password: string) =>
        set(guest, 'change_password', { target_username: 'uncounted', new_password: 'short', current_password })
      let unlock = () => {}
      const unlocked = new Promise<void>((resolve) => {
        unlock = resolve
      })
      let locked: Promise<void> | undefined
      await new Promise<void>((resolve) => {
        locked = app.services.database.write(async (transaction) => {
          // On SQLite, this transaction already blocks all other writes.
          if (database.name === 'PostgreSQL')
            await transaction.raw('LOCK TABLE plinth_login_failures IN EXCLUSIVE MODE')
          resolve()
          await unlocked
        })
      })

      const statuses = await Promise.all([change('wrong horse 9'), change(TEST_PASSWORD)])
      unlock()
      await locked

      expect(statuses).to.deep.equal([
        [503, 'DATABASE_UNAVAILABLE'],
        [503, 'DATABASE_UNAVAILABLE'],
      ])
      expect(await change(TEST_PASSWORD)).to.deep.equal([400, 'PASSWORD_REFUSED'])
    })

    it('is not set when the verified current password has changed meanwhile', async () => {
      const guest = await app.signIn('guest', 'twice')
      const change = (new_password: string) =>
        set(guest, 'change_password', { target_username: 'twice', new_password, current_password: TEST_PASSWORD })

      const slow = change(SLOW_PASSWORD)
      await slowRule.reached
      const quick = await change('set quickly')
      slowRule.release()

      expect([quick, await slow]).to.deep.equal([
        [200, undefined],
        [400, 'CURRENT_PASSWORD_WRONG'],
      ])
      expect(await canLogIn('twice', 'set quickly')).to.equal(true)
    })

    it('is not set by the host when the current password has changed meanwhile', async () => {
      await app.signIn('guest', 'program')
      const { internalPasswords } = app.services

      const slow = internalPasswords.changePassword('program', SLOW_PASSWORD, TEST_PASSWORD)
      await slowRule.reached
      const quick = await internalPasswords.changePassword('program', 'set quickly', TEST_PASSWORD)
      slowRule.release()

      expect([quick[0], (await slow)[0]]).to.deep.equal(['Password changed', null])
      expect(await canLogIn('program', 'set quickly')).to.equal(true)
    })

    it("is not set for another user when the caller's session has ended meanwhile", async () => {
      const caller = await app.signIn('admin', 'caller')
      await app.signIn('guest', 'bystander')

      const slow = set(caller, 'reset_password', { target_username: 'bystander', new_password: SLOW_PASSWORD })
      await slowRule.reached
      await set(admin, 'reset_password', { target_username: 'caller', new_password: 'set by the admin' })
      slowRule.release()

      expect(await slow).to.deep.equal([401, 'TOKEN_INVALID'])
      expect(await canLogIn('bystander', TEST_PASSWORD)).to.equal(true)
    })
  })

  forEachDatabase((database) => {
    it('is set for one of two admins who reset each other’s simultaneously, without a deadlock', async () => {
      const app = await startApp({ database })
      const [first, second] = [await app.signIn('admin', 'first-admin'), await app.signIn('admin', 'second-admin')]

      const responses = await Promise.all([
        first.post('/users/reset_password', { target_username: 'second-admin', new_password: 'set by the first' }),
        second.post('/users/reset_password', { target_username: 'first-admin', new_password: 'set by the second' }),
      ])

      expect(responses.map(({ status }) => status)).to.have.members([200, 401])
      await app.stop()
    })
  })
})
