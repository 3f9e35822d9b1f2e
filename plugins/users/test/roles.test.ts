import { ANONYMOUS, COMMAND, type Knex } from '@plinth/kernel'
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

const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest']
/** For each caller, the roles that the list says the caller cannot give, and why. */
const REFUSALS: readonly [caller: string, refused: Readonly<Record<string, string>>][] = [
  ['sudo', { sudo: 'ROLE_REQUIRES_COMMAND' }],
  ['admin', { sudo: 'ROLE_NOT_YOURS_TO_GIVE' }],
  ['operator', Object.fromEntries(ROLES.map((role) => [role, 'ROLE_NOT_YOURS_TO_GIVE']))],
  ['sudo token', { sudo: 'ROLE_NOT_YOURS_TO_GIVE' }],
  ['admin token', { sudo: 'ROLE_NOT_YOURS_TO_GIVE', admin: 'ROLE_NOT_YOURS_TO_GIVE' }],
]

/** For each caller, the roles that the caller may change and delete. */
const CHANGEABLE: readonly [caller: string, roles: readonly string[]][] = [
  ['sudo', ROLES.slice(2)],
  ['admin', []],
  ['sudo token', []],
]

const DAY_S = 86_400

describe('the roles', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    let sudo: SignedIn
    before(async () => {
      const settings = { sessionsPerUser: 1_000, sessionIdle: DAY_S * 30, freshLoginLifetime: DAY_S * 30 }
      app = await startApp({ database, clock, settings })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const add = async (name: string, level: number) => {
      const response = await sudo.post('/roles', { name, level })
      expect(response.status, response.text).to.equal(200)
    }
    const signUp = (username: string, role_name: string) =>
      app.post('/users/signup', { username, role_name, email: `${username}@plant.test`, password: TEST_PASSWORD })
    const tokenOf = async (role_name: string, expires_in_days?: number): Promise<string> =>
      (await sudo.post('/users/create_tpt', { role_name, expires_in_days })).body.token
    const clientOf = async (caller: string) => {
      const [role = '', token] = caller.split(' ')
      return token ? app.withKey(await tokenOf(role)) : app.signIn(role)
    }
    const eventsOf = async (target: string) => {
      const { body } = await sudo.get(`/audit?target=${target}`)
      return body.map(({ event, details }: { event: string; details: object }) => [event, details]).reverse()
    }

    describe('in the list', () => {
      for (const [caller, refused] of REFUSALS) {
        it(`say which of them the caller may not give: ${caller}`, async () => {
          const client = await clientOf(caller)

          const roles: { name: string; refusal: string | null }[] = (await client.get('/roles')).body

          const found = roles.flatMap(({ name, refusal }) => (refusal === null ? [] : [[name, refusal]]))
          expect(Object.fromEntries(found)).to.deep.equal(refused)
        })

        it(`say what changing a user's role then does: ${caller}`, async () => {
          const client = await clientOf(caller)
          await app.signIn('guest', 'target')

          const outcomes: [string, string][] = []
          for (const role_name of ROLES) {
            const { body } = await client.patch('/users/target', { role_name })
            if (body.code !== undefined) outcomes.push([role_name, body.code])
            await sudo.patch('/users/target', { role_name: 'guest' })
          }

          expect(Object.fromEntries(outcomes)).to.deep.equal(refused)
        })
      }

      it('have the number of their users, for levels 0 and 1 only', async () => {
        const other = await startApp({ database })
        for (const name of ['a', 'b', 'c']) await other.signIn('auditor', name)
        const [admin, operator] = [await other.signIn('admin'), await other.signIn('operator')]

        const counts = async (client: SignedIn) =>
          (await client.get('/roles')).body.map(({ users }: { users?: number }) => users)
        const before = await counts(admin)
        await admin.delete('/users/c')

        expect([before, await counts(admin), await counts(operator)]).to.deep.equal([
          [1, 1, 0, 1, 3, 0],
          [1, 1, 0, 1, 2, 0],
          Array(6).fill(undefined),
        ])
        await other.stop()
      })

      for (const [caller, changeable] of CHANGEABLE) {
        it(`say which of them the caller may change: ${caller}`, async () => {
          const roles: { name: string; changeable: boolean }[] = (await (await clientOf(caller)).get('/roles')).body

          const found = roles.filter((role) => role.changeable).map(({ name }) => name)
          expect(found).to.deep.equal(changeable)
        })
      }

      it('say which of them are open for signup', async () => {
        const roles: { name: string; open: boolean }[] = (await sudo.get('/roles')).body

        expect(roles.flatMap(({ name, open }) => (open ? [name] : []))).to.deep.equal(['operator', 'auditor', 'guest'])
      })
    })

    describe('when they are created', () => {
      it('get the canonical name, and users', async () => {
        const response = await sudo.post('/roles', { name: 'Zürich ＴＥＡＭ', level: 5 })
        const user = await app.signIn('zürich team', 'urs')

        expect([response.status, response.body]).to.deep.equal([
          200,
          { name: 'zürich team', level: 5, open: false, refusal: null, changeable: true, users: 0 },
        ])
        expect((await user.get('/users/urs')).body.role).to.deep.equal({ name: 'zürich team', level: 5 })
        const path = `/roles/${encodeURIComponent('ZÜRICH TEAM')}`
        expect((await sudo.patch(path, { level: 6 })).body).to.include({ level: 6, users: 1 })
      })

      for (const [body, expected] of [
        [{ name: 'OPERATOR', level: 5 }, [409, 'ROLE_EXISTS']],
        [{ name: 'root', level: 0 }, [403, 'ROLE_REQUIRES_COMMAND']],
        [{ name: 'root', level: -1 }, [400, 'INVALID_BODY']],
        [{ name: 'root', level: 1.5 }, [400, 'INVALID_BODY']],
        [{ name: 'root', level: 2 ** 31 }, [400, 'INVALID_BODY']],
        [{ name: 'root', level: '5' }, [400, 'INVALID_BODY']],
        [{ name: 'root', level: null }, [400, 'INVALID_BODY']],
        [{ name: 'root' }, [400, 'INVALID_BODY']],
        [{ name: '', level: 5 }, [400, 'INVALID_BODY']],
        [{ name: ' root', level: 5 }, [400, 'INVALID_BODY']],
        [{ name: '..', level: 5 }, [400, 'INVALID_BODY']],
        [{ name: 'a/b', level: 5 }, [400, 'INVALID_BODY']],
        [{ name: '<b>', level: 5 }, [400, 'INVALID_BODY']],
        [{ name: 'ro\u202eot', level: 5 }, [400, 'INVALID_BODY']],
        [{ name: 'x'.repeat(33), level: 5 }, [400, 'INVALID_BODY']],
        [{ name: '\ufdfa'.repeat(3), level: 5 }, [400, 'INVALID_BODY']], // 54 characters in the canonical form
        [{ name: 'root', level: 5, identifier: 'x' }, [400, 'INVALID_BODY']],
      ] as const) {
        it(`are refused as ${JSON.stringify(body).slice(0, 60)}`, async () => {
          expect(outcomeOf(await sudo.post('/roles', body))).to.deep.equal(expected)
        })
      }

      it('many times at once, exist once', async () => {
        const responses = await Promise.all(
          Array.from({ length: 8 }, () => sudo.post('/roles', { name: 'twin', level: 20 })),
        )

        const statuses = responses.map(({ status }) => status).sort()
        expect(statuses).to.deep.equal([200, ...Array(7).fill(409)])
      })
    })

    describe('when their level changes', () => {
      it('apply it to open sessions and tokens at once', async () => {
        await add('welder', 9)
        const [user, token] = [await app.signIn('welder', 'wanda'), app.withKey(await tokenOf('welder'))]
        const statuses: number[][] = []

        for (const level of [9, 1, 2, 1, 9]) {
          await sudo.patch('/roles/welder', { level })
          statuses.push([(await user.get('/settings')).status, (await token.get('/settings')).status])
        }

        expect(statuses.map(([status]) => status)).to.deep.equal([403, 200, 403, 200, 403])
        expect(statuses.map(([, status]) => status)).to.deep.equal([403, 200, 403, 200, 403])
      })

      it('record each actual change, and nothing else', async () => {
        await add('painter', 9)

        await sudo.patch('/roles/painter', { level: 9 })
        await sudo.patch('/roles/painter', { level: 7 })
        await sudo.patch('/roles/painter', { level: 0 })
        await sudo.delete('/roles/painter')

        expect(await eventsOf('painter')).to.deep.equal([
          ['role-created', { level: 9 }],
          ['role-level-changed', { from: 9, to: 7 }],
          ['role-deleted', { level: 7 }],
        ])
      })

      it('are refused by name and level', async () => {
        await app.services.roleAdministration.add(COMMAND, { name: 'root', level: 0 })
        await add('plumber', 9)

        const responses = [
          await sudo.patch('/roles/sudo', { level: 5 }),
          await sudo.patch('/roles/ADMIN', { level: 5 }),
          await sudo.patch('/roles/root', { level: 5 }),
          await sudo.patch('/roles/plumber', { level: 0 }),
          await sudo.patch('/roles/plumber', { level: -1 }),
          await sudo.patch('/roles/plumber', { name: 'x', level: 3 }),
          await sudo.patch('/roles/nobody', { level: 3 }),
        ]

        expect(responses.map(outcomeOf)).to.deep.equal([
          [409, 'ROLE_RESERVED'],
          [409, 'ROLE_RESERVED'],
          [403, 'ROLE_REQUIRES_COMMAND'],
          [403, 'ROLE_REQUIRES_COMMAND'],
          [400, 'INVALID_BODY'],
          [400, 'INVALID_BODY'],
          [400, 'ROLE_NOT_FOUND'],
        ])
      })
    })

    describe('when they are deleted', () => {
      it('must not be in use by a user, disabled or not, or by a valid token', async () => {
        await add('driver', 20)
        await signUp('dora', 'driver')
        await sudo.patch('/users/dora', { disabled: true })
        await tokenOf('driver')
        await tokenOf('driver', 1)

        const both = await sudo.delete('/roles/driver')
        await sudo.patch('/users/dora', { role_name: 'guest' })
        const tokens = await sudo.delete('/roles/driver')
        const ids = (await sudo.get('/tpt')).body.filter(({ role }: { role: string }) => role === 'driver')
        await sudo.delete(`/tpt/${ids[0].id}`)
        const oneExpiring = await sudo.delete('/roles/driver')
        clock.advance(DAY_S)
        const unused = await sudo.delete('/roles/driver')

        expect([both, tokens, oneExpiring, unused].map(outcomeOf)).to.deep.equal([
          [409, 'ROLE_IN_USE'],
          [409, 'ROLE_IN_USE'],
          [409, 'ROLE_IN_USE'],
          [200, undefined],
        ])
        expect(both.body.message).to.include('users: 1, third-party tokens: 2')
        expect(oneExpiring.body.message).to.include('(third-party tokens: 1)')
      })

      it('take expired tokens along, which do not act with a later role of that name', async () => {
        await add('miner', 20)
        const token = await tokenOf('miner', 1)
        clock.advance(DAY_S)
        await sudo.delete('/roles/miner')

        await add('miner', 1)
        clock.advance(-DAY_S)

        expect((await app.withKey(token).get('/roles')).status).to.equal(401)
        expect((await sudo.get('/tpt')).body.map(({ role }: { role: string }) => role)).to.not.include('miner')
        await sudo.delete('/roles/miner')
      })

      it('are refused by name and level', async () => {
        await app.services.roleAdministration.add(COMMAND, { name: 'wheel', level: 0 })

        const names = ['sudo', 'Admin', 'wheel', 'nobody', 'operator%20']
        const outcomes = []
        for (const name of names) outcomes.push(outcomeOf(await sudo.delete(`/roles/${name}`)))

        expect(outcomes).to.deep.equal([
          [409, 'ROLE_RESERVED'],
          [409, 'ROLE_RESERVED'],
          [403, 'ROLE_REQUIRES_COMMAND'],
          [400, 'ROLE_NOT_FOUND'],
          [400, 'ROLE_NOT_FOUND'],
        ])
      })

      it('are kept while rows of another table refer to them', async () => {
        await add('clerk', 20)
        const { database: stored } = app.services
        await stored.write(async (transaction) => {
          await transaction.schema.createTable('badges', (table) => {
            table.text('role_name').references('plinth_roles.name')
          })
          await transaction('badges').insert({ role_name: 'clerk' })
        })

        const response = await sudo.delete('/roles/clerk')

        expect(outcomeOf(response)).to.deep.equal([409, 'ROLE_IN_USE'])
        await stored.write((transaction) => transaction.schema.dropTable('badges'))
      })
    })

    describe('while they are being assigned', () => {
      const assignments: Readonly<Record<string, (role: string, name: string) => Promise<TestResponse>>> = {
        'to a new user': (role, name) => signUp(name, role),
        'to another user': (role_name) => sudo.patch('/users/given', { role_name }),
        'to a token': (role_name) => sudo.post('/users/create_tpt', { role_name }),
      }
      for (const [what, assign] of Object.entries(assignments)) {
        it(`${what}, are not found if they were deleted meanwhile`, async () => {
          await add('short-lived', 20)
          await app.signIn('guest', 'given')

          const { response } = await during(
            app,
            (transaction) => transaction('plinth_roles').where({ name: 'short-lived' }).delete(),
            () => assign('short-lived', 'given-2'),
          )

          expect(outcomeOf(await response)).to.deep.equal([400, 'ROLE_NOT_FOUND'])
        })
      }

      it('without a key, must still be open', async () => {
        await add('visitor', 20)

        const { response } = await during(
          app,
          (transaction) => transaction('plinth_roles').where({ name: 'visitor' }).update({ level: 2 }),
          () => signUp('victor', 'visitor'),
        )

        expect(outcomeOf(await response)).to.deep.equal([403, 'ROLE_NOT_YOURS_TO_GIVE'])
        expect((await sudo.get('/users/victor')).status).to.equal(404)
      })

      it('by an admin, must still not be above the admin', async () => {
        await add('lead', 2)
        const admin = await app.signIn('admin')
        await app.signIn('guest', 'leo')

        const { response } = await during(
          app,
          (transaction) => transaction('plinth_roles').where({ name: 'lead' }).update({ level: 0 }),
          () => admin.patch('/users/leo', { role_name: 'lead' }),
        )

        expect(outcomeOf(await response)).to.deep.equal([403, 'ROLE_NOT_YOURS_TO_GIVE'])
      })

      it('are not deleted', async () => {
        await add('late', 20)
        await app.signIn('guest', 'lara')

        const { response } = await during(
          app,
          async (transaction) => {
            const role = transaction('plinth_roles').select('id').where({ name: 'late' })
            await transaction('plinth_users').where({ username: 'lara' }).update({ role_id: role })
          },
          () => sudo.delete('/roles/late'),
        )

        expect(outcomeOf(await response)).to.deep.equal([409, 'ROLE_IN_USE'])
      })

      it('20 times to users, tokens and by imports, are deleted or assigned, and never both', async () => {
        for (let round = 0; round < 20; round += 1) {
          const [role, name] = [`brief-${round}`, `bea-${round}`]
          await add(role, 20)
          const users = [1, 2, 3].map((number) => ({
            username: `${name}-${number}`,
            email: `${name}-${number}@b.test`,
            role,
          }))
          const file = JSON.stringify({ version: '1.0', data: { Users: users } })

          const [deleted, ...assigned] = await Promise.all([
            sudo.delete(`/roles/${role}`),
            signUp(name, role),
            sudo.post('/users/create_tpt', { role_name: role }),
            sudo.upload('/settings/import_config', file),
          ])

          const [signedUp, token, imported] = assigned
          const uses = [signedUp?.status === 200, token?.status === 200, imported?.body.summary.imported > 0]
          expect(assigned.map(({ status }) => status >= 500)).to.deep.equal([false, false, false])
          expect(deleted.status === 200, JSON.stringify([deleted.body, uses])).to.equal(!uses.includes(true))
        }
      })
    })

    describe('of level 0', () => {
      it('keep the last sudo user when their level changes', async () => {
        const other = await startApp({ database })
        const { roleAdministration, userAdministration } = other.services
        await roleAdministration.add(COMMAND, { name: 'chief', level: 0 })
        await userAdministration.change(COMMAND, 'sudo', { roleName: 'chief' })

        const demotion = await roleAdministration.setLevel(COMMAND, 'chief', 5).catch((error) => error)

        expect(demotion).to.include({ code: 'LAST_SUDO' })
        expect((await other.signIn('sudo')).key).to.be.a('string')
        await other.stop()
      })

      it('keep one sudo user when two commands at once would demote them all', async () => {
        const other = await startApp({ database })
        const { roleAdministration, userAdministration } = other.services
        await other.signIn('admin', 'second')
        await roleAdministration.add(COMMAND, { name: 'chief', level: 0 })
        await userAdministration.change(COMMAND, 'second', { roleName: 'chief' })

        const outcomes = await Promise.allSettled([
          roleAdministration.setLevel(COMMAND, 'chief', 5),
          userAdministration.change(COMMAND, 'sudo', { roleName: 'guest' }),
        ])

        expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
        await other.stop()
      })
    })

    describe('in calls from code', () => {
      it('are checked for the caller and the values', async () => {
        const { roleAdministration: roles } = app.services
        const admin = {
          kind: 'user',
          identifier: 'x',
          username: 'x',
          sessionId: '1',
          role: { name: 'admin', level: 1 },
        }
        const token = { kind: 'third-party', tokenId: 'x', role: { name: 'sudo', level: 0 } }
        const attempts = [admin, token].map((principal) => ({ principal, address: '', requestId: '' }) as never)

        const outcomes = await Promise.all(
          [
            ...attempts.map((origin) => roles.add(origin, { name: 'x', level: 5 })),
            ...attempts.map((origin) => roles.setLevel(origin, 'guest', 5)),
            ...attempts.map((origin) => roles.delete(origin, 'guest')),
            roles.add(COMMAND, { name: 'x y ', level: 5 }),
            roles.setLevel(COMMAND, 'guest', Number.NaN),
            roles.add({ principal: ANONYMOUS, address: '', requestId: '' } as never, { name: 'x', level: 5 }),
          ].map((call) =>
            call.then(
              () => 'done',
              (error) => error.code ?? error.name,
            ),
          ),
        )

        expect(outcomes).to.deep.equal([
          ...Array(6).fill('ROLE_INSUFFICIENT'),
          'INVALID_BODY',
          'INVALID_BODY',
          'ROLE_INSUFFICIENT',
        ])
      })
    })
  })
})

/**
 * Makes a change in a transaction, sends a request, and commits the change once the request waits for it. The response
 * is wrapped, because it comes only after the commit.
 */
function during(
  { services: { database } }: App,
  change: (transaction: Knex.Transaction) => PromiseLike<unknown>,
  send: () => Promise<TestResponse>,
): Promise<{ response: Promise<TestResponse> }> {
  return database.write(async (transaction) => {
    await change(transaction)
    const response = send()
    await until(() => isLockAwaited(database, transaction))
    return { response }
  })
}

function outcomeOf({ status, body }: TestResponse): readonly unknown[] {
  return [status, body.code]
}
