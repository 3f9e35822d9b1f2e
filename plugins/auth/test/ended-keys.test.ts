import { ADMIN, type AnyRoute } from '@plinth/kernel'
import {
  forEachDatabase,
  isLockAwaited,
  type SignedIn,
  TEST_PASSWORD,
  type TestClient,
  type TestResponse,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { newName, newOperator, newPlan } from '../../../test/support/preparations.js'
import { type PreparedRequest, preparedRequests } from '../../../test/support/prepared-requests.js'
import { UnfinishedRequest } from '../../../test/support/unfinished-request.js'

/** A key, and the name under which its holder is listed. */
interface Holder {
  readonly key: string
  /** The name of the user, or the id of the token. */
  readonly name: string
}

/** How many ms the clock of the service is ahead. */
let aheadMs = 0
const clock = { now: () => Date.now() + aheadMs }

/** Ends a key. Resolves when that has taken effect. */
type End = (holder: Holder, sudo: TestClient, app: App) => Promise<unknown>

const WAYS_TO_END_SESSIONS: Readonly<Record<string, End>> = {
  'has logged out': ({ key }, _, app) => expectSuccess(app.withKey(key).post('/users/logout')),
  'has lost all sessions': ({ name }, sudo) => expectSuccess(sudo.delete(`/users/${name}/sessions`)),
  'has lost this session': async ({ name }, sudo) => {
    const [{ id }] = (await sudo.get(`/users/${name}/sessions`)).body
    await expectSuccess(sudo.delete(`/users/${name}/sessions/${id}`))
  },
  'was disabled': ({ name }, sudo) => expectSuccess(sudo.patch(`/users/${name}`, { disabled: true })),
  'was deleted': ({ name }, sudo) => expectSuccess(sudo.delete(`/users/${name}`)),
  'was given another password': ({ name }, _, app) =>
    app.services.internalPasswords.resetPassword(name, `${TEST_PASSWORD} 2`),
  'has reached the end of the account': async ({ name }, sudo) => {
    await expectSuccess(sudo.patch(`/users/${name}`, { valid_until: new Date(clock.now() + 1_000).toISOString() }))
    aheadMs += 1_000
  },
  'has had another key for ten seconds': async ({ key }, _, app) => {
    await expectSuccess(app.withKey(key).post('/users/confirm', { password: TEST_PASSWORD }))
    aheadMs += 10_000
  },
}
const WAYS_TO_END_TOKENS: Readonly<Record<string, End>> = {
  'was revoked': ({ name }, sudo) => expectSuccess(sudo.delete(`/tpt/${name}`)),
}

const FILE = JSON.stringify({ version: '1.0', data: { Manufacturer: [{ name: 'imported too late' }] } })
/** An operator and a plan. */
interface Target {
  readonly username: string
  readonly plan: string
}

/** Requests that a third-party token of the role sudo may send, and whose transaction checks the key again. */
const TOKEN_REQUESTS: Readonly<Record<string, (client: TestClient, target: Target) => Promise<TestResponse>>> = {
  'PUT /settings/logger_period': (client) => client.put('/settings/logger_period', { logger_period: 10 }),
  'GET /settings/export_config': (client) => client.get('/settings/export_config'),
  'GET /settings/canonical_config': (client) => client.get('/settings/canonical_config'),
  'POST /settings/import_config': (client) => client.upload('/settings/import_config', FILE),
  'DELETE /tpt/:id': (client) => client.delete('/tpt/no-such-token'),
  'POST /users/signup': (client) =>
    client.post('/users/signup', {
      username: 'late',
      email: 'late@plant.test',
      role_name: 'admin',
      password: 'x'.repeat(9),
    }),
  'PATCH /users/:username': (client, { username }) => client.patch(`/users/${username}`, { role_name: 'guest' }),
  'DELETE /users/:username': (client, { username }) => client.delete(`/users/${username}`),
  'DELETE /users/:username/sessions': (client, { username }) => client.delete(`/users/${username}/sessions`),
  'POST /settings/plans/:plan/apply': (client, { plan }) =>
    client.post(`/settings/plans/${plan}/apply`, undefined, { headers: { 'If-Match': '*' } }),
}

/** So high that no session ends early and no plan is refused. */
const settings = { sessionsPerUser: 1_000, maxPlans: 1_000 }

describe('a request whose key has ended', () => {
  forEachDatabase((database) => {
    let app: App
    /** On PostgreSQL another replica; on SQLite `app` itself. */
    let other: App
    let sudo: SignedIn
    let userCount = 0
    before(async function () {
      this.timeout(60_000)
      app = await startApp({ database, clock, settings })
      other = database.name === 'PostgreSQL' ? await startApp({ database, clock, on: app.database, settings }) : app
    })
    beforeEach(async () => {
      aheadMs = 0
      sudo = await other.signIn('sudo') // a fresh login
    })
    after(async () => {
      if (other !== app) await other.stopAndKeepDatabase()
      await app.stop()
    })

    const newUser = async (): Promise<Holder> => {
      const name = `sudo-${++userCount}`
      return { name, key: (await app.signIn('sudo', name)).key }
    }
    const newToken = async (role_name = 'sudo'): Promise<Holder> => {
      const { token } = (await sudo.post('/users/create_tpt', { role_name })).body
      return { key: token, name: (await sudo.get('/tpt')).body.at(-1).id }
    }
    const eventsOf = async ({ name }: Holder) =>
      (await sudo.get(`/audit?actor=${name}&result=done`)).body.map(({ event }: { event: string }) => event)

    for (const [kind, newHolder, endings] of [
      ['user', newUser, WAYS_TO_END_SESSIONS],
      ['token', () => newToken(), WAYS_TO_END_TOKENS],
    ] as const) {
      for (const [ending, end] of Object.entries(endings)) {
        it(`is rejected if its body arrives after the ${kind} ${ending}`, async () => {
          for (const route of routesWithBody(app).filter(isFor(kind))) {
            const holder = await newHolder()
            const unfinished = await sendUnfinished(app, route, holder.key)
            await end(holder, sudo, other)
            const events = await eventsOf(holder)

            const { status, text } = await unfinished.finish()

            expect(status, `${route.method} ${route.path}: ${text}`).to.equal(401)
            expect(await eventsOf(holder)).to.deep.equal(events)
          }
        }).timeout(60_000)
      }
    }

    const newAdmin = async (role = 'admin'): Promise<Holder> => {
      const name = `admin-${++userCount}`
      return { name, key: (await app.signIn(role, name)).key }
    }
    /** Creates a key whose role gets another level. */
    const withNewRole = (newHolder: (role: string) => Promise<Holder>) => async () => {
      const role = newName('role')
      await expectSuccess(sudo.post('/roles', { name: role, level: ADMIN }))
      return { holder: await newHolder(role), lower: () => sudo.patch(`/roles/${role}`, { level: 30 }) }
    }
    for (const [what, kind, prepare] of [
      [
        'the role of the user was lowered',
        'user',
        async () => {
          const holder = await newAdmin()
          return { holder, lower: () => sudo.patch(`/users/${holder.name}`, { role_name: 'guest' }) }
        },
      ],
      ['the level of the role of the user was changed', 'user', withNewRole(newAdmin)],
      ['the level of the role of the token was changed', 'token', withNewRole((role) => newToken(role))],
    ] as const) {
      it(`is rejected if its body arrives after ${what}`, async () => {
        for (const route of routesWithBody(app).filter(needsAdmin).filter(isFor(kind))) {
          const { holder, lower } = await prepare()
          const unfinished = await sendUnfinished(app, route, holder.key)
          await expectSuccess(lower())

          const { status, text } = await unfinished.finish()

          expect(status, `${route.method} ${route.path}: ${text}`).to.equal(403)
          expect(await eventsOf(holder)).to.deep.equal([])
        }
      }).timeout(60_000)
    }

    it('gets no report of a dry run if its file arrives after the logout', async () => {
      const route = routesWithBody(app).find(({ body }) => body.kind === 'upload') as AnyRoute
      const holder = await newUser()
      const unfinished = await sendUnfinished(app, route, holder.key, '?dry_run=true')
      await expectSuccess(app.withKey(holder.key).post('/users/logout'))

      expect((await unfinished.finish()).status).to.equal(401)
    })

    for (const [name, send] of Object.entries(TOKEN_REQUESTS)) {
      it(`is rejected if it waits for its transaction: ${name} by a token`, async () => {
        const holder = await newToken()
        const target = { username: await newOperator(app), plan: await newPlan(app) }
        const { database: appDatabase } = app.services

        const { waiting } = await appDatabase.write(async (transaction) => {
          const token = () => transaction('plinth_third_party_tokens').where({ jti: holder.name })
          await token().forUpdate() // as a revocation does
          await token().update({ revoked_at: 1 })
          const waiting = send(app.withKey(holder.key), target)
          await until(() => isLockAwaited(appDatabase, transaction))
          return { waiting }
        })

        const { status, text } = await waiting
        expect(status, text).to.equal(401)
      })
    }

    it('gets 401, without a deadlock, when two tokens revoke each other simultaneously', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, two] = [await newToken(), await newToken()]
        const [client, otherClient] = [app.withKey(one.key), other.withKey(two.key)]

        const statuses = (
          await Promise.all([
            client.delete(`/tpt/${two.name}`),
            otherClient.delete(`/tpt/${one.name}`),
            client.delete(`/tpt/${one.name}`),
            client.delete(`/tpt/${one.name}`),
          ])
        ).map(({ status }) => status)

        expect(statuses).to.include(200)
        expect(
          statuses.every((status) => status === 200 || status === 401),
          String(statuses),
        ).to.equal(true)
      }
    }).timeout(60_000)

    for (const { name, prepare } of preparedRequests.filter(rechecksKey)) {
      it(`is rejected if it waits for its transaction: ${name}`, async () => {
        const request = await prepare(app)
        const { database: appDatabase } = app.services

        const { waiting } = await appDatabase.write(async (transaction) => {
          await transaction('plinth_sessions').delete()
          const waiting = request()
          await until(() => isLockAwaited(appDatabase, transaction))
          return { waiting }
        })
        const response: TestResponse = await waiting

        sudo = await other.signIn('sudo')
        expect(response.status, response.text).to.equal(401)
      }).timeout(60_000)
    }
  })
})

