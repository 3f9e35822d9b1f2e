import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel, definePlugin, type Knex } from '@plinth/kernel'
import { createStandardKernel, standardPlugins } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, TEST_PASSWORD, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'
import { BACKGROUND_STATEMENT } from '../../../test/support/background-statements.js'

const DEFAULT_PASSWORD = 'change me soon'
const OWN_PASSWORD = 'a horse of her own 9'
const REFUSED = [403, 'PASSWORD_MUST_BE_CHANGED']
/** Routes open to users who must change their password, in addition to public ones. */
const OPEN_ROUTES = ['GET /session', 'POST /users/logout', 'POST /users/change_password', 'POST /users/reset_password']

/** Inserts what an older version has stored: a user, and the record of the first start. */
const oldSudo = definePlugin()({
  name: 'old-sudo',
  dependsOn: ['users'],
  migrations: [
    {
      name: '001-old-sudo',
      async up(transaction) {
        const [role] = await transaction('plinth_roles')
          .insert({ identifier: 'old-role', name: 'sudo', level: 0 })
          .returning('id')
        const names = { username: 'sudo', username_key: 'sudo', email: 'sudo@localhost', email_key: 'sudo@localhost' }
        const hash = '$2b$04$LNkNCg9b5501vjlQynopCezx2TxvoSNb5qYyefNMmsgyp3RQwtYjm' // of TEST_PASSWORD
        await transaction('plinth_users').insert({
          identifier: 'old-sudo',
          ...names,
          role_id: role.id,
          password_hash: hash,
        })
        await transaction('plinth_first_start').insert({ id: 1, happened_at: 1 })
      },
    },
  ],
})

