import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { auth } from '@plinth/auth'
import { createKernel } from '@plinth/kernel'
import { freePort, stopPostgres, TestClient, testDatabases } from '@plinth/testing'
import { users } from '@plinth/users'
import { expect } from 'chai'
import { run, type Service, serve } from './support/container.js'
import { IMAGE_UID, makeWritable, newDataFolder, removeDataFolder } from './support/data-folder.js'
import { engine } from './support/engine.js'

const PASSWORD = 'battery staple 7'
const ANNA = { username: 'anna', role_name: 'operator', email: 'anna@plant.test', password: PASSWORD }
/** The same role many times, padded with blanks, so that the file is larger than the /tmp of the container. */
const LARGE_ROLES = Array(320).fill(`{"name": "fitter", ${' '.repeat(2 ** 16)} "level": 50}`)
/** Maximum time in ms from SIGTERM to the end of the container, including its cleanup. */
const MAX_STOP_MS = 5_000

describe('a container of the image, on a read-only root', () => {
  let folder: string
  beforeEach(async () => {
    folder = await newDataFolder()
  })
  afterEach(() => removeDataFolder(folder))

  describe('at its first start', () => {
    let data: string
    let service: Service
    let password: string
    before(async () => {
      data = await newDataFolder()
      service = await serve(data)
      password = (await service.waitForOutput(/password (\S+)/))[1] ?? ''
    })
    after(async () => {
      await service.stop()
      await removeDataFolder(data)
    })

    it('is ready, and passes its health check', async () => {
      const response = await service.client.get('/health/ready')
      const checks = await Promise.all([askHealth(service.port), askHealth(await freePort())])

      expect(response.body).to.deep.equal({ ready: true })
      expect(checks.map(({ code }) => code)).to.deep.equal([0, 1])
      expect(checks.map(({ stdout, stderr }) => stdout + stderr)).to.deep.equal(['', ''])
    })

    it('runs as PID 1, and its user is not root', async () => {
      expect(new Set(service.logLines.map(({ pid }) => pid))).to.deep.equal(new Set([1]))
      expect(await readdir(data)).to.include.members(['plinth.db', 'secret.key'])
      for (const file of await readdir(data)) expect((await stat(join(data, file))).uid, file).to.equal(IMAGE_UID)
    })

    it('accepts the login of the first user with the printed password', async () => {
      const response = await logIn(service.client, 'sudo', password)

      expect(response.status).to.equal(200)
    })

    it('exports, and imports a file that fits only into /data', async () => {
      const sudo = await signedIn(service.client, 'sudo', password)

      const configuration = `{"version": "1.0", "data": {"Roles": [${LARGE_ROLES}]}}`
      const report = await sudo.upload('/settings/import_config', configuration)
      const exported = await sudo.get('/settings/export_config')

      expect(report.body.summary, report.text).to.deep.equal({
        imported: 1,
        skipped: LARGE_ROLES.length - 1,
        errors: 0,
      })
      expect(exported.text).to.include('fitter')
    })

    it('serves the API page with all its files', async () => {
      const page = await service.client.get('/docs')
      const files = [...page.text.matchAll(/(?:src|href)="(?:\.\/)?(?:\/api\/)?docs\/([^"]+)"/g)].map(
        ([, file]) => file,
      )
      const responses = await Promise.all(files.map((file) => service.client.get(`/docs/${file}`)))

      expect(files.length).to.be.at.least(2)
      expect(responses.map(({ status }) => status)).to.deep.equal(files.map(() => 200))
    })

    it('serves the console with its script', async () => {
      const page = await service.client.get('/console/')
      const [, script = ''] = page.text.match(/<script type="module" src="\/api([^"]+)"/) ?? []

      expect([page.status, page.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8'])
      expect((await service.client.get(script)).status).to.equal(200)
    })
  })

  it('serves no console if PLINTH_CONSOLE is off', async () => {
    const service = await serve(folder, { PLINTH_CONSOLE: 'off' })
    const paths = ['/health/live', '/console/', '/console']
    const responses = await Promise.all(paths.map((path) => service.client.get(path)))
    await service.stop()

    expect(responses.map(({ status }) => status)).to.deep.equal([200, 404, 404])
  })

  it('keeps its data across a restart, and prints no password again', async () => {
    const first = await serve(folder, { PLINTH_SUDO_PASSWORD: PASSWORD })
    await first.client.post('/users/signup', ANNA)
    const { apiKey } = (await logIn(first.client, 'anna', PASSWORD)).body
    const code = await first.stop()

    const second = await serve(folder)
    const response = await second.client.withKey(apiKey).get('/users/anna')
    await second.stop()

    expect(code).to.equal(0)
    expect(response.status).to.equal(200)
    expect(second.stdout).not.to.include('password')
  })

  it('finishes a running request after SIGTERM, and exits with 0 soon after', async () => {
    const service = await serve(folder, { PLINTH_SUDO_PASSWORD: PASSWORD })
    const body = JSON.stringify({ username: 'sudo', password: PASSWORD })
    const call = request(`http://127.0.0.1:${service.port}/api/users/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
    })
    call.flushHeaders()
    await once(call, 'continue') // the service is handling the request

    const terminatedAt = Date.now()
    service.terminate()
    await service.waitForOutput(/Plinth is stopping/)
    call.end(body)
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    const session = JSON.parse(await text(response))
    const code = await service.ended

    expect(response.statusCode).to.equal(200)
    expect(session).to.have.property('apiKey')
    expect(code).to.equal(0)
    expect(service.stdout).to.include('Plinth has stopped')
    expect(Date.now() - terminatedAt).to.be.below(MAX_STOP_MS)
  })

  it('migrates an earlier schema with plinth migrate', async () => {
    await createEarlierSchema(folder)
    await makeWritable(folder)

    const migrated = await run({ folder, args: ['migrate'] })
    const service = await serve(folder)
    const sudo = await signedIn(service.client, 'sudo', PASSWORD)
    const [anna, ready] = [await sudo.get('/users/anna'), await service.client.get('/health/ready')]
    await service.stop()

    expect(migrated).to.deep.include({ code: 0, stderr: '' })
    expect(migrated.stdout).to.include('applied auth/002-login-failures').and.to.include('applied tpt/001')
    expect(migrated.stdout).not.to.include('applied users/001').and.not.to.include('applied auth/001')
    expect([anna.status, ready.status]).to.deep.equal([200, 200])
  })

  it('migrates an earlier schema at its start', async () => {
    await createEarlierSchema(folder)
    await makeWritable(folder)

    const service = await serve(folder)
    const response = await logIn(service.client, 'anna', PASSWORD)
    await service.stop()

    expect(response.status).to.equal(200)
  })

  it('names an invalid setting in one line, and exits with 3', async () => {
    const ended = await run({ folder, variables: { PLINTH_PORT: 'eighty' } })

    expect(ended).to.deep.include({ code: 3, stdout: '' })
    expect(ended.stderr).to.match(/^PLINTH_PORT [^\n]+\n$/)
    expect(await readdir(folder)).to.deep.equal([])
  })

  it('names a data folder that is not writable in one line, and exits with 3', async () => {
    const ended = await run({ folder, variables: { PLINTH_DATA_DIR: '/srv/plinth' } })

    expect(ended).to.deep.include({ code: 3, stdout: '' })
    expect(ended.stderr).to.match(/^[^\n]*\/srv\/plinth[^\n]*\n$/)
  })

  it('writes the log to a file only if a log folder is set', async () => {
    const [plain, logging] = [await newDataFolder(), await newDataFolder()]
    const services = await Promise.all([serve(plain), serve(logging, { PLINTH_LOG_DIR: '/data/log' })])

    for (const service of services) await service.stop()
    const [files, logs] = await Promise.all([readdir(plain), readdir(join(logging, 'log'))])
    await Promise.all([plain, logging].map(removeDataFolder))

    expect(files).to.include('plinth.db').and.not.to.include('log')
    expect(logs).to.deep.equal(['plinth.log'])
  })

  it('provides the plinth command', async () => {
    const version = await run({ folder, args: ['--version'] })
    const byName = await run({ folder, command: ['plinth', '--version'] })

    expect(version).to.deep.include({ code: 0, stderr: '' })
    expect(byName.stdout).to.equal(version.stdout)
  })

  it('works with PostgreSQL', async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    const database = await postgres.create()

    const service = await serve(folder, {
      PLINTH_DATABASE_URL: database.url,
      PLINTH_SECRET_KEY: 'a key for tests only, of 32 bytes or more',
      PLINTH_SUDO_PASSWORD: PASSWORD,
    })
    const response = await logIn(service.client, 'sudo', PASSWORD)
    await service.stop()
    await database.drop()
    await stopPostgres()

    expect(response.status).to.equal(200)
    expect(await readdir(folder)).to.deep.equal([])
  })

  /** Runs the health check of the image as the engine does. */
  async function askHealth(port: number) {
    const [kind, ...command] = (await engine.config()).Healthcheck.Test
    expect(kind).to.equal('CMD')
    return run({ folder, command, variables: { PLINTH_HOST: '0.0.0.0', PLINTH_PORT: String(port) } })
  }
})

/** Creates the data of an earlier version, which had only users, and logins without a lockout. */
async function createEarlierSchema(folder: string): Promise<void> {
  const settings = { dataDir: folder, databaseUrl: `sqlite:${join(folder, 'plinth.db')}` }
  const before = createKernel({ settings: { ...settings, port: 0, sudoPassword: PASSWORD, bcryptCost: 4 } }).use(users)
  await before.start()
  const { port } = await before.listen()
  const { status } = await new TestClient(`http://127.0.0.1:${port}/api`).post('/users/signup', ANNA)
  await before.stop()
  expect(status).to.equal(200)

  const first = auth.migrations?.slice(0, 1) ?? []
  await createKernel({ settings })
    .use(users)
    .use({ ...auth, migrations: first })
    .migrate()
}

function logIn(client: TestClient, username: string, password: string) {
  return client.post('/users/login', { username, password })
}

async function signedIn(client: TestClient, username: string, password: string): Promise<TestClient> {
  return client.withKey((await logIn(client, username, password)).body.apiKey)
}
