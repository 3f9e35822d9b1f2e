import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createPlinth } from '@plinth/service'
import { forEachDatabase, type TempDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../../../test/support/app.js'
import {
  ANNOUNCEMENT_LINES,
  linesOf,
  run,
  SECRET_KEY,
  type Service,
  serve,
  variablesFor,
} from '../../../test/support/service-process.js'
import { databaseNamed } from './support/database-named.js'

const PASSWORD = 'battery staple 7'
const sqlite = databaseNamed('SQLite')

describe('the command plinth', function () {
  this.timeout(60_000)

  forEachDatabase((testDatabase) => {
    describe('serve', () => {
      let tempDatabase: TempDatabase
      let service: Service
      let password: string
      before(async () => {
        tempDatabase = await testDatabase.create()
        service = await serve({ ...variablesFor(tempDatabase), PLINTH_PROT: '80', PLINTH_PORT_FILE: 'port.txt' })
        password = service.stderr.match(/password (\S+)/)?.[1] ?? 'no password was announced'
      })
      after(async () => {
        service.kill()
        await tempDatabase.drop()
      })

      it('listens at the printed address', async () => {
        const response = await service.client.get('/health/ready')

        expect(service.url).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/api$/)
        expect(response.status).to.equal(200)
        expect(response.body).to.deep.equal({ ready: true })
      })

      it('serves the console with its script', async () => {
        const page = await service.client.get('/console/')
        const [, script = ''] = page.text.match(/<script type="module" src="\/api([^"]+)"/) ?? []

        expect([page.status, page.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8'])
        expect((await service.client.get(script)).status).to.equal(200)
      })

      it('announces a working password once, and not in the log', async () => {
        const response = await logIn(service, 'sudo', password)

        expect(response.status).to.equal(200)
        expect(service.stderr.split(password)).to.have.length(2)
        expect(service.stdout).not.to.include(password)
      })

      it('logs lines of JSON, and writes only the announcement to stderr', () => {
        const names = linesOf(service.stdout).map((line) => JSON.parse(line).name)

        expect(new Set(names)).to.deep.equal(new Set(['plinth']))
        expect(linesOf(service.stderr)).to.have.length(ANNOUNCEMENT_LINES)
        expect(service.stderr).to.include('username sudo')
      })

      it('warns of an unknown variable', async () => {
        await until(() => warnings(service).some(({ msg }) => msg.includes('PLINTH_PROT ')))

        const matching = warnings(service).filter(({ msg }) => msg.includes('PLINTH_PROT '))
        expect(matching).to.have.length(1)
        expect(matching[0]?.msg).to.include('misspelt? Did you mean "PLINTH_PORT"?')
      })

      it('warns of a _FILE variable for a setting that is not a secret', async () => {
        await until(() => warnings(service).some(({ msg }) => msg.includes('PLINTH_PROT ')))

        expect(warnings(service).filter(({ msg }) => msg.includes('PLINTH_PORT_FILE'))).to.have.length(1)
      })

      it('keeps running while "users set-password" changes a password, ends all sessions of that user and unlocks the account', async () => {
        const { apiKey } = (await logIn(service, 'sudo', password)).body
        for (let attempt = 0; attempt < 5; attempt += 1) await logIn(service, 'sudo', 'wrong horse 9')
        const whileLocked = await logIn(service, 'sudo', password)

        const ended = await run(['users', 'set-password', 'sudo'], variablesFor(tempDatabase), `${PASSWORD}\n`)

        expect(ended).to.deep.include({ code: 0, stderr: '' })
        expect((await service.client.withKey(apiKey).get('/users/')).status).to.equal(401)
        expect(whileLocked.status).to.equal(403)
        expect((await logIn(service, 'sudo', PASSWORD)).status).to.equal(200)
        expect((await logIn(service, 'sudo', password)).status).to.equal(403)
        password = PASSWORD
      })

      if (testDatabase.name === 'SQLite') {
        it('locks its file, which another plinth process reports', async () => {
          const others = await Promise.all([
            run(['serve'], variablesFor(tempDatabase)),
            run(['migrate'], variablesFor(tempDatabase)),
          ])

          for (const ended of others) {
            expect(ended).to.deep.include({ code: 3, stdout: '' })
            expect(linesOf(ended.stderr)).to.have.length(1)
            expect(ended.stderr).to.include('plinth.db').and.to.include('Another process is using')
          }
          expect((await logIn(service, 'sudo', password)).status).to.equal(200)
        })
      }

      it('exits with 0 on a signal, and has all its data after a restart', async () => {
        const { apiKey } = (await logIn(service, 'sudo', password)).body
        const carol = { username: 'carol', role_name: 'operator', email: 'carol@plant.test', password: PASSWORD }
        expect((await service.client.post('/users/signup', carol)).status).to.equal(200)

        const ended = await service.end('SIGTERM')
        service = await serve(variablesFor(tempDatabase))

        expect(ended).to.deep.equal({ code: 0, signal: null })
        expect(service.stderr).to.equal('')
        expect((await service.client.withKey(apiKey).get('/users/carol')).status).to.equal(200)
        expect((await logIn(service, 'carol', PASSWORD)).status).to.equal(200)
        expect((await logIn(service, 'sudo', password)).status).to.equal(200)
      })
    })

    describe('migrate', () => {
      it('prints the applied migrations, and the next time that there are none to apply', async () => {
        const tempDatabase = await testDatabase.create()

        const first = await run(['migrate'], variablesFor(tempDatabase))
        const second = await run(['migrate'], variablesFor(tempDatabase))
        await tempDatabase.drop()

        const lines = linesOf(first.stdout)
        expect(first).to.deep.include({ code: 0, stderr: '' })
        expect(lines).to.include.members(['applied users/001-roles-and-users', 'applied auth/001-sessions'])
        expect(lines.at(-1))
          .to.include('up to date')
          .and.to.include(String(lines.length - 1))
        expect(second).to.deep.equal({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' })
      })

      it('needs no signing key, and prints the applied migrations as JSON', async () => {
        const tempDatabase = await testDatabase.create()
        const { PLINTH_SECRET_KEY: _, ...variables } = variablesFor(tempDatabase)

        const ended = await run(['migrate', '--json'], variables)
        await tempDatabase.drop()

        expect(ended).to.deep.include({ code: 0, stderr: '' })
        expect(JSON.parse(ended.stdout).migrations).to.include('users/001-roles-and-users')
      })
    })
  })

  for (const args of [
    ['serve', '--help'],
    ['help', 'serve'],
  ]) {
    it(`prints every setting with its unit, range and default for plinth ${args.join(' ')}`, async () => {
      const { code, stdout } = await run(args, {})

      const names = [...stdout.matchAll(/^ {2}(PLINTH_\w+)/gm)].map(([, name]) => name)
      const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
      expect(code).to.equal(0)
      expect(names).to.have.members([...readme.matchAll(/^\| `(PLINTH_\w+)`/gm)].map(([, name]) => name))
      expect(stdout.replace(/\s+/g, ' ')).to.include(
        'PLINTH_SESSION_IDLE Idle timeout of a session, in seconds: it ends after that time without a request. Default: 43200. Range: 120 or more.',
      )
      expect(stdout.replace(/\s+/g, ' ')).to.include('PLINTH_SUDO_PASSWORD * The initial password of the first user')
    })
  }

  describe('on a SQLite file', () => {
    let tempDatabase: TempDatabase
    beforeEach(async () => {
      tempDatabase = await sqlite.create()
    })
    afterEach(() => tempDatabase.drop())

    it('sets a password that it reads from stdin, even the password of a sudo', async () => {
      await runOnce(tempDatabase)

      const ended = await run(['users', 'set-password', 'SUDO'], variablesFor(tempDatabase), `${PASSWORD}\r\n`)

      const app = await startApp({ database: sqlite, on: tempDatabase })
      const status = (await app.logIn('sudo', PASSWORD)).status
      await app.stop()
      expect(ended).to.deep.include({ code: 0, stderr: '' })
      expect(linesOf(ended.stdout)).to.have.length(1)
      expect(ended.stdout).not.to.include(PASSWORD)
      expect(status).to.equal(200)
    })

    for (const [what, username, input, sentence] of [
      ['the password of an unknown user', 'nobody', `${PASSWORD}\n`, '"nobody"'],
      ['a password that breaks the rules', 'sudo', 'hunter2\n', 'at least 8 characters'],
    ] as const) {
      it(`refuses to set ${what} in one sentence`, async () => {
        await runOnce(tempDatabase)

        const ended = await run(['users', 'set-password', username], variablesFor(tempDatabase), input)

        expect(ended).to.deep.include({ code: 1, stdout: '' })
        expect(linesOf(ended.stderr)).to.have.length(1)
        expect(ended.stderr).to.include(sentence).and.not.to.include('hunter2')
      })
    }

    it('reads secrets from files, and never prints them', async () => {
      const file = async (name: string, content: string) => {
        const path = join(tempDatabase.dataDir, name)
        await writeFile(path, content)
        return path
      }
      const service = await serve({
        PLINTH_PORT: '0',
        PLINTH_BCRYPT_COST: '4',
        PLINTH_DATA_DIR: tempDatabase.dataDir,
        PLINTH_DATABASE_URL_FILE: await file('url', `${tempDatabase.url}\n`),
        PLINTH_SUDO_PASSWORD_FILE: await file('password', `${PASSWORD}\n`),
        PLINTH_SECRET_KEY_FILE: await file('key', SECRET_KEY),
      })

      const response = await logIn(service, 'sudo', PASSWORD)
      const ended = await service.end('SIGINT')

      expect(response.status).to.equal(200)
      expect(ended).to.deep.equal({ code: 0, signal: null })
      expect(service.stdout).not.to.include(PASSWORD).and.not.to.include(SECRET_KEY)
      expect(warnings(service)).to.deep.equal([])
      expect(await readdir(tempDatabase.dataDir))
        .to.include('plinth.db')
        .and.not.to.include('secret.key')
    })

    it('serves no console if that is turned off', async () => {
      const service = await serve({ ...variablesFor(tempDatabase), PLINTH_CONSOLE: 'off' })
      const paths = ['/health/live', '/console/', '/console']
      const responses = await Promise.all(paths.map((path) => service.client.get(path)))
      await service.end('SIGTERM')

      expect(responses.map(({ status }) => status)).to.deep.equal([200, 404, 404])
    })

    it('creates a signing key that only its owner may read, once', async () => {
      const { dataDir } = tempDatabase
      const file = join(dataDir, 'secret.key')

      const first = await serve({ PLINTH_DATA_DIR: dataDir, PLINTH_PORT: '0', PLINTH_BCRYPT_COST: '4' })
      await first.end('SIGTERM')
      const [key, { mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
      await createPlinth({ dataDir }).migrate()

      expect(Buffer.byteLength(key)).to.be.at.least(32)
      expect(mode & 0o777).to.equal(0o600)
      expect(await readFile(file, 'utf8')).to.equal(key)
    })

    it('names the variable of every invalid setting, without its value or a stack, and exits with 3', async () => {
      const ended = await run(['serve'], {
        ...variablesFor(tempDatabase),
        PLINTH_PORT: 'eighty',
        PLINTH_LOG_LEVEL: '25',
        PLINTH_LOGGER_PERIOD: '0.5',
        PLINTH_BCRYPT_COST: '3',
        PLINTH_SESSION_IDLE: '1h',
        PLINTH_SIGNUP_OPEN_LEVEL: 'wide',
        PLINTH_TIMEZONE: 'Mars/Base',
        PLINTH_SECRET_KEY: 'hunter2',
      })

      expect(ended).to.deep.include({ code: 3, stdout: '' })
      const named = linesOf(ended.stderr).map((line) => line.split(' ')[0])
      expect(named).to.have.members([
        'PLINTH_PORT',
        'PLINTH_LOG_LEVEL',
        'PLINTH_LOGGER_PERIOD',
        'PLINTH_BCRYPT_COST',
        'PLINTH_SESSION_IDLE',
        'PLINTH_SIGNUP_OPEN_LEVEL',
        'PLINTH_TIMEZONE',
        'PLINTH_SECRET_KEY',
      ])
      expect(ended.stderr)
        .not.to.include('hunter2')
        .and.not.to.match(/^\s+at /m)
    })

    it('reports a secret that is set twice and an unreadable file, along with all other problems', async () => {
      const missing = join(tempDatabase.dataDir, 'missing')
      const ended = await run(['migrate'], {
        ...variablesFor(tempDatabase),
        PLINTH_SECRET_KEY_FILE: missing,
        PLINTH_SUDO_PASSWORD_FILE: missing,
        PLINTH_PORT: 'eighty',
      })

      expect(ended).to.deep.include({ code: 3, stdout: '' })
      expect(ended.stderr).to.include('PLINTH_SECRET_KEY and PLINTH_SECRET_KEY_FILE are both set')
      expect(ended.stderr).to.include(`PLINTH_SUDO_PASSWORD_FILE names a file that cannot be read: ${missing}`)
      expect(ended.stderr).to.include('PLINTH_PORT must be a number')
      expect(ended.stderr).not.to.match(/^\s+at /m)
    })

    it('reports an unreadable file for the signing key, but not a missing key', async () => {
      const missing = join(tempDatabase.dataDir, 'missing')
      const { PLINTH_SECRET_KEY: _, ...others } = variablesFor(tempDatabase)

      const ended = await run(['serve'], { ...others, PLINTH_SECRET_KEY_FILE: missing })

      expect(ended).to.deep.equal({
        code: 3,
        stdout: '',
        stderr: `PLINTH_SECRET_KEY_FILE names a file that cannot be read: ${missing}\n`,
      })
    })

    it('reports that its port is in use, and exits with 3', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo

      const ended = await run(['serve'], {
        ...variablesFor(tempDatabase),
        PLINTH_PORT: String(port),
        PLINTH_SUDO_PASSWORD: PASSWORD,
      })
      other.close()

      expect(ended.code).to.equal(3)
      expect(linesOf(ended.stderr)).to.have.length(1)
      expect(ended.stderr).to.include(`127.0.0.1:${port} is in use`).and.to.include('PLINTH_PORT')
    })
  })

  it('requires the signing key on PostgreSQL, before it connects', async () => {
    const ended = await run(['users', 'list'], { PLINTH_DATABASE_URL: 'postgres://plant:hunter2@127.0.0.1:1/plant' })

    expect(ended).to.deep.include({ code: 3, stdout: '' })
    expect(linesOf(ended.stderr)).to.have.length(1)
    expect(ended.stderr).to.match(/^PLINTH_SECRET_KEY is required/)
  })

  it('exits with 1 and the reason for wrong arguments, so that 2 always means a difference', async () => {
    const calls = [
      [],
      ['fly'],
      ['users', 'set-password'],
      ['serve', '--fast'],
      ['config'],
      ['config', 'import', 'a', 'b'],
      ['config', 'diff'],
      ['config', 'compare', 'a', 'present', '--fast'],
    ]

    const all = await Promise.all(calls.map((args) => run(args, {})))

    for (const ended of all) {
      expect(ended).to.deep.include({ code: 1, stdout: '' })
      expect(ended.stderr).to.match(/^(error: |Usage: )/)
    }
  })
})

/** Starts a service on a database once, and stops it. */
async function runOnce(tempDatabase: TempDatabase): Promise<void> {
  const app = await startApp({ database: sqlite, on: tempDatabase })
  await app.stop()
}

function logIn({ client }: Service, username: string, password: string) {
  return client.post('/users/login', { username, password })
}

function warnings({ logLines }: Service): { level: number; msg: string }[] {
  return logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
}