const routesWithBody = ({ kernel }: App): readonly AnyRoute[] =>
  kernel.routes.filter(({ body, access }) => body !== undefined && access !== 'public')

/** Excludes routes for persons if the key is a token. */
const isFor =
  (kind: 'user' | 'token') =>
  ({ access }: AnyRoute) =>
    kind === 'user' || (access !== 'user' && access.user !== true)

/**
 * Selects routes that succeed for an admin and are refused for a less privileged caller. Excludes those of passwords,
 * which have their own rules, and those that create tokens, which only a sudo user may.
 */
const needsAdmin = ({ path, access }: AnyRoute) =>
  path === '/users/signup' || (!path.includes('password') && typeof access === 'object' && access.maxLevel >= ADMIN)

function sendUnfinished(
  app: App,
  { method, path, body, example }: AnyRoute,
  key: string,
  query = '',
): Promise<UnfinishedRequest> {
  const url = `${app.url}${path.replace(':username', 'sudo')}${query}`
  const headers = { 'X-API-KEY': key }
  if (body.kind !== 'upload') {
    if (!example) throw new Error(`${method} ${path} has no example`)
    const json = { ...headers, 'Content-Type': 'application/json' }
    return UnfinishedRequest.send(url, {
      method,
      body: JSON.stringify({ ...example, ...(path === '/users/signup' && { role_name: 'admin' }) }),
      headers: json,
    })
  }
  const form = new FileForm(FILE)
  return UnfinishedRequest.send(url, { method, body: form.text, headers: { ...headers, 'Content-Type': form.type } })
}

class FileForm {
  readonly type = 'multipart/form-data; boundary=of-a-test'
  readonly text: string

  constructor(file: string) {
    const head = 'Content-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json'
    this.text = `--of-a-test\r\n${head}\r\n\r\n${file}\r\n--of-a-test--\r\n`
  }
}

async function expectSuccess(request: Promise<TestResponse>): Promise<void> {
  const { status, text } = await request
  expect(status, text).to.equal(200)
}

/**
 * Selects requests whose transaction checks the key again. Logins, signups and redeemed codes need no key, a second
 * logout does nothing, and a dry run writes nothing.
 */
function rechecksKey({ name, isWrite }: PreparedRequest): boolean {
  const uncheckedRequests = [
    'POST /users/login',
    'POST /users/complete_login',
    'POST /users/enrol_at_login',
    'POST /users/redeem_code',
    'POST /users/signup',
    'POST /users/logout',
  ]
  return (isWrite || name.includes('export')) && !uncheckedRequests.includes(name) && !name.includes('dry_run')
}