describe('an imported user with the default password', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let userCount = 0
    before(async () => {
      app = await startApp({ database, settings: { importDefaultPassword: DEFAULT_PASSWORD, lockoutAttempts: 1_000 } })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const importUser = async (role: string, by: SignedIn = sudo) => {
      userCount += 1
      const username = `${role}-${userCount}`
      const Users = [{ username, email: `${username}@plant.test`, role }]
      const { body } = await by.upload('/settings/import_config', JSON.stringify({ data: { Users } }))
      expect(body.summary).to.include({ imported: 1, errors: 0 })
      return username
    }
    const clientOf = async (username: string, password = DEFAULT_PASSWORD, on: App = app) => {
      const { status, body } = await on.logIn(username, password)
      expect(status).to.equal(200)
      return on.withKey(body.apiKey)
    }
    const statusOf = async (client: TestClient) => outcomeOf(await client.get('/roles'))

    it('does not count as a sudo user who can log in: the only other one cannot be disabled', async () => {
      await importUser('sudo')

      const { status, body } = await sudo.patch('/users/sudo', { disabled: true })

      expect([status, body.code]).to.deep.equal([409, 'LAST_SUDO'])
    })

    it('can log in, with the usual response', async () => {
      const username = await importUser('guest')

      const { status, body } = await app.logIn(username, DEFAULT_PASSWORD)

      expect(status).to.equal(200)
      expect(body).to.have.all.keys('apiKey', 'role', 'role_level', 'datetime', 'timezone')
    })

    it('can only set another password and log out, whatever the route', async () => {
      const client = await clientOf(await importUser('admin'))
      const routes = app.kernel.routes.filter(({ access }) => access !== 'public')

      const open: string[] = []
      for (const { method, path, body } of routes) {
        const ownPath = path.replace(/:\w+/g, 'nobody')
        if (path === '/users/logout') continue // last, because it ends the session
        const response = await client.send(method, ownPath, body === undefined ? {} : { body: [] })
        if (response.status === 403) expect(outcomeOf(response)).to.deep.equal(REFUSED)
        else open.push(`${method} ${path}`)
      }
      if ((await client.post('/users/logout')).status === 200) open.push('POST /users/logout')

      expect(routes).to.have.length.above(15)
      expect(open).to.have.members(OPEN_ROUTES)
    })

    it('can use public routes', async () => {
      const client = await clientOf(await importUser('guest'))

      expect((await client.get('/health/live')).status).to.equal(200)
      expect((await client.get('/openapi.json')).status).to.equal(200)
    })

    for (const [operation, more] of [
      ['change_password', { current_password: DEFAULT_PASSWORD }],
      ['reset_password', {}],
    ] as const) {
      it(`gains access in the same session with a ${operation} of their own`, async () => {
        const target_username = await importUser('operator')
        const [client, other] = [await clientOf(target_username), await clientOf(target_username)]

        const response = await client.post(`/users/${operation}`, {
          target_username,
          new_password: OWN_PASSWORD,
          ...more,
        })

        expect(response.status).to.equal(200)
        expect(await statusOf(client)).to.deep.equal([200, undefined])
        expect(await statusOf(other)).to.deep.equal([401, 'TOKEN_INVALID'])
        expect(await statusOf(await clientOf(target_username, OWN_PASSWORD))).to.deep.equal([200, undefined])
      })

      it(`cannot set the same password again with ${operation}`, async () => {
        const target_username = await importUser('operator')
        const client = await clientOf(target_username)

        const response = await client.post(`/users/${operation}`, {
          target_username,
          new_password: DEFAULT_PASSWORD,
          ...more,
        })

        expect(outcomeOf(response)).to.deep.equal([400, 'PASSWORD_REFUSED'])
        expect(response.text).to.not.include(DEFAULT_PASSWORD)
        expect(await statusOf(client)).to.deep.equal(REFUSED)
      })

      it(`can neither set another user’s password with ${operation} nor learn who exists`, async () => {
        const client = await clientOf(await importUser('admin'))
        const victim = await importUser('guest')

        for (const target_username of [victim, 'nobody', 'sudo']) {
          const response = await client.post(`/users/${operation}`, { target_username, new_password: OWN_PASSWORD })
          expect(outcomeOf(response)).to.deep.equal(REFUSED)
        }
        expect((await app.logIn(victim, OWN_PASSWORD)).status).to.equal(403)
      })

      it(`gains access once an admin has set a different password with ${operation}`, async () => {
        const target_username = await importUser('guest')
        const admin = await app.signIn('admin')
        const set = (new_password: string) => admin.post(`/users/${operation}`, { target_username, new_password })

        const same = await set(DEFAULT_PASSWORD)
        const afterSame = await statusOf(await clientOf(target_username))
        const another = await set(OWN_PASSWORD)

        expect(outcomeOf(same)).to.deep.equal([400, 'PASSWORD_REFUSED'])
        expect(afterSame).to.deep.equal(REFUSED)
        expect(another.status).to.equal(200)
        expect(await statusOf(await clientOf(target_username, OWN_PASSWORD))).to.deep.equal([200, undefined])
      })
    }

    it('gains access once the host has set a different password', async () => {
      const { internalPasswords } = app.services
      for (const set of [
        (username: string, password: string) => internalPasswords.changePassword(username, password),
        (username: string, password: string) => internalPasswords.changePassword(username, password, DEFAULT_PASSWORD),
      ]) {
        const username = await importUser('guest')

        const [same] = await set(username, DEFAULT_PASSWORD)
        const afterSame = await statusOf(await clientOf(username))
        const [another] = await set(username, OWN_PASSWORD)

        expect([same, afterSame]).to.deep.equal([null, REFUSED])
        expect(another).to.be.a('string')
        expect(await statusOf(await clientOf(username, OWN_PASSWORD))).to.deep.equal([200, undefined])
      }
    })

    it('who is a sudo user gains access only through the CLI, which alone can set the password of a sudo user', async () => {
      const username = await importUser('sudo')
      const client = await clientOf(username)

      const own = await client.post('/users/reset_password', { target_username: username, new_password: OWN_PASSWORD })
      const { message } = await tasks['users set-password'](app.services, { username, password: OWN_PASSWORD })

      expect(outcomeOf(own)).to.deep.equal([400, 'PASSWORD_CHANGE_DENIED'])
      expect(message).to.be.a('string')
      expect(await statusOf(await clientOf(username, OWN_PASSWORD))).to.deep.equal([200, undefined])
    })

    it('is also refused by the routes of a host', async () => {
      const username = await importUser('admin')
      const host = await hostOf(app)
      const { apiKey } = (await app.logIn(username, DEFAULT_PASSWORD)).body
      const client = new TestClient(host.url).withKey(apiKey)
      const request = { headers: { 'x-api-key': apiKey } } as unknown as IncomingMessage
      const authenticateForAll = () =>
        Promise.all(
          ['optional', 'authenticated', 'user', { maxLevel: 1 }].map((access) =>
            app.kernel.authenticate(request, access as 'user').then(
              ({ username: name }) => name,
              ({ status, code }) => [status, code],
            ),
          ),
        )

      const [guarded, refusals] = [await client.get('/machines'), await authenticateForAll()]
      await app.services.internalPasswords.resetPassword(username, OWN_PASSWORD)
      const after = await clientOf(username, OWN_PASSWORD)

      expect(outcomeOf(guarded)).to.deep.equal(REFUSED)
      expect(refusals).to.deep.equal(Array(4).fill(REFUSED))
      expect((await after.get('/roles')).status).to.equal(200)
      await host.close()
    })

    if (database.name === 'PostgreSQL') {
      it('gains access on every replica immediately', async () => {
        const target_username = await importUser('guest')
        const replica = await startApp({ database, on: app.database })
        const { apiKey } = (await app.logIn(target_username, DEFAULT_PASSWORD)).body
        const before = await statusOf(replica.withKey(apiKey))

        await app.withKey(apiKey).post('/users/reset_password', { target_username, new_password: OWN_PASSWORD })
        const after = await statusOf(replica.withKey(apiKey))

        await replica.stop()
        expect([before, after]).to.deep.equal([REFUSED, [200, undefined]])
      })
    }

    it('must still change it after a restart without that setting and with another bcrypt cost', async () => {
      const first = await startApp({ database, settings: { importDefaultPassword: DEFAULT_PASSWORD } })
      const file = { data: { Users: [{ username: 'carol', email: 'carol@plant.test', role: 'guest' }] } }
      await (await first.signIn('sudo')).upload('/settings/import_config', JSON.stringify(file))
      await first.stopAndKeepDatabase()
      const later = await startApp({ database, on: first.database, settings: { bcryptCost: 5 } })
      const carol = await clientOf('carol', DEFAULT_PASSWORD, later) // rehashes the password

      const same = await carol.post('/users/reset_password', {
        target_username: 'carol',
        new_password: DEFAULT_PASSWORD,
      })
      const [response, hash] = [await statusOf(carol), await passwordHash(later, 'carol')]

      await later.stop()
      await first.database.drop()
      expect(hash).to.match(/^\$2b\$05\$/)
      expect(response).to.deep.equal(REFUSED)
      expect(outcomeOf(same)).to.deep.equal([400, 'PASSWORD_REFUSED'])
    })

    it('adds no statement to a request: the restriction is read with the session', async () => {
      const client = await app.signIn('guest', 'counted')
      await client.post('/users/logout') // all statements are now prepared
      const again = await app.signIn('guest', 'counted')
      const sent = await statementsDuring(app, () => again.get('/users/nobody'))
      const statements = sent.filter((sql) => !BACKGROUND_STATEMENT.test(sql))

      expect(statements.filter((sql) => sql.includes('plinth_sessions'))).to.have.length(1)
      expect(statements).to.have.length(2) // the session, and the requested user
    })
  })
})

