import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel, definePlugin, type Knex } from '@plinth/kernel'
import { createStandardKernel, standardPlugins } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, TEST_PASSWORD, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'
import { IN_BACKGROUND } from '../../../test/support/background-statements.js'

const DEFAULT = 'change me soon'
const OWN = 'a horse of her own 9'
const REFUSED = [403, 'PASSWORD_MUST_BE_CHANGED']
/** Routes open to users who must change their password, in addition to public ones. */
const OPEN = ['POST /users/logout', 'POST /users/change_password', 'POST /users/reset_password']

/** Data of an older version: a user, and the record of the first start. */
const sudoOfOld = definePlugin()({
  name: 'sudo-of-old',
  dependsOn: ['users'],
  migrations: [
    {
      name: '001-sudo-of-old',
      async up(transaction) {
        const [role] = await transaction('plinth_roles')
          .insert({ identifier: 'role-of-old', name: 'sudo', level: 0 })
          .returning('id')
        const names = { username: 'sudo', username_key: 'sudo', email: 'sudo@localhost', email_key: 'sudo@localhost' }
        const hash = '$2b$04$LNkNCg9b5501vjlQynopCezx2TxvoSNb5qYyefNMmsgyp3RQwtYjm' // of TEST_PASSWORD
        await transaction('plinth_users').insert({
          identifier: 'sudo-of-old',
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
    let people = 0
    before(async () => {
      app = await startApp({ database, settings: { importDefaultPassword: DEFAULT, lockoutAttempts: 1_000 } })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const bringIn = async (role: string, by: SignedIn = sudo) => {
      people += 1
      const username = `${role}-${people}`
      const Users = [{ username, email: `${username}@plant.test`, role }]
      const { body } = await by.upload('/settings/import_config', JSON.stringify({ data: { Users } }))
      expect(body.summary).to.include({ imported: 1, errors: 0 })
      return username
    }
    const clientOf = async (username: string, password = DEFAULT, on: App = app) => {
      const { status, body } = await on.logIn(username, password)
      expect(status).to.equal(200)
      return on.withKey(body.apiKey)
    }
    const statusOf = async (client: TestClient) => said(await client.get('/roles'))

    it('logs in, and the response has the usual keys', async () => {
      const username = await bringIn('guest')

      const { status, body } = await app.logIn(username, DEFAULT)

      expect(status).to.equal(200)
      expect(body).to.have.all.keys('apiKey', 'role', 'role_level', 'datetime', 'timezone')
    })

    it('can only set another password and log out, whatever the route', async () => {
      const client = await clientOf(await bringIn('admin'))
      const routes = app.kernel.routes.filter(({ access }) => access !== 'public')

      const open: string[] = []
      for (const { method, path, body } of routes) {
        const at = path.replace(/:\w+/g, 'nobody')
        if (path === '/users/logout') continue // last, because it ends the session
        const answer = await client.send(method, at, body === undefined ? {} : { body: [] })
        if (answer.status === 403) expect(said(answer)).to.deep.equal(REFUSED)
        else open.push(`${method} ${path}`)
      }
      if ((await client.post('/users/logout')).status === 200) open.push('POST /users/logout')

      expect(routes).to.have.length.above(15)
      expect(open).to.have.members(OPEN)
    })

    it('sees public routes, and signs up as without a key', async () => {
      const client = await clientOf(await bringIn('guest'))

      expect((await client.get('/health/live')).status).to.equal(200)
      expect((await client.get('/openapi.json')).status).to.equal(200)
    })

    for (const [operation, more] of [
      ['change_password', { current_password: DEFAULT }],
      ['reset_password', {}],
    ] as const) {
      it(`gains access by ${operation} of their own, with the same session`, async () => {
        const target_username = await bringIn('operator')
        const [client, other] = [await clientOf(target_username), await clientOf(target_username)]

        const answer = await client.post(`/users/${operation}`, { target_username, new_password: OWN, ...more })

        expect(answer.status).to.equal(200)
        expect(await statusOf(client)).to.deep.equal([200, undefined])
        expect(await statusOf(other)).to.deep.equal([401, 'TOKEN_INVALID'])
        expect(await statusOf(await clientOf(target_username, OWN))).to.deep.equal([200, undefined])
      })

      it(`cannot set the same password again by ${operation}`, async () => {
        const target_username = await bringIn('operator')
        const client = await clientOf(target_username)

        const answer = await client.post(`/users/${operation}`, { target_username, new_password: DEFAULT, ...more })

        expect(said(answer)).to.deep.equal([400, 'PASSWORD_REFUSED'])
        expect(answer.text).to.not.include(DEFAULT)
        expect(await statusOf(client)).to.deep.equal(REFUSED)
      })

      it(`cannot set another’s password by ${operation}, or learn who exists`, async () => {
        const client = await clientOf(await bringIn('admin'))
        const victim = await bringIn('guest')

        for (const target_username of [victim, 'nobody', 'sudo']) {
          const answer = await client.post(`/users/${operation}`, { target_username, new_password: OWN })
          expect(said(answer)).to.deep.equal(REFUSED)
        }
        expect((await app.logIn(victim, OWN)).status).to.equal(403)
      })

      it(`gains access once an admin has set another by ${operation}, not the same one`, async () => {
        const target_username = await bringIn('guest')
        const admin = await app.signIn('admin')
        const set = (new_password: string) => admin.post(`/users/${operation}`, { target_username, new_password })

        const same = await set(DEFAULT)
        const afterSame = await statusOf(await clientOf(target_username))
        const another = await set(OWN)

        expect(said(same)).to.deep.equal([400, 'PASSWORD_REFUSED'])
        expect(afterSame).to.deep.equal(REFUSED)
        expect(another.status).to.equal(200)
        expect(await statusOf(await clientOf(target_username, OWN))).to.deep.equal([200, undefined])
      })
    }

    it('gains access once the CLI has set another, not the same one', async () => {
      const { internalPasswords } = app.services
      for (const set of [
        (username: string, password: string) => internalPasswords.changePassword(username, password),
        (username: string, password: string) => internalPasswords.changePassword(username, password, DEFAULT),
      ]) {
        const username = await bringIn('guest')

        const [same] = await set(username, DEFAULT)
        const afterSame = await statusOf(await clientOf(username))
        const [another] = await set(username, OWN)

        expect([same, afterSame]).to.deep.equal([null, REFUSED])
        expect(another).to.be.a('string')
        expect(await statusOf(await clientOf(username, OWN))).to.deep.equal([200, undefined])
      }
    })

    it('who is a sudo, whose password nobody sets over REST, gains access by the CLI', async () => {
      const username = await bringIn('sudo')
      const client = await clientOf(username)

      const own = await client.post('/users/reset_password', { target_username: username, new_password: OWN })
      const { message } = await tasks['users set-password'](app.services, { username, password: OWN })

      expect(said(own)).to.deep.equal([400, 'PASSWORD_CHANGE_DENIED'])
      expect(message).to.be.a('string')
      expect(await statusOf(await clientOf(username, OWN))).to.deep.equal([200, undefined])
    })

    it('is kept out of a host’s own routes too', async () => {
      const username = await bringIn('admin')
      const host = await hostOf(app)
      const { apiKey } = (await app.logIn(username, DEFAULT)).body
      const client = new TestClient(host.url).withKey(apiKey)
      const request = { headers: { 'x-api-key': apiKey } } as unknown as IncomingMessage
      const asked = () =>
        Promise.all(
          ['optional', 'authenticated', 'person', { maxLevel: 1 }].map((access) =>
            app.kernel.authenticate(request, access as 'person').then(
              ({ username: known }) => known,
              ({ status, code }) => [status, code],
            ),
          ),
        )

      const [guarded, told] = [await client.get('/machines'), await asked()]
      await app.services.internalPasswords.resetPassword(username, OWN)
      const after = await clientOf(username, OWN)

      expect(said(guarded)).to.deep.equal(REFUSED)
      expect(told).to.deep.equal(Array(4).fill(REFUSED))
      expect((await after.get('/roles')).status).to.equal(200)
      await host.close()
    })

    if (database.name === 'PostgreSQL') {
      it('gains access on every replica at once', async () => {
        const target_username = await bringIn('guest')
        const replica = await startApp({ database, on: app.database })
        const { apiKey } = (await app.logIn(target_username, DEFAULT)).body
        const before = await statusOf(replica.withKey(apiKey))

        await app.withKey(apiKey).post('/users/reset_password', { target_username, new_password: OWN })
        const after = await statusOf(replica.withKey(apiKey))

        await replica.stop()
        expect([before, after]).to.deep.equal([REFUSED, [200, undefined]])
      })
    }

    it('must still change it after a restart without that setting and with another bcrypt cost', async () => {
      const first = await startApp({ database, settings: { importDefaultPassword: DEFAULT } })
      const file = { data: { Users: [{ username: 'carol', email: 'carol@plant.test', role: 'guest' }] } }
      await (await first.signIn('sudo')).upload('/settings/import_config', JSON.stringify(file))
      await first.stopOnly()
      const later = await startApp({ database, on: first.database, settings: { bcryptCost: 5 } })
      const carol = await clientOf('carol', DEFAULT, later) // rehashes the password

      const same = await carol.post('/users/reset_password', { target_username: 'carol', new_password: DEFAULT })
      const [answer, hash] = [await statusOf(carol), await passwordHash(later, 'carol')]

      await later.stop()
      await first.database.drop()
      expect(hash).to.match(/^\$2b\$05\$/)
      expect(answer).to.deep.equal(REFUSED)
      expect(said(same)).to.deep.equal([400, 'PASSWORD_REFUSED'])
    })

    it('costs no extra statement: the key is still resolved in one', async () => {
      const client = await app.signIn('guest', 'counted')
      await client.post('/users/logout') // what is prepared once is prepared
      const again = await app.signIn('guest', 'counted')
      const asked = await statementsDuring(app, () => again.get('/users/nobody'))
      const statements = asked.filter((sql) => !IN_BACKGROUND.test(sql))

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

      const without = await app.logIn('carol', DEFAULT)
      await admin.post('/users/reset_password', { target_username: 'carol', new_password: OWN })
      const carol = await app.logIn('carol', OWN)

      expect(without.status).to.equal(403)
      expect((await app.withKey(carol.body.apiKey).get('/roles')).status).to.equal(200)
      expect((await admin.get('/roles')).status).to.equal(200)
      await app.stop()
    })

    it('who existed before an upgrade need not change their password', async () => {
      const place = await database.create()
      const settings = {
        databaseUrl: place.url,
        dataDir: place.dataDir,
        secretKey: 'a key for tests only, of 32 bytes or more',
        auditKey: 'a key for tests only, of 32 bytes or more',
      }
      const before = standardPlugins.map((plugin) =>
        plugin.name === 'users' ? { ...plugin, migrations: plugin.migrations?.slice(0, 2) ?? [] } : plugin,
      )
      const made = await createKernel({ settings })
        .useAll([...before, sudoOfOld])
        .migrate()

      const app = await startTestApp({ database, on: place, kernel: (all) => createStandardKernel(all).use(sudoOfOld) })
      const sudo = await app.signIn('sudo')

      expect(made).to.include('users/002-disabled-users').and.not.include('users/003-passwords-to-change')
      expect((await sudo.get('/users/sudo')).body.identifier).to.equal('sudo-of-old')
      await app.stop()
      await place.drop()
    })

    it('may set the same password again when it need not be changed', async () => {
      const app = await startApp({ database })
      const guest = await app.signIn('guest')
      const body = { target_username: 'guest', new_password: TEST_PASSWORD }

      expect((await guest.post('/users/reset_password', body)).status).to.equal(200)
      await app.stop()
    })
  })
})

function said({ status, body }: { status: number; body: { code?: string } }): [number, string | undefined] {
  return [status, body.code]
}

function passwordHash(app: App, username: string): Promise<string> {
  return app.services.database.read(
    async (knex) => (await knex('plinth_users').where({ username }).first())?.password_hash,
  )
}

/** Returns the statements that a kernel sends during `work`. */
async function statementsDuring(app: App, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const note = ({ sql }: { sql: string }) => void statements.push(sql)
  const knex: Knex = await app.services.database.read(async (one) => one)
  knex.on('query', note)
  await work()
  knex.off('query', note)
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
