import { createHash } from 'node:crypto'
import { PlinthError, StartupError } from '@plinth/kernel'
import { forEachDatabase, type SignedIn, TEST_PASSWORD, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import nock from 'nock'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'

const BREACHED = 'purple tractor 41'
const GOOD = 'purple tractor 42'
/** The rules that are off by default. */
const RULES = { passwordBreachCheck: true, passwordRefusedWords: ['Northmill'] }
const BREACHES = 'https://api.pwnedpasswords.com'

interface Owner {
  readonly username: string
  readonly email: string
}

/** Passwords that are refused, each with the expected message. */
const REFUSED: readonly [what: string, password: (owner: Owner) => string, message: RegExp, about?: 'names'][] = [
  ['too short', () => 'Sh0rt-7', /at least 8 characters/],
  ['too long', () => `${'é'.repeat(512)}p`, /at most 1024 bytes/],
  ['common', () => 'PassWord1', /too common/],
  ['the username', ({ username }) => username.toUpperCase(), /more than the username/, 'names'],
  ['the username and digits', ({ username }) => `${username}-2026!`, /more than the username/, 'names'],
  ['the e-mail address', ({ email }) => email.toUpperCase(), /more than the username or the e-mail/, 'names'],
  [
    'the local part of the e-mail address',
    ({ email }) => `${email.split('@')[0]}`,
    /more than the username or the e-mail/,
    'names',
  ],
  ['about the plant', () => 'the NORTHMILL pump 7', /such as the name of the plant/],
  ['known from a breach', () => BREACHED, /data breach/],
]

/** What a `SetPassword` needs. */
interface Context {
  readonly database: TestDatabase
  readonly app: App
  readonly admin: SignedIn
  readonly owner: Owner
  /** Creates the owner with `TEST_PASSWORD`, and logs in as them. */
  signIn(): Promise<SignedIn>
}

/** Sets a password for the owner. Returns the reason for a refusal. */
type SetPassword = (context: Context, password: string) => Promise<string | undefined>

const operation =
  (path: 'change_password' | 'reset_password', by: 'owner' | 'admin'): SetPassword =>
  async ({ admin, owner, signIn }, new_password) => {
    const own = await signIn()
    const isOwnChange = path === 'change_password' && by === 'owner'
    const { status, body } = await (by === 'owner' ? own : admin).post(`/users/${path}`, {
      target_username: owner.username,
      new_password,
      ...(isOwnChange && { current_password: TEST_PASSWORD }),
    })
    return status === 200 ? undefined : refusalIn(status, body)
  }

const BY_CALLERS: Readonly<Record<string, SetPassword>> = {
  'a signup': async ({ app, owner }, password) => {
    const { status, body } = await app.post('/users/signup', { ...owner, role_name: 'operator', password })
    return status === 200 ? undefined : refusalIn(status, body)
  },
  'its owner with change_password': operation('change_password', 'owner'),
  'an admin with change_password': operation('change_password', 'admin'),
  'its owner with reset_password': operation('reset_password', 'owner'),
  'an admin with reset_password': operation('reset_password', 'admin'),
  'the host with changePassword()': async ({ app, owner, signIn }, password) => {
    await signIn()
    const [message, successOrReason] = await app.services.internalPasswords.changePassword(owner.username, password)
    return message === null ? successOrReason : undefined
  },
  'plinth users add': async ({ app, owner }, password) => {
    const user = { ...owner, role_name: 'operator', password }
    return tasks['users add'](app.services, user).then(() => undefined, reasonOf(PlinthError))
  },
  'plinth users set-password': async ({ app, owner, signIn }, password) => {
    await signIn()
    const { message, status: successOrReason } = await tasks['users set-password'](app.services, {
      username: owner.username,
      password,
    })
    return message === null ? successOrReason : undefined
  },
}

/** Settings that are applied when the service starts. */
const BY_SETTINGS: Readonly<Record<string, SetPassword>> = {
  'the setting sudoPassword': async ({ database, owner }, sudoPassword) => {
    const settings = { sudoUsername: owner.username, sudoPassword, ...RULES }
    return startApp({ database, settings }).then(async (app) => {
      expect((await app.logIn(owner.username, sudoPassword)).status).to.equal(200)
      await app.stop()
      return undefined
    }, reasonOf(StartupError))
  },
  'the setting importDefaultPassword': async ({ database, owner }, importDefaultPassword) => {
    return startApp({ database, settings: { importDefaultPassword, ...RULES } }).then(async (app) => {
      const sudo = await app.signIn('sudo')
      const file = JSON.stringify({ data: { Users: [{ ...owner, role: 'guest' }] } })
      await sudo.upload('/settings/import_config', file)
      expect((await app.logIn(owner.username, importDefaultPassword)).status).to.equal(200)
      await app.stop()
      return undefined
    }, reasonOf(StartupError))
  },
}

describe('a new password', () => {
  forEachDatabase((database) => {
    let app: App
    let admin: SignedIn
    let ownerCount = 0
    before(async () => {
      mockBreachService()
      app = await startApp({ database, settings: { ...RULES, sessionsPerUser: 1_000 } })
      admin = await app.signIn('admin')
    })
    after(async () => {
      await app.stop()
      restoreNetwork()
    })

    const contextFor = (setter: string): Context => {
      ownerCount += 1
      const email = setter === 'the setting sudoPassword' ? 'sudo@localhost' : `kowalska.${ownerCount}@plant.test`
      const owner = { username: `Maria.K.${ownerCount}`, email }
      const signIn = async () => {
        const sudo = await app.signIn('sudo')
        const user = { ...owner, role_name: 'operator', password: TEST_PASSWORD }
        expect((await sudo.post('/users/signup', user)).status).to.equal(200)
        const { apiKey } = (await app.logIn(owner.username, TEST_PASSWORD)).body
        return app.withKey(apiKey) as SignedIn
      }
      return { database, app, admin, owner, signIn }
    }

    for (const [setter, set] of Object.entries({ ...BY_CALLERS, ...BY_SETTINGS })) {
      describe(`set by ${setter}`, () => {
        for (const [what, passwordOf, message, about] of REFUSED) {
          // The default password belongs to no single user, so it cannot equal a name.
          if (about === 'names' && setter === 'the setting importDefaultPassword') continue
          it(`is refused when it is ${what}`, async () => {
            const context = contextFor(setter)
            const password = passwordOf(context.owner)

            const reason = await set(context, password)

            expect(reason).to.match(message)
            if (password !== 'sudo') expect(reason).to.not.include(password) // the setting's name contains "sudo"
            if (setter in BY_CALLERS) expect((await app.logIn(context.owner.username, password)).status).to.equal(403)
          })
        }

        it('is accepted if no rule refuses it', async () => {
          const context = contextFor(setter)

          expect(await set(context, GOOD)).to.equal(undefined)
          if (setter in BY_CALLERS) expect((await app.logIn(context.owner.username, GOOD)).status).to.equal(200)
        })
      })
    }
  })
})

describe('the breach check', () => {
  forEachDatabase((database) => {
    afterEach(restoreNetwork)

    it('sends requests only when it is enabled', async () => {
      const requested = mockBreachService()
      const disabled = await startApp({ database })
      const responses = [await disabled.post('/users/signup', person(BREACHED))]
      const requestedByDisabled = [...requested]

      const enabled = await startApp({ database, settings: { passwordBreachCheck: true } })
      responses.push(await enabled.post('/users/signup', person(BREACHED)))

      await disabled.stop()
      await enabled.stop()
      expect(responses.map(({ status }) => status)).to.deep.equal([200, 400])
      expect(requestedByDisabled).to.deep.equal([])
      expect(requested).to.include(digestOf(BREACHED).slice(0, 5))
    })

    it('times out after two seconds: the password is set, and the log says that it was not checked', async () => {
      nock.disableNetConnect()
      nock.enableNetConnect('127.0.0.1')
      nock(BREACHES).persist().get(/./).query(true).delayConnection(30_000).reply(200, '')
      const app = await startApp({ database, settings: { passwordBreachCheck: true } })
      const linesBefore = app.logLines.length
      const startedAt = Date.now()

      const { status } = await app.post('/users/signup', person(BREACHED))

      const duration = Date.now() - startedAt
      const warnings = app.logLines.slice(linesBefore).filter((line) => JSON.parse(line).level === 40)
      const digest = digestOf(BREACHED)
      nock.abortPendingRequests()
      await app.stop()
      expect(status).to.equal(200)
      expect(duration).to.be.within(1_900, 5_000)
      expect(warnings).to.have.length(1)
      expect(warnings[0]).to.include('data breaches').and.not.include(BREACHED).and.not.include(digest.slice(0, 5))
    })
  })
})

describe('a password is compared exactly as received', () => {
  const COMPOSED = 'm\u00fcde Esel 41'
  const DECOMPOSED = 'mu\u0308de Esel 41'
  const NO_BREAK = 'm\u00fcde\u00a0Esel\u00a041'

  forEachDatabase((database) => {
    let app: App
    before(async () => {
      app = await startApp({ database, settings: { lockoutAttempts: 1_000 } })
    })
    after(() => app.stop())

    for (const [what, password, others] of [
      ['with spaces around it', '  spaces around it  ', ['spaces around it', ' spaces around it ']],
      ['in upper and lower case', 'Upper And Lower 1', ['upper and lower 1', 'UPPER AND LOWER 1']],
      ['with a composed ü', COMPOSED, [DECOMPOSED, NO_BREAK]],
      ['with a decomposed ü', DECOMPOSED, [COMPOSED]],
      ['of 72 bytes', 'p'.repeat(72), ['p'.repeat(71), 'p'.repeat(73)]],
    ] as const) {
      it(what, async () => {
        const user = person(password)
        await app.post('/users/signup', user)

        const own = await app.logIn(user.username, password)
        const statuses = await Promise.all(others.map(async (one) => (await app.logIn(user.username, one)).status))

        expect(own.status).to.equal(200)
        expect(statuses).to.deep.equal(others.map(() => 403))
      })
    }
  })
})

let personCount = 0
function person(password: string) {
  personCount += 1
  return { username: `paula-${personCount}`, email: `paula-${personCount}@plant.test`, role_name: 'guest', password }
}

function refusalIn(status: number, body: { code: string; message: string }): string {
  expect([status, body.code]).to.deep.equal([400, 'PASSWORD_REFUSED'])
  return body.message
}

/** Returns a function that returns the message of an expected error and rethrows any other. */
function reasonOf(expected: typeof PlinthError | typeof StartupError) {
  return (error: Error) => {
    if (!(error instanceof expected)) throw error
    return error.message
  }
}

function digestOf(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase()
}

/** Simulates haveibeenpwned.com, with padding (a count of 0). Returns the requested prefixes. */
function mockBreachService(): readonly string[] {
  const requested: string[] = []
  nock.disableNetConnect()
  nock.enableNetConnect('127.0.0.1')
  nock(BREACHES)
    .persist()
    .get(/^\/range\/[0-9A-F]{5}$/)
    .query(true)
    .reply(200, (uri) => {
      requested.push(new URL(uri, BREACHES).pathname.split('/').at(-1) ?? '')
      const lines = Object.entries({ [BREACHED]: 12, [GOOD]: 0, [TEST_PASSWORD]: 0 })
      return lines.map(([password, count]) => `${digestOf(password).slice(5)}:${count}`).join('\r\n')
    })
  return requested
}

function restoreNetwork(): void {
  nock.abortPendingRequests()
  nock.cleanAll()
  nock.enableNetConnect()
}
