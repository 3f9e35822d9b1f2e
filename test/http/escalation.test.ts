import { COMMAND } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestClient,
  type TestResponse,
} from '@plinth/testing'
import { expect } from 'chai'
import type { App } from '../support/app.js'
import { fileOf } from '../support/configuration.js'
import { SLOW_PASSWORD, SlowRule } from '../support/slow-password.js'

/** A one-time code that was never issued. */
const UNKNOWN_CODE = '7KQM-2XRT-9F4B'

const LEVELS = { sudo: 0, admin: 1, supervisor: 2, operator: 10, guest: 256 } as const
type RoleName = keyof typeof LEVELS
const ROLES = Object.keys(LEVELS) as RoleName[]
/** Level of the most privileged role that anybody may choose at signup. */
const OPEN_SIGNUP_LEVEL = 10

interface Caller {
  readonly role: RoleName
  readonly isToken: boolean
}
type Client = Pick<TestClient, 'get' | 'post' | 'patch' | 'delete' | 'upload'>

/** Context of the attempts. */
interface Scene {
  readonly app: App
  readonly sudo: SignedIn
  /** Returns a new name, also used as part of a password. */
  readonly newName: () => string
  readonly roleOf: (username: string) => Promise<string | undefined>
}

/** An attempt to gain something, made by every caller on every target. */
interface Attempt {
  /** Uses a role or the user `target-<role>`. Returns whether it had an effect, whatever the response. */
  readonly attempt: (client: Client, role: RoleName, scene: Scene) => Promise<boolean>
  readonly isAllowed: (caller: Caller, role: RoleName) => boolean
}

const level = ({ role }: Caller) => LEVELS[role]
/**
 * The one rule for acting on others: only an admin or sudo may, and only on users not above them. A token may act only
 * on users strictly below it, because the effects outlive the token.
 */
const mayActOn = (caller: Caller, role: RoleName) =>
  level(caller) <= 1 && (caller.isToken ? level(caller) < LEVELS[role] : level(caller) <= LEVELS[role])
