import { createHash } from 'node:crypto'
import { PlinthError, StartupError } from '@plinth/kernel'
import { forEachDatabase, type SignedIn, TEST_PASSWORD, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import nock from 'nock'
import { tasks } from '../../../packages/service/src/administration/tasks.js'
import { type App, startApp } from '../../../test/support/app.js'

const BREACHED = 'purple tractor 41'
const GOOD = 'purple tractor 42'
const BREACHES = 'https://api.pwnedpasswords.com'

interface Owner {
  readonly username: string
  readonly email: string
}

/** Kinds of passwords that are refused, with the expected message. */
const RULES: readonly [what: string, password: (owner: Owner) => string, says: RegExp, about?: 'names'][] = [
  ['too short', () => 'Sh0rt-7', /at least 8 characters/],
  ['too long for bcrypt', () => `${'é'.repeat(36)}p`, /at most 72 bytes/],
  ['common', () => 'PassWord1', /too common/],
  ['the username', ({ username }) => username.toUpperCase(), /more than the username/, 'names'],
  ['the username and digits', ({ username }) => `${username}-2026!`, /more than the username/, 'names'],
  ['the e-mail address', ({ email }) => email.toUpperCase(), /more than the username or the e-mail/, 'names'],
  ['what that begins with', ({ email }) => `${email.split('@')[0]}`, /more than the username or the e-mail/, 'names'],
  ['known from a breach', () => BREACHED, /data breach/],
]

/** Context of a way to set a password. */
interface Stage {
  readonly database: TestDatabase
  readonly app: App
  readonly admin: SignedIn
  readonly owner: Owner
  /** Creates the owner with `TEST_PASSWORD`, and logs in as them. */
  signIn(): Promise<SignedIn>
}

/** Sets a password for the owner, or returns the reason for the refusal. */
type Road = (stage: Stage, password: string) => Promise<string | undefined>

const operation =
  (path: 'change_password' | 'reset_password', by: 'owner' | 'admin'): Road =>
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

const ROADS: Readonly<Record<string, Road>> = {
  'a signup': async ({ app, owner }, password) => {
    const { status, body } = await app.post('/users/signup', { ...owner, role_name: 'operator', password })
    return status === 200 ? undefined : refusalIn(status, body)
  },
  'a change of one’s own': operation('change_password', 'owner'),
  'a change by an admin': operation('change_password', 'admin'),
  'a reset of one’s own': operation('reset_password', 'owner'),
  'a reset by an admin': operation('reset_password', 'admin'),
  'a change by the program': async ({ app, owner, signIn }, password) => {
    await signIn()
    const [message, status] = await app.services.internalPasswords.changePassword(owner.username, password)
    return message === null ? status : undefined
  },
  'plinth users add': async ({ app, owner }, password) => {
    const user = { ...owner, role_name: 'operator', password }
    return tasks['users add'](app.services, user).then(() => undefined, reasonOf(PlinthError))
  },
  'plinth users set-password': async ({ app, owner, signIn }, password) => {
    await signIn()
    const { message, status } = await tasks['users set-password'](app.services, { username: owner.username, password })
    return message === null ? status : undefined
  },
}

/** Ways that run only once for a database or a start. */
const STARTS: Readonly<Record<string, Road>> = {
  'the first sudo': async ({ database, owner }, sudoPassword) => {
    const settings = { sudoUsername: owner.username, sudoPassword, passwordBreachCheck: true }
    return startApp({ database, settings }).then(async (app) => {
      expect((await app.logIn(owner.username, sudoPassword)).status).to.equal(200)
      await app.stop()
      return undefined
    }, reasonOf(StartupError))
  },
  'the default of imported users': async ({ database, owner }, importDefaultPassword) => {
    return startApp({ database, settings: { importDefaultPassword, passwordBreachCheck: true } }).then(async (app) => {
      const sudo = await app.signIn('sudo')
      const file = JSON.stringify({ data: { Users: [{ ...owner, role: 'guest' }] } })
      await sudo.upload('/settings/import_config', file)
      expect((await app.logIn(owner.username, importDefaultPassword)).status).to.equal(200)
      await app.stop()
      return undefined
    }, reasonOf(StartupError))
  },
}

describe('a password is refused', () => {
  forEachDatabase((database) => {
    let app: App
    let admin: SignedIn
    let people = 0
    before(async () => {
      answerRanges()
      app = await startApp({ database, settings: { passwordBreachCheck: true, sessionsPerUser: 1_000 } })
      admin = await app.signIn('admin')
    })
    after(async () => {
      await app.stop()
      closeLine()
    })

    const stageFor = (road: string): Stage => {
      people += 1
      const email = road === 'the first sudo' ? 'sudo@localhost' : `kowalska.${people}@plant.test`
      const owner = { username: `Maria.K.${people}`, email }
      const signIn = async () => {
        const sudo = await app.signIn('sudo')
        const user = { ...owner, role_name: 'operator', password: TEST_PASSWORD }
        expect((await sudo.post('/users/signup', user)).status).to.equal(200)
        const { apiKey } = (await app.logIn(owner.username, TEST_PASSWORD)).body
        return Object.assign(app.withKey(apiKey), { key: apiKey })
      }
      return { database, app, admin, owner, signIn }
    }

    for (const [name, road] of Object.entries({ ...ROADS, ...STARTS })) {
      describe(`through ${name}`, () => {
        for (const [what, passwordOf, says, about] of RULES) {
          // The default password belongs to no single user, so it cannot equal a name.
          if (about === 'names' && name === 'the default of imported users') continue
          it(`when it is ${what}`, async () => {
            const stage = stageFor(name)
            const password = passwordOf(stage.owner)

            const reason = await road(stage, password)

            expect(reason).to.match(says)
            if (password !== 'sudo') expect(reason).to.not.include(password) // part of the name of its setting
            if (name in ROADS) expect((await app.logIn(stage.owner.username, password)).status).to.equal(403)
          })
        }

        it('and is set otherwise', async () => {
          const stage = stageFor(name)

          expect(await road(stage, GOOD)).to.equal(undefined)
          if (name in ROADS) expect((await app.logIn(stage.owner.username, GOOD)).status).to.equal(200)
        })
      })
    }
  })
})

describe('the breach check', () => {
  forEachDatabase((database) => {
    afterEach(closeLine)

    it('sends requests only when it is enabled', async () => {
      const asked = answerRanges()
      const silent = await startApp({ database })
      const answers = [await silent.post('/users/signup', person(BREACHED))]
      const askedBySilent = [...asked]

      const open = await startApp({ database, settings: { passwordBreachCheck: true } })
      answers.push(await open.post('/users/signup', person(BREACHED)))

      await silent.stop()
      await open.stop()
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 400])
      expect(askedBySilent).to.deep.equal([])
      expect(asked).to.include(digestOf(BREACHED).slice(0, 5))
    })

    it('times out after two seconds: the password is set, and the log says that it was not checked', async () => {
      nock.disableNetConnect()
      nock.enableNetConnect('127.0.0.1')
      nock(BREACHES).persist().get(/./).query(true).delayConnection(30_000).reply(200, '')
      const app = await startApp({ database, settings: { passwordBreachCheck: true } })
      const linesBefore = app.logLines.length
      const began = Date.now()

      const { status } = await app.post('/users/signup', person(BREACHED))

      const took = Date.now() - began
      const warnings = app.logLines.slice(linesBefore).filter((line) => JSON.parse(line).level === 40)
      const digest = digestOf(BREACHED)
      nock.abortPendingRequests()
      await app.stop()
      expect(status).to.equal(200)
      expect(took).to.be.within(1_900, 5_000)
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
      ['with blanks around it', '  blanks around it  ', ['blanks around it', ' blanks around it ']],
      ['in upper and lower case', 'Upper And Lower 1', ['upper and lower 1', 'UPPER AND LOWER 1']],
      ['in one of two ways to write ü', COMPOSED, [DECOMPOSED, NO_BREAK]],
      ['in the other way to write ü', DECOMPOSED, [COMPOSED]],
      ['of 72 bytes', 'p'.repeat(72), ['p'.repeat(71), 'p'.repeat(73)]],
    ] as const) {
      it(`${what}`, async () => {
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

let persons = 0
function person(password: string) {
  persons += 1
  return { username: `paula-${persons}`, email: `paula-${persons}@plant.test`, role_name: 'guest', password }
}

function refusalIn(status: number, body: { code: string; message: string }): string {
  expect([status, body.code]).to.deep.equal([400, 'PASSWORD_REFUSED'])
  return body.message
}

/** The message of an error that is meant for the reader. */
function reasonOf(expected: typeof PlinthError | typeof StartupError) {
  return (error: Error) => {
    if (!(error instanceof expected)) throw error
    return error.message
  }
}

function digestOf(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase()
}

/** Simulates the service with padding (a count of 0). Returns the requested prefixes. */
function answerRanges(): readonly string[] {
  const asked: string[] = []
  nock.disableNetConnect()
  nock.enableNetConnect('127.0.0.1')
  nock(BREACHES)
    .persist()
    .get(/^\/range\/[0-9A-F]{5}$/)
    .query(true)
    .reply(200, (uri) => {
      asked.push(new URL(uri, BREACHES).pathname.split('/').at(-1) ?? '')
      const lines = Object.entries({ [BREACHED]: 12, [GOOD]: 0, [TEST_PASSWORD]: 0 })
      return lines.map(([password, count]) => `${digestOf(password).slice(5)}:${count}`).join('\r\n')
    })
  return asked
}

function closeLine(): void {
  nock.abortPendingRequests()
  nock.cleanAll()
  nock.enableNetConnect()
}