describe('any other user', () => {
  forEachDatabase((database) => {
    it('who signed up, or was imported without a password, need not change it', async () => {
      const app = await startApp({ database, settings: { importRandomPassword: false } })
      const sudo = await app.signIn('sudo')
      const admin = await app.signIn('admin')
      const Users = [{ username: 'carol', email: 'carol@plant.test', role: 'guest' }]
      await sudo.upload('/settings/import_config', JSON.stringify({ data: { Users } }))

      const without = await app.logIn('carol', DEFAULT_PASSWORD)
      await admin.post('/users/reset_password', { target_username: 'carol', new_password: OWN_PASSWORD })
      const carol = await app.logIn('carol', OWN_PASSWORD)

      expect(without.status).to.equal(403)
      expect((await app.withKey(carol.body.apiKey).get('/roles')).status).to.equal(200)
      expect((await admin.get('/roles')).status).to.equal(200)
      await app.stop()
    })

    it('who existed before an upgrade need not change their password', async () => {
      const tempDatabase = await database.create()
      const { url: databaseUrl, dataDir } = tempDatabase
      const key = 'a key for tests only, of 32 bytes or more'
      const settings = { databaseUrl, dataDir, secretKey: key, auditKey: key }
      const earlierPlugins = standardPlugins.map((plugin) =>
        plugin.name === 'users' ? { ...plugin, migrations: plugin.migrations?.slice(0, 2) ?? [] } : plugin,
      )
      const applied = await createKernel({ settings })
        .useAll([...earlierPlugins, oldSudo])
        .migrate()

      const app = await startTestApp({
        database,
        on: tempDatabase,
        kernel: (all) => createStandardKernel(all).use(oldSudo),
      })
      const sudo = await app.signIn('sudo')

      expect(applied).to.include('users/002-disabled-users').and.not.include('users/003-passwords-to-change')
      expect((await sudo.get('/users/sudo')).body.identifier).to.equal('old-sudo')
      await app.stop()
      await tempDatabase.drop()
    })

    it('may set the same password again if it need not be changed', async () => {
      const app = await startApp({ database })
      const guest = await app.signIn('guest')
      const body = { target_username: 'guest', new_password: TEST_PASSWORD }

      expect((await guest.post('/users/reset_password', body)).status).to.equal(200)
      await app.stop()
    })
  })
})

function outcomeOf({ status, body }: { status: number; body: { code?: string } }): [number, string | undefined] {
  return [status, body.code]
}

function passwordHash(app: App, username: string): Promise<string> {
  return app.services.database.read(
    async (knex) => (await knex('plinth_users').where({ username }).first())?.password_hash,
  )
}

/** Returns the statements that a kernel executes during `act`. */
async function statementsDuring(app: App, act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const record = ({ sql }: { sql: string }) => void statements.push(sql)
  const knex: Knex = await app.services.database.read(async (one) => one)
  knex.on('query', record)
  await act()
  knex.off('query', record)
  return statements
}

/** A plain node:http server with one route, for admins. */
async function hostOf({ kernel }: App) {
  const adminsOnly = kernel.requireLevel(1)
  const server = createServer((request, response) => adminsOnly(request, response, () => response.end('machines')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