/** No user gains or loses the level of sudo over REST. */
const mayChangeRole = (caller: Caller, role: RoleName) => role !== 'sudo' && mayActOn(caller, role)
/** The documented rules for passwords. A token is not a user. */
const maySetPassword = (caller: Caller, role: RoleName) => {
  if (caller.isToken) return false
  if (caller.role === 'sudo') return role === 'admin'
  return caller.role === 'admin' && LEVELS[role] >= 1
}
const person = (username: string, fields: object) => ({
  username,
  email: `${username}@plant.test`,
  password: TEST_PASSWORD,
  ...fields,
})

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'by signing up a user with the role': {
    attempt: async (client, role_name, { newName, roleOf }) => {
      const username = newName()
      await client.post('/users/signup', person(username, { role_name }))
      return (await roleOf(username)) === role_name
    },
    isAllowed: (caller, role) => LEVELS[role] >= OPEN_SIGNUP_LEVEL || mayActOn(caller, role),
  },
  'by giving another user the role': {
    attempt: async (client, role_name, { sudo, roleOf }) => {
      await client.patch('/users/target-auditor', { role_name })
      if ((await roleOf('target-auditor')) !== role_name) return false
      await sudo.patch('/users/target-auditor', { role_name: 'auditor' })
      return true
    },
    isAllowed: mayChangeRole,
  },
  'by taking the role from another user': {
    attempt: async (client, role, { sudo, roleOf }) => {
      const username = `target-${role}`
      await client.patch(`/users/${username}`, { role_name: 'auditor' })
      if ((await roleOf(username)) !== 'auditor') return false
      await sudo.patch(`/users/${username}`, { role_name: role })
      return true
    },
    isAllowed: mayChangeRole,
  },
  'by creating a token with the role': {
    attempt: async (client, role_name, { app }) => {
      const { body } = await client.post('/users/create_tpt', { role_name })
      return (await app.withKey(String(body.token)).get('/roles')).status === 200
    },
    isAllowed: ({ role, isToken }) => role === 'sudo' && !isToken,
  },
  'by resetting the password of another user': {
    attempt: (client, role, scene) => setsPassword(client, 'reset_password', role, scene),
    isAllowed: maySetPassword,
  },
  'by changing the password of another user': {
    attempt: (client, role, scene) => setsPassword(client, 'change_password', role, scene),
    isAllowed: maySetPassword,
  },
  'by redeeming a code for another user': {
    attempt: async (client, role, { app, sudo, newName }) => {
      const username = `target-${role}`
      const { code } = (await client.post(`/users/${username}/code`)).body
      const password = `a mill of ${newName()}`
      await app.post('/users/redeem_code', { username, code: code ?? UNKNOWN_CODE, new_password: password })
      if ((await app.logIn(username, password)).status !== 200) return false
      await app.services.internalPasswords.resetPassword(username, TEST_PASSWORD)
      return (await sudo.get('/session')).status === 200
    },
    isAllowed: maySetPassword,
  },
  'by removing the second factor of another user': {
    attempt: async (client, role, { app }) => {
      const username = `target-${role}`
      const user = await app.services.userDirectory.find(username)
      await app.services.database.write(async (transaction) => {
        const factor = { user_identifier: user?.identifier, sealed_secret: 'sealed', enrolled_at: 1, last_step: 0 }
        await transaction('plinth_second_factors').insert(factor).onConflict('user_identifier').merge()
      })
      await client.delete(`/users/${username}/second_factor`)
      const state = await app.services.factorAdministration.stateOf(COMMAND, username)
      await app.services.factorAdministration.remove(COMMAND, username).catch(() => undefined)
      return state.enrolledAt === null
    },
    isAllowed: maySetPassword,
  },
  'by inviting a user with the role': {
    attempt: async (client, role_name, { app, newName }) => {
      const username = newName()
      await client.post('/users/add', { username, role_name, email: `${username}@plant.test` })
      const { code } = (await client.post(`/users/${username}/code`)).body
      const password = `a mill of ${username}-2`
      await app.post('/users/redeem_code', { username, code: code ?? UNKNOWN_CODE, new_password: password })
      return (await app.logIn(username, password)).body.role === role_name
    },
    isAllowed: (caller, role) => !caller.isToken && mayActOn(caller, role),
  },
  'by changing the e-mail address of another user': {
    attempt: async (client, role, { sudo, newName }) => {
      const email = `${newName()}@plant.test`
      await client.patch(`/users/target-${role}`, { email })
      return (await sudo.get(`/users/target-${role}`)).body.email === email
    },
    isAllowed: mayActOn,
  },
  'by listing the sessions of another user': {
    attempt: async (client, role) => Array.isArray((await client.get(`/users/target-${role}/sessions`)).body),
    isAllowed: mayActOn,
  },
  'by ending the sessions of another user': {
    attempt: async (client, role, { app }) => {
      const { apiKey } = (await app.logIn(`target-${role}`, TEST_PASSWORD)).body
      await client.delete(`/users/target-${role}/sessions`)
      return (await app.withKey(apiKey).get('/roles')).status === 401
    },
    isAllowed: mayActOn,
  },
  'by disabling another user': {
    attempt: async (client, role, { sudo }) => {
      await client.patch(`/users/target-${role}`, { disabled: true })
      const { body } = await sudo.get(`/users/target-${role}`)
      if (body.disabled) await sudo.patch(`/users/target-${role}`, { disabled: false })
      return body.disabled === true
    },
    isAllowed: mayActOn,
  },
  'by deleting another user': {
    attempt: async (client, role, { app, roleOf }) => {
      await client.delete(`/users/target-${role}`)
      if (await roleOf(`target-${role}`)) return false
      await app.signIn(role, `target-${role}`)
      return true
    },
    isAllowed: mayActOn,
  },
}

/** Names that look like `sudo`, or equal it after folding. */
const LOOK_ALIKES = [
  'SUDO',
  'ｓｕｄｏ',
  'ſudo',
  'ѕudo',
  'sudo ',
  ' sudo',
  'sudo\u00a0',
  'su\u200bdo',
  'sudo\u0301',
  's\u00adudo',
]

