import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definePlugin, passwordRules, type SettingValues, StartupError } from '@plinth/kernel'
import {
  ADMIN,
  AUDITOR,
  createPlinth,
  createStandardKernel,
  GUEST,
  OPERATOR,
  type PlinthOptions,
  SUDO,
  SUPERVISOR,
} from '@plinth/service'
import { forEachDatabase, startTestApp, TEST_PASSWORD, type TempDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { FIRST_KILL_POINT, KILL_STRIDE } from '../../../test/support/kill-points.js'
import {
  linesOf,
  REPO_ROOT,
  run,
  Service,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'

const SECRET_KEY = 'a key for tests only, of 32 bytes or more'
const OTHER_PASSWORD = 'battery staple 7'
/** Upper limit of the kill points: each is the number of a call that killed-at.mjs counts. A start makes fewer. */
const MAX_KILL_POINT = 100

describe('the first start', () => {
  forEachDatabase((testDatabase) => {
    let tempDatabase: TempDatabase
    let running: App[]
    beforeEach(async () => {
      tempDatabase = await testDatabase.create()
      running = []
    })
    afterEach(async () => {
      for (const app of running) await app.stop()
      await tempDatabase.drop()
    })
    const start = async (settings: SettingValues = {}) => {
      const app = await startApp({ database: testDatabase, on: tempDatabase, settings })
      running.push(app)
      return app
    }
    const restart = async (settings: SettingValues = {}) => {
      for (const app of running.splice(0)) await app.stop()
      return start(settings)
    }

    it('creates the six roles and one sudo, with the password of the settings', async () => {
      const app = await start()

      const sudo = await app.signIn('sudo')

      const roles: { name: string; level: number }[] = (await sudo.get('/roles')).body
      expect(roles.map(({ name, level }) => ({ name, level }))).to.deep.equal([
        { name: 'sudo', level: 0 },
        { name: 'admin', level: 1 },
        { name: 'supervisor', level: 2 },
        { name: 'operator', level: 10 },
        { name: 'auditor', level: 100 },
        { name: 'guest', level: 256 },
      ])
      const users = (await sudo.get('/users/')).body
      expect(users).to.have.length(1)
      expect(users[0]).to.deep.include({
        username: 'sudo',
        email: 'sudo@localhost',
        role: { name: 'sudo', level: 0 },
        name: null,
        lastname: null,
      })
      expect(app.announcements).to.deep.equal([])
    })

    it('creates each role at the level of the constant with its name', async () => {
      const sudo = await (await start()).signIn('sudo')

      const roles: { name: string; level: number }[] = (await sudo.get('/roles')).body

      const constants = { SUDO, ADMIN, SUPERVISOR, OPERATOR, AUDITOR, GUEST }
      expect(Object.fromEntries(roles.map(({ name, level }) => [name.toUpperCase(), level]))).to.deep.equal(constants)
    })

    it('logs that a sudo password is not applied to a database that already has its first user', async () => {
      const isLogged = ({ logLines }: App) =>
        logLines.some((line) => /PLINTH_SUDO_PASSWORD .* is not applied/.test(line))
      const first = isLogged(await start())

      const again = await restart({ sudoPassword: OTHER_PASSWORD })

      expect([first, isLogged(again)]).to.deep.equal([false, true])
      expect((await again.logIn('sudo', OTHER_PASSWORD)).status).to.equal(403)
      expect((await again.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
      expect(isLogged(await restart({ sudoPassword: undefined }))).to.equal(false)
    })

    it('gives the sudo the username of the settings', async () => {
      const app = await start({ sudoUsername: 'Root.1' })

      const response = await app.logIn('root.1', TEST_PASSWORD)

      expect(response.status).to.equal(200)
      expect((await app.withKey(response.body.apiKey).get('/users/root.1')).body.username).to.equal('Root.1')
      expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(403)
    })

    it('announces a working random password once, and never logs it', async () => {
      const app = await start({ sudoPassword: undefined })

      const password = announcedPassword(app)
      const response = await app.logIn('sudo', password)

      expect(app.announcements).to.have.length(1)
      expect(linesOf(app.announcements[0] ?? '')).to.include.members(['  username sudo', `  password ${password}`])
      expect(password).to.match(/^[a-z0-9]{43}$/, 'a double click selects all of it')
      expect(response.status).to.equal(200)
      expect(app.logLines.join()).not.to.include(password)
      const again = await restart({ sudoPassword: undefined })
      expect(again.announcements).to.deep.equal([])
      expect((await again.logIn('sudo', password)).status).to.equal(200)
    })

    it('generates a different password for every database', async () => {
      const other = await startApp({ database: testDatabase, settings: { sudoPassword: undefined } })
      const app = await start({ sudoPassword: undefined })

      const passwords = [announcedPassword(app), announcedPassword(other)]
      await other.stop()

      expect(passwords[0]).to.have.length.of.at.least(32)
      expect(passwords[0]).to.not.equal(passwords[1])
    })

    it('generates another password if a rule refuses the first ones by chance', async () => {
      let refusals = 0
      const refuse = () => {
        refusals += 1
        return refusals <= 2 ? 'must not contain that word' : undefined
      }
      const unlucky = definePlugin()({
        name: 'unlucky',
        contributes: () => [passwordRules.of({ objection: refuse })],
      })
      const app = await startTestApp({
        database: testDatabase,
        settings: { sudoPassword: undefined },
        kernel: (options) => createStandardKernel(options).use(unlucky),
      })

      const { status } = await app.logIn('sudo', announcedPassword(app))
      await app.stop()

      expect([status, refusals]).to.deep.equal([200, 3])
    })

    it('happens only once: a restart with another name and password changes nothing', async () => {
      await start()

      const app = await restart({ sudoUsername: 'other', sudoPassword: OTHER_PASSWORD })

      expect((await app.logIn('sudo', OTHER_PASSWORD)).status).to.equal(403)
      expect((await app.logIn('other', OTHER_PASSWORD)).status).to.equal(403)
      const sudo = await app.signIn('sudo')
      expect((await sudo.get('/users/')).body).to.have.length(1)
      expect(app.announcements).to.deep.equal([])
    })

    it('happens only once: a restart after all users were deleted creates no user', async () => {
      const first = await start()
      await first.services.database.write((transaction) => transaction('plinth_users').delete())

      const app = await restart({ sudoPassword: undefined })

      const left = await app.services.database.read((knex) => knex('plinth_users').pluck('username'))
      expect(left).to.deep.equal([])
      expect(app.announcements).to.deep.equal([])
      expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(403)
    })

    for (const [what, sudoPassword] of [
      ['too short', 'hunter2'],
      ['more than 1024 bytes long', 'hunter2 '.repeat(129)],
      ['not storable', 'hunter2 and \0 more'],
    ] as const) {
      it(`refuses a sudo password that is ${what}, naming its setting, and succeeds with a better one`, async () => {
        const error = await start({ sudoPassword }).then(
          () => 'it started',
          (problem: unknown) => problem,
        )

        expect(error).to.be.instanceOf(StartupError)
        expect(String(error)).to.include('PLINTH_SUDO_PASSWORD').and.not.to.include('hunter2')
        const app = await start()
        expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
      })
    }

    it('is refused if the generated password of the first user could not be shown, and names the setting to use', async () => {
      const settings = { databaseUrl: tempDatabase.url, dataDir: tempDatabase.dataDir, secretKey: SECRET_KEY }
      const kernel = createStandardKernel({ settings, writeLog: () => {} })

      const problem = await kernel.start().catch((error: unknown) => error)

      expect(problem).to.be.instanceOf(StartupError)
      expect(String(problem)).to.include('sudoPassword').and.to.include('announce')
      const app = await start()
      expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
    })

    it('ignores an invalid sudo password once it has happened', async () => {
      await start()

      const app = await restart({ sudoPassword: 'short' })

      expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
    })

    it('can be repeated whenever it is killed, and announces the password of a sudo', async function () {
      this.timeout(120_000)
      let hasStarted = false
      for (let point = FIRST_KILL_POINT; !hasStarted && point < MAX_KILL_POINT; point += KILL_STRIDE) {
        const freshDatabase = await testDatabase.create()
        const variables = variablesOf(freshDatabase)
        const killed = new Service({ ...variables, ...killedAt(point) })
        hasStarted = await killed.waitUntilListening().then(
          () => true,
          () => false,
        )
        await killed.stop()

        const announcements: string[] = []
        const repeated = createPlinth({
          ...optionsOf(freshDatabase),
          announce: (text) => announcements.push(text),
          writeLog: () => {},
        })
        const { port } = await repeated.listen()
        const password = lastPasswordIn(killed.stderr + announcements.join())
        const client = new TestClient(`http://127.0.0.1:${port}/api`)
        const { status } = await client.post('/users/login', { username: 'sudo', password })
        const { problems } = await repeated.services.auditTrail.verify()
        await repeated.stop()

        expect([status, problems], `killed before call ${point}`).to.deep.equal([200, []])
        await freshDatabase.drop()
      }

      expect(hasStarted).to.equal(true)
    })

    if (testDatabase.name === 'SQLite') {
      it('can be repeated if the key cannot be stored, and seals nothing with a key that is lost', async () => {
        const { url: databaseUrl } = tempDatabase
        const dataDir = join(tempDatabase.dataDir, 'data')
        await writeFile(dataDir, 'in place of the folder')
        const plinth = createPlinth({ databaseUrl, dataDir, sudoPassword: TEST_PASSWORD, bcryptCost: 4 })
        const problem = await plinth.start().catch((error: unknown) => error)
        await rm(dataDir)

        await plinth.start()

        await plinth.stop()
        const verified = await run(['audit', 'verify'], variablesOf({ ...tempDatabase, dataDir }))
        expect(String(problem)).to.match(/The key file .* cannot be written/)
        expect([verified.code, verified.stderr]).to.deep.equal([0, ''])
      })

      it('creates files that only its user may read, even in a public folder', async () => {
        await chmod(tempDatabase.dataDir, 0o755)

        await start()

        const files = await readdir(tempDatabase.dataDir)
        const databaseFiles = files.filter((name) => /\.db(-|$)/.test(name))
        const modes = await Promise.all(
          databaseFiles.map(async (name) => (await stat(join(tempDatabase.dataDir, name))).mode),
        )
        expect(databaseFiles).to.have.lengthOf.above(2)
        expect(new Set(modes.map((mode) => mode & 0o777))).to.deep.equal(new Set([0o600]))
      })
    }

    if (testDatabase.name === 'PostgreSQL') {
      it('happens on only one of two replicas that start simultaneously', async () => {
        const announcements: string[] = []
        const replica = () =>
          createStandardKernel({
            settings: {
              databaseUrl: tempDatabase.url,
              dataDir: tempDatabase.dataDir,
              secretKey: SECRET_KEY,
              bcryptCost: 4,
            },
            announce: (text) => announcements.push(text),
          })
        const replicas = [replica(), replica()]

        await Promise.all(replicas.map((kernel) => kernel.start()))

        await Promise.all(replicas.map((kernel) => kernel.stop()))
        expect(announcements).to.have.length(1)
        const app = await start()
        const { apiKey } = (await app.logIn('sudo', passwordIn(announcements[0]))).body
        expect((await app.withKey(apiKey).get('/users/')).body).to.have.length(1)
        expect((await app.withKey(apiKey).get('/roles')).body).to.have.length(6)
      })
    }
  })
})

const announcedPassword = (app: App): string => passwordIn(app.announcements[0])

function lastPasswordIn(output: string): string {
  return output.match(/.*password (\S+)/s)?.[1] ?? 'no password was announced'
}

/** Returns the environment of a service, which generates its signing key on SQLite. */
function variablesOf(tempDatabase: TempDatabase): Variables {
  const { PLINTH_SECRET_KEY, ...others } = variablesFor(tempDatabase)
  return tempDatabase.url.startsWith('sqlite:') ? others : variablesFor(tempDatabase)
}

/** Returns the options of a Plinth that starts as a service with these variables does. */
function optionsOf(tempDatabase: TempDatabase): PlinthOptions {
  const { PLINTH_SECRET_KEY: secretKey } = variablesOf(tempDatabase)
  const { url: databaseUrl, dataDir } = tempDatabase
  return { databaseUrl, dataDir, port: 0, bcryptCost: 4, ...(secretKey && { secretKey }) }
}

function killedAt(point: number): Variables {
  const hook = pathToFileURL(join(REPO_ROOT, 'test/support/killed-at.mjs')).href
  const target = { KILL_IN: 'start', KILL_AT: String(point), PLINTH_ROOT: `${REPO_ROOT}/` }
  return { NODE_OPTIONS: `--import=${hook}`, ...target }
}

function passwordIn(announcement = ''): string {
  return announcement.match(/password (\S+)/)?.[1] ?? 'no password was announced'
}