/** Fields that an attacker may add to a body. */
const UNDECLARED_FIELDS: Readonly<Record<string, unknown>> = {
  role: 'sudo',
  role_id: 1,
  role_level: 0,
  level: 0,
  is_admin: true,
  identifier: 'mine',
  id: 1,
  username_key: 'sudo',
  password_hash: '$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde',
  must_change_password: false,
  disabled_at: null,
  created_by: 'sudo',
  jti: 'mine',
  sessionId: 1,
}

/** Routes with a file as their body. */
const UPLOADS: readonly string[] = ['/settings/import_config', '/settings/plans', '/settings/files']

describe('an attempt to escalate privileges', () => {
  forEachDatabase((database) => {
    let app: App
    let scene: Scene
    let callers: ReadonlyMap<string, readonly [Caller, Client]>
    const slowRule = new SlowRule()
    before(async () => {
      app = await startTestApp({
        database,
        kernel: (options) => createStandardKernel(options).use(slowRule.plugin),
        settings: { sessionsPerUser: 10_000, lockoutAttempts: 10_000 },
      })
      scene = await sceneOf(app)
      callers = await callersOf(scene)
      for (const role of [...ROLES, 'auditor']) await app.signIn(role, `target-${role}`)
    })
    after(() => app.stop())

    for (const [name, { attempt, isAllowed }] of Object.entries(ATTEMPTS)) {
      it(`${name} succeeds only where the rules allow it, for every caller role and target role`, async () => {
        const expected: Record<string, string> = {}
        const actual: Record<string, string> = {}
        for (const [who, [caller, client]] of callers) {
          expected[who] = ROLES.filter((role) => isAllowed(caller, role)).join()
          const succeeded: RoleName[] = []
          for (const role of ROLES) if (await attempt(client, role, scene)) succeeded.push(role)
          actual[who] = succeeded.join()
        }

        expect(actual).to.deep.equal(expected)
      })
    }

    it('by giving oneself a role succeeds only for an admin, with a role below', async () => {
      const gained: Record<string, string> = {}
      for (const own of ROLES) {
        const succeeded: RoleName[] = []
        for (const role_name of ROLES.filter((role) => role !== own)) {
          const username = scene.newName()
          const client = await app.signIn(own, username)
          await client.patch(`/users/${username}`, { role_name })
          if ((await scene.roleOf(username)) === role_name) succeeded.push(role_name)
        }
        gained[own] = succeeded.join()
      }

      expect(gained).to.deep.equal({
        sudo: '',
        admin: 'supervisor,operator,guest',
        supervisor: '',
        operator: '',
        guest: '',
      })
    })

    it('by importing a user or a role succeeds only for admins and sudo users up to their own level, and for their tokens below it', async () => {
      const gained: Record<string, string> = {}
      for (const [who, [, client]] of callers) {
        const succeeded: RoleName[] = []
        for (const role of ROLES) {
          const [username, name] = [scene.newName(), scene.newName()]
          const Roles = [{ name, level: LEVELS[role] }]
          const Users = [
            { username, email: `${username}@plant.test`, role },
            { username: `${username}-2`, email: `${username}-2@plant.test`, role: name },
          ]
          await client.upload('/settings/import_config', fileOf({ Roles, Users }))
          const found = [await scene.roleOf(username), await scene.roleOf(`${username}-2`)]
          expect(found, `${who} imports ${role}`).to.be.deep.oneOf([
            [role, name],
            [undefined, undefined],
          ])
          if (found[0]) succeeded.push(role)
        }
        gained[who] = succeeded.join()
      }

      const expected = [...callers].map(([who, [caller]]) => [
        who,
        ROLES.filter((role) => mayActOn(caller, role)).join(),
      ])
      expect(gained).to.deep.equal(Object.fromEntries(expected))
    })

    describe('by a name that looks like another', () => {
      it('of a role is refused at signup, in a change and for a token', async () => {
        const admin = await app.signIn('admin')
        const operator = await app.signIn('operator')
        const username = scene.newName()
        await app.signIn('guest', username)
        for (const role_name of LOOK_ALIKES) {
          const responses = [
            await app.post('/users/signup', person(scene.newName(), { role_name })),
            await operator.post('/users/signup', person(scene.newName(), { role_name })),
            await admin.post('/users/signup', person(scene.newName(), { role_name })),
            await admin.patch(`/users/${username}`, { role_name }),
            await operator.patch('/users/operator', { role_name }),
            await admin.post('/users/create_tpt', { role_name }),
          ]

          for (const { status } of responses) expect(status, role_name).to.be.oneOf([400, 403])
        }

        expect(await scene.roleOf(username)).to.equal('guest')
        expect(await scene.roleOf('operator')).to.equal('operator')
      })

      it('of a user is refused at signup', async () => {
        const statuses: Record<string, number> = {}
        for (const username of LOOK_ALIKES)
          statuses[username] = (
            await app.post('/users/signup', { ...person('x', { role_name: 'guest' }), username, email: 'x@plant.test' })
          ).status

        const expected = LOOK_ALIKES.map((name) => [name, name === 'SUDO' ? 409 : 400])
        expect(statuses).to.deep.equal(Object.fromEntries(expected))
      })

      it('of a user is refused as a target', async () => {
        const operator = await app.signIn('operator')
        for (const name of LOOK_ALIKES) {
          const path = `/users/${encodeURIComponent(name)}`
          const target = { target_username: name, new_password: scene.newName() }
          const responses = [
            await operator.patch(path, { email: 'mine@plant.test' }),
            await operator.delete(`${path}/sessions`),
            await operator.post('/users/reset_password', target),
            await operator.post('/users/change_password', { ...target, current_password: TEST_PASSWORD }),
          ]

          for (const { status } of responses) expect(status, name).to.be.oneOf([400, 403, 404])
        }

        expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
      })

      it('in a file creates no user, and no role that equals sudo after folding', async () => {
        const admin = await app.signIn('admin')
        const guest = await app.signIn('guest', scene.newName())
        const Roles = LOOK_ALIKES.map((name) => ({ name, level: 300 }))
        const Users = LOOK_ALIKES.map((name, number) => ({
          username: name,
          email: `look-alike-${number}@plant.test`,
          role: 'guest',
        }))

        const { body } = await admin.upload('/settings/import_config', fileOf({ Roles, Users }))

        const names = (await guest.get('/roles')).body.map(({ name }: { name: string }) => name)
        expect(names.filter((name: string) => name.normalize('NFKC').toLowerCase() === 'sudo')).to.deep.equal(['sudo'])
        expect(body.results.imported.Users ?? 0).to.equal(0)
        expect((await scene.sudo.get('/users/sudo')).body.role).to.deep.equal({ name: 'sudo', level: 0 })
      })

      it('of the role sudo gains only the rights of its level', async () => {
        const { sudo } = scene
        await sudo.upload('/settings/import_config', fileOf({ Roles: [{ name: 'ѕudо', level: 20 }] }))
        const username = scene.newName()
        await sudo.post('/users/signup', person(username, { role_name: 'ѕudо' }))
        const impostor = app.withKey((await app.logIn(username, TEST_PASSWORD)).body.apiKey)

        const responses = [
          await impostor.post('/users/create_tpt', { role_name: 'guest' }),
          await impostor.post('/users/reset_password', { target_username: 'admin', new_password: scene.newName() }),
          await impostor.get('/settings'),
          await impostor.get('/settings/export_config'),
          await impostor.get('/settings/canonical_config'),
        ]

        expect(await scene.roleOf(username)).to.equal('ѕudо')
        expect(responses.map(({ status }) => status)).to.deep.equal([403, 400, 403, 403, 403])
      })
    })

    describe('by an undeclared field', () => {
      const BODIES: Readonly<Record<string, readonly [method: 'POST' | 'PUT' | 'PATCH', body: object]>> = {
        '/users/login': ['POST', { username: 'guest', password: TEST_PASSWORD }],
        '/users/signup': ['POST', person('massive', { role_name: 'guest' })],
        '/users/guest': ['PATCH', { name: 'Guest' }],
        '/users/change_password': [
          'POST',
          { target_username: 'guest', new_password: 'a new horse 9', current_password: TEST_PASSWORD },
        ],
        '/users/complete_login': ['POST', { login_key: 'a-key', code: '123456' }],
        '/users/enrol_at_login': ['POST', { login_key: 'a-key' }],
        '/users/confirm_second_factor': ['POST', { code: '123456' }],
        '/users/confirm': ['POST', { password: TEST_PASSWORD }],
        '/users/reset_password': ['POST', { target_username: 'guest', new_password: 'a new horse 9' }],
        '/users/create_tpt': ['POST', { role_name: 'guest' }],
        '/users/add': ['POST', { username: 'massive-2', role_name: 'guest', email: 'massive-2@plant.test' }],
        '/users/redeem_code': ['POST', { username: 'guest', code: UNKNOWN_CODE, new_password: 'a new horse 9' }],
        '/roles': ['POST', { name: 'welder', level: 20 }],
        '/roles/guest': ['PATCH', { level: 256 }],
        '/settings/update': ['PUT', { log_level: 20 }],
        '/settings/debug': ['PUT', { minutes: 1 }],
        '/settings/snapshots': ['POST', { note: 'mine' }],
        '/settings/comparisons': ['POST', { from: 'present', to: 'present' }],
        '/settings/merges': ['POST', { base: 'one', theirs: 'other' }],
        '/settings/logger_period': ['PUT', { logger_period: 10 }],
      }

      it('is tried on every operation with a JSON body', () => {
        const routes = app.kernel.routes.filter(({ body, path }) => body !== undefined && !UPLOADS.includes(path))

        const tried = Object.entries(BODIES).map(
          ([path, [method]]) =>
            `${method} ${path.replace('roles/guest', 'roles/:name').replace('/guest', '/:username')}`,
        )
        expect(tried).to.have.members(routes.map(({ method, path }) => `${method} ${path}`))
      })

      for (const [path, [method, body]] of Object.entries(BODIES)) {
        it(`is refused in the body of ${method} ${path}`, async () => {
          const guest = await app.signIn('guest')
          const { sudo } = scene
          const client = /create_tpt|add|roles|settings/.test(path) ? sudo : guest
          const before = [await allUsers(sudo), (await sudo.get('/tpt')).body.length]

          const accepted: string[] = []
          for (const [name, value] of Object.entries(UNDECLARED_FIELDS)) {
            if (Object.hasOwn(body, name)) continue
            const { status } = await client.send(method, path, { body: { ...body, [name]: value } })
            if (status !== 400) accepted.push(`${name}: ${status}`)
          }

          expect(accepted).to.deep.equal([])
          expect([await allUsers(sudo), (await sudo.get('/tpt')).body.length]).to.deep.equal(before)
        })
      }

      it('in a record of a file has no effect', async () => {
        const admin = await app.signIn('admin')
        const Users = Object.entries(UNDECLARED_FIELDS)
          .filter(([name]) => !['role', 'id', 'identifier'].includes(name))
          .map(([name, value], number) => ({
            username: `massive-${number}`,
            email: `massive-${number}@plant.test`,
            role: 'guest',
            [name]: value,
          }))

        await admin.upload('/settings/import_config', fileOf({ Users }))

        const rows = await app.services.database.read((knex) =>
          knex('plinth_users').select().where('username', 'like', 'massive-%'),
        )
        for (const row of rows) {
          expect(row.password_hash).to.equal(null)
          expect(row.username_key).to.equal(row.username)
          expect(await scene.roleOf(row.username)).to.equal('guest')
        }
      })
    })

    describe('by concurrent requests', () => {
      const changes: Readonly<Record<string, (name: string, scene: Scene) => Promise<TestResponse>>> = {
        'is disabled': (name, { sudo }) => sudo.patch(`/users/${name}`, { disabled: true }),
        'is deleted': (name, { sudo }) => sudo.delete(`/users/${name}`),
        'has the password reset': async (name, { app }) => {
          const admin = await app.signIn('admin')
          return admin.post('/users/reset_password', { target_username: name, new_password: 'another horse 9' })
        },
      }
      for (const [what, change] of Object.entries(changes)) {
        it(`leaves no session after a login while its user ${what}`, async () => {
          for (let round = 0; round < 5; round += 1) {
            const name = scene.newName()
            await app.signIn('operator', name)

            const [changed, ...logins] = await Promise.all([
              change(name, scene),
              ...Array.from({ length: 4 }, () => app.logIn(name, TEST_PASSWORD)),
            ])

            expect(changed.status).to.equal(200)
            const keys = logins.flatMap(({ status, body }) => (status === 200 ? [body.apiKey as string] : []))
            for (const key of keys) expect((await app.withKey(key).get('/roles')).status).to.equal(401)
          }
        })
      }

      it('creates no admin if its caller is disabled or demoted while a password is hashed', async () => {
        for (const [change, ...refusal] of [
          [{ disabled: true }, 401, 'TOKEN_INVALID'],
          [{ role_name: 'guest' }, 403, 'ROLE_INSUFFICIENT'],
        ] as const) {
          const [name, created] = [scene.newName(), scene.newName()]
          const admin = await app.signIn('admin', name)

          const [changed, signup] = await Promise.all([
            slowRule.reached.then(() => scene.sudo.patch(`/users/${name}`, change)).finally(() => slowRule.release()),
            admin.post('/users/signup', person(created, { role_name: 'admin', password: SLOW_PASSWORD })),
          ])

          expect([changed.status, signup.status, signup.body.code]).to.deep.equal([200, ...refusal])
          expect(await scene.roleOf(created)).to.equal(undefined)
          slowRule.close()
        }
      })

      it('leaves an admin who is demoted at the same time with only the new role', async () => {
        for (let round = 0; round < 5; round += 1) {
          const name = scene.newName()
          const admin = await app.signIn('admin', name)

          const [demoted] = await Promise.all([
            scene.sudo.patch(`/users/${name}`, { role_name: 'guest' }),
            ...Array.from({ length: 4 }, () => admin.patch(`/users/${name}`, { role_name: 'admin' })),
          ])

          expect(demoted.status).to.equal(200)
          expect(await scene.roleOf(name)).to.equal('guest')
          expect((await admin.get('/settings')).status).to.equal(403)
        }
      })
    })
  })
})

async function sceneOf(app: App): Promise<Scene> {
  const sudo = await app.signIn('sudo')
  let nameCount = 0
  return {
    app,
    sudo,
    newName: () => {
      nameCount += 1
      return `somebody-${nameCount}`
    },
    roleOf: async (username) => (await sudo.get(`/users/${username}`)).body.role?.name,
  }
}

/** Creates a user and a token of each role, in addition to the first user. */
async function callersOf({ app, sudo }: Scene): Promise<ReadonlyMap<string, readonly [Caller, Client]>> {
  const callers = new Map<string, readonly [Caller, Client]>()
  for (const role of ROLES) {
    const { token } = (await sudo.post('/users/create_tpt', { role_name: role })).body
    callers.set(role, [{ role, isToken: false }, await app.signIn(role, `caller-${role}`)])
    callers.set(`${role} token`, [{ role, isToken: true }, app.withKey(token)])
  }
  return callers
}

async function setsPassword(client: Client, operation: string, role: RoleName, scene: Scene): Promise<boolean> {
  const [target_username, new_password] = [`target-${role}`, `${scene.newName()} has a horse`]
  await client.post(`/users/${operation}`, { target_username, new_password, current_password: undefined })
  if ((await scene.app.logIn(target_username, new_password)).status !== 200) return false
  const restored = await scene.app.services.internalPasswords.resetPassword(target_username, TEST_PASSWORD)
  return restored[1] === 'success'
}

async function allUsers(client: Client): Promise<unknown> {
  return (await client.get('/users/')).body
}
