import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect, promisify } from 'node:util'
import { definePlugin, defineRoute, type Kernel, type Logger, PlinthError, StartupError } from '@plinth/kernel'
import { createPlinth, type PlinthOptions, type StandardServices } from '@plinth/service'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, TestClient, type TestDatabase } from '@plinth/testing'
import bunyan from 'bunyan'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { object } from 'yup'
import { startApp } from '../support/app.js'
import { makeHostKnex, sqliteConfig } from '../support/host-knex.js'
import { NODE_FLAGS } from '../support/service-process.js'

const SETTINGS = { bcryptCost: 4, sudoPassword: TEST_PASSWORD, secretKey: 'a key for tests only, of 32 bytes or more' }

/** A plugin of a host, which logs secrets. */
const secretLogging = definePlugin()({
  name: 'secret-logging',
  start: ({ log }) => log.info({ Authorization: 'Bearer zebra', kept: 1 }, 'a message'),
  routes: () => [
    defineRoute({
      method: 'GET',
      path: '/log-secrets',
      summary: 'Log secrets',
      access: 'authenticated',
      responses: { 200: object({}) },
      handle: ({ log }) => {
        log.warn({ new_password: 'zebra', nested: [{ apiKey: 'zebra', token: 'zebra' }], kept: 2 }, 'a message')
        return {}
      },
    }),
  ],
})

/**
 * Source of a host that compares globals, Node's modules and process state before and after it loads, starts, serves
 * and stops Plinth. Prints the changes, and exits when its event loop is empty.
 */
const OBSERVING_HOST = `
  import { builtinModules, createRequire } from 'node:module'

  const require = createRequire(import.meta.url)
  const names = ['http', 'https', 'http2', 'net', 'stream', 'events', 'fs', 'crypto', 'util']
  const modules = names.map((name) => [name, require('node:' + name)])
  const http = require('node:http')
  const classes = ['IncomingMessage', 'ServerResponse', 'OutgoingMessage', 'ClientRequest', 'Server', 'Agent']
  const watched = [
    ...modules,
    ...classes.map((name) => ['http.' + name + '.prototype', http[name].prototype]),
    ['EventEmitter.prototype', require('node:events').prototype],
    ['net.Socket.prototype', require('node:net').Socket.prototype],
    ...['Object', 'Function', 'Array', 'String', 'Promise', 'Error', 'Date', 'Buffer'].flatMap((name) => [
      [name, globalThis[name]],
      [name + '.prototype', globalThis[name].prototype],
    ]),
    ['globalThis', globalThis],
    ['console', console],
    ['process', process],
    ['process.env', process.env],
  ]
  const snapshot = () => ({
    ...Object.fromEntries(watched.flatMap(([owner, object]) => Reflect.ownKeys(object).map((key) => {
      const { value, get, set, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key)
      return [owner + ' ' + String(key), [value, get, set, writable, enumerable, configurable]]
    }))),
    ...Object.fromEntries(process.eventNames().map((name) => ['listeners ' + String(name), [process.listenerCount(name)]])),
    'working directory': [process.cwd()],
    umask: [process.umask()],
  })
  // Node initializes some globals when they are first read. With --eval, its modules are globals too, and reading some
  // of them causes a warning.
  const isModule = (key) => builtinModules.includes(key) && key !== 'crypto'
  for (const key of Reflect.ownKeys(globalThis).filter((key) => !isModule(key))) void globalThis[key]
  for (const name of ['fs', 'util']) void { ...require('node:' + name) } // also initialized when read
  const before = snapshot()
  const changes = () => {
    const now = snapshot()
    const keys = new Set([...Object.keys(before), ...Object.keys(now)])
    const isSame = (a, b) => a !== undefined && b !== undefined && a.every((value, index) => Object.is(value, b[index]))
    return [...keys].filter((key) => !isSame(before[key], now[key]))
  }
  const get = (port, path) => new Promise((resolve, reject) => {
    http.get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })

  const differences = {}
  const { createPlinth } = await import('@plinth/service')
  differences.load = changes()

  const [databaseUrl, dataDir, secretKey] = process.argv.slice(1)
  const plinth = createPlinth({ databaseUrl, dataDir, secretKey, port: 0, bcryptCost: 4, sudoPassword: 'correct horse 9' })
  await plinth.start()
  differences.start = changes()

  const { port } = await plinth.listen()
  const host = http.createServer((request, response) => plinth.handler(request, response))
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve))
  const statuses = [await get(port, '/api/health/live'), await get(host.address().port, '/api/docs')]
  differences.serve = changes()

  await plinth.stop()
  host.close()
  differences.stop = changes()
  console.log(JSON.stringify({ differences, statuses }))
`

describe('a host application', () => {
  it('gets the usual error format when Plinth is not running', async () => {
    const { client, close } = await serve(createPlinth(SETTINGS).handler)

    const { headers, body } = await client.get('/api/users/')

    await close()
    expect(body).to.have.all.keys('message', 'code', 'request_id')
    expect(headers).to.include({ 'retry-after': '1', 'x-request-id': body.request_id })
    expect(headers).to.include({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  forEachDatabase((database) => {
    it('finds its globals and process state unchanged by Plinth, and exits by itself', async () => {
      const tempDatabase = await database.create()

      const { stdout, stderr } = await runObservingHost(tempDatabase)

      const { differences, statuses } = JSON.parse(stdout)
      expect(differences).to.deep.equal({ load: [], start: [], serve: [], stop: [] })
      expect(statuses).to.deep.equal([200, 200])
      expect(stderr).to.equal('')
      await tempDatabase.drop()
    }).timeout(60_000)

    describe('with its own server', () => {
      let host: Host
      before(async () => {
        host = await startHost(database)
      })
      beforeEach(() => {
        host.prepare = () => {}
      })
      after(() => host.close())

      it('serves the REST API next to its own routes', async () => {
        const login = await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
        const list = await host.api.withKey(login.body.apiKey).get('/users/')

        expect([login.status, list.status]).to.deep.equal([200, 200])
        expect(list.body).to.have.lengthOf(1)
      })

      for (const path of ['/', '/machines?api=/api/', '/apis', '/ap', '/other/api/users/', '//api/users/']) {
        it(`receives ${path} unchanged`, async () => {
          const response = await host.own.post(path, 'unread', { headers: { 'X-Request-Id': 'of-the-host' } })

          expect(response.body).to.deep.equal({ url: path, body: 'unread', added: [] })
          expect(response.headers).not.to.have.any.keys('x-request-id', 'x-content-type-options')
        })
      }

      for (const [path, status, expected] of [
        ['/api', 200, { name: 'Plinth' }],
        ['/api/', 200, { name: 'Plinth' }],
        ['/api?x=1', 400, { code: 'INVALID_PARAMETERS' }],
        ['/api/nothing', 404, { code: 'NOT_FOUND' }],
      ] as const) {
        it(`does not receive ${path}, which belongs to the REST API`, async () => {
          const response = await host.own.get(path)

          expect(response.status).to.equal(status)
          expect(response.body).to.include(expected)
        })
      }

      it('gets 404 outside the REST API when it has no routes', async () => {
        const { client, close } = await serve(host.plinth.handler)

        const response = await client.get('/machines')

        await close()
        expect([response.status, response.body.code]).to.deep.equal([404, 'NOT_FOUND'])
      })

      it('may set any properties on the request and the response', async () => {
        host.prepare = (request, response) => {
          Object.assign(request, { id: 7, log: 'mine', query: { mine: 1 }, params: ['mine'], path: '/mine', files: [] })
          Object.assign(response, { json: 'mine', send: 'mine', status: 'mine', contentType: () => 'mine' })
        }

        const result = await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })

        expect(result.status).to.equal(200)
        expect(result.body.role).to.equal('sudo')
      })

      it('may parse the body first', async () => {
        host.prepare = async (request) => {
          Object.assign(request, { body: JSON.parse(await text(request)) })
        }

        const valid = await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
        const invalid = await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD, more: 1 })

        expect([valid.status, valid.body.role]).to.deep.equal([200, 'sudo'])
        expect([invalid.status, invalid.body.code]).to.deep.equal([400, 'INVALID_BODY'])
      })

      it('gets an error if it has read the body without storing the result', async () => {
        host.prepare = async (request) => void (await text(request))

        const response = await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })

        expect([response.status, response.body.code]).to.deep.equal([500, 'BODY_ALREADY_READ'])
      })

      it('gets an error if it has read the form of an upload', async () => {
        const { apiKey } = (await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })).body
        host.prepare = async (request) => void (await text(request))

        const response = await host.api.withKey(apiKey).upload('/settings/import_config', '{"data":{}}')

        expect([response.status, response.body.code]).to.deep.equal([500, 'BODY_ALREADY_READ'])
      })

      it('can authenticate requests to its own routes', async () => {
        const { apiKey } = (await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })).body

        const principals = await Promise.all([
          host.own.withKey(apiKey).get('/whoami'),
          host.own.get('/whoami', { headers: { Authorization: `Bearer ${apiKey}` } }),
          host.own.get('/whoami'),
          host.own.withKey('nobodys').get('/whoami'),
        ])

        expect(principals.map(({ body }) => body)).to.deep.equal([
          'user sudo',
          'user sudo',
          'anonymous',
          'TOKEN_INVALID',
        ])
      })
    })

    it('gets an error before the start and after the stop, but serves its own routes', async () => {
      const host = await startHost(database, { isStarted: false })

      const before = [await host.api.get('/users/'), await host.own.get('/machines')] as const
      await host.plinth.start()
      const running = [await host.api.get('/users/'), await host.own.get('/machines')]
      await host.plinth.stop()
      const after = [await host.api.get('/users/'), await host.own.get('/machines')] as const

      await host.close()
      expect(running.map(({ status }) => status)).to.deep.equal([401, 200])
      for (const [ours, hosts] of [before, after]) {
        expect([ours.status, ours.body.code, hosts.status]).to.deep.equal([503, 'NOT_RUNNING', 200])
      }
    })

    it('may have two independent kernels on two databases', async () => {
      const [one, other] = [await startApp({ database }), await startApp({ database })]
      const sudo = await one.signIn('sudo')
      await one.signIn('operator', 'alice')
      const { token } = (await sudo.post('/users/create_tpt', { role_name: 'admin' })).body
      await sudo.put('/settings/update', { log_level: 40 })

      const foreignResponses = [await other.withKey(sudo.key).get('/users/'), await other.withKey(token).get('/users/')]
      const otherSudo = await other.signIn('sudo')
      const [users, settings] = [await otherSudo.get('/users/'), await otherSudo.get('/settings')]
      await one.stop()
      const listAfterStop = await otherSudo.get('/users/')

      await other.stop()
      expect(foreignResponses.map(({ status }) => status)).to.deep.equal([401, 401])
      expect(users.body).to.have.lengthOf(1)
      expect(settings.body.log_level).to.equal(20)
      expect(listAfterStop.status).to.equal(200)
    })

    it('can pass its own Knex, which is not closed', async () => {
      const tempDatabase = await database.create()
      const hostKnex = makeHostKnex(clientFor(database, tempDatabase.url))
      await hostKnex.schema.createTable('machines', (table) => table.text('name'))

      const plinth = createPlinth({ ...SETTINGS, dataDir: tempDatabase.dataDir, knex: hostKnex })
      await plinth.start()
      const user = await plinth.services.userDirectory.find('SUDO')
      await plinth.stop()

      expect(user?.role.name).to.equal('sudo')
      expect(await hostKnex('plinth_users').select('username')).to.deep.equal([{ username: 'sudo' }])
      expect(await hostKnex('machines')).to.deep.equal([])
      await hostKnex.destroy()
      await tempDatabase.drop()
    })

    for (const { what, config, says } of unreachable(database)) {
      it(`is told which database its Knex cannot reach: ${what}`, async () => {
        const tempDatabase = await database.create()
        const hostKnex = makeHostKnex({ ...config(tempDatabase), log: { warn() {}, error() {} } })

        const plinth = createPlinth({ ...SETTINGS, dataDir: tempDatabase.dataDir, knex: hostKnex })
        const error = await plinth.start().then(String, (error) => error)
        await hostKnex.destroy()
        await tempDatabase.drop()

        expect(error).to.be.instanceOf(StartupError)
        expect(error.message).to.match(says)
        expect(inspect(error)).not.to.include('hunter2')
      })
    }

    if (database.name === 'SQLite') {
      it('is refused with a Knex of its own on the file of another kernel, and the other way round', async () => {
        const tempDatabase = await database.create()
        const settings = { ...SETTINGS, dataDir: tempDatabase.dataDir }
        const hostKnex = makeHostKnex(clientFor(database, tempDatabase.url))
        const [byUrl, byKnex] = [
          () => createPlinth({ ...settings, databaseUrl: tempDatabase.url, writeLog: () => {} }),
          () => createPlinth({ ...settings, knex: hostKnex, writeLog: () => {} }),
        ]

        const problems: string[] = []
        for (const [create, createSecond] of [
          [byUrl, byKnex],
          [byKnex, byUrl],
        ] as const) {
          const first = create()
          await first.start()
          problems.push(
            await createSecond()
              .start()
              .then(String, ({ message }) => message),
          )
          await first.stop()
        }
        const [one, other] = [byKnex(), byKnex()]
        await one.start()
        await other.start()
        await other.stop()
        await one.stop()
        await hostKnex.destroy()
        await tempDatabase.drop()

        expect(problems).to.have.length(2)
        for (const problem of problems)
          expect(problem).to.match(/^Another kernel of this process is using the database file/)
      })

      it('is refused with a Knex that does not enforce foreign keys', async () => {
        const tempDatabase = await database.create()
        const { pool: _, ...withoutPool } = clientFor(database, tempDatabase.url)
        const hostKnex = makeHostKnex(withoutPool)

        const plinth = createPlinth({ ...SETTINGS, dataDir: tempDatabase.dataDir, knex: hostKnex })
        const problem = await plinth.start().then(String, ({ message }) => message)
        await plinth.stop()
        await hostKnex.destroy()
        await tempDatabase.drop()

        expect(problem).to.match(
          /^The Knex of the option knex does not enforce foreign keys, .*PRAGMA foreign_keys = ON/,
        )
      })
    }

    it('may listen on a Unix socket behind a proxy that forwards client addresses', async () => {
      const tempDatabase = await database.create()
      const locationSettings = {
        databaseUrl: tempDatabase.url,
        dataDir: tempDatabase.dataDir,
        trustedProxies: ['loopback'],
      }
      const plinth = createPlinth({ ...SETTINGS, ...locationSettings, writeLog: () => {} })
      await plinth.start()
      const server = createServer((request, response) => plinth.handler(request, response))
      const socketPath = join(tempDatabase.dataDir, 'host.sock')
      await once(server.listen(socketPath), 'listening')
      const headers = { 'X-Forwarded-For': '192.0.2.1' }

      const sent = request({ socketPath, path: '/api/health/live', headers, agent: false }).end()
      const [reply] = (await once(sent, 'response')) as [IncomingMessage]

      reply.resume()
      server.close()
      await plinth.stop()
      await tempDatabase.drop()
      expect(reply.statusCode).to.equal(200)
    })

    for (const [length, whose, logged] of [
      [64, 'client', `fe80::1%${'z'.repeat(64)}`],
      [65, 'proxy', '127.0.0.1'],
      [3_000, 'proxy', '127.0.0.1'],
    ] as const) {
      it(`has the address of the ${whose} logged if that of the client has a zone of ${length} letters`, async () => {
        const tempDatabase = await database.create()
        const lines: string[] = []
        const writeLog = (line: string) => void lines.push(line)
        const locationSettings = {
          databaseUrl: tempDatabase.url,
          dataDir: tempDatabase.dataDir,
          trustedProxies: ['loopback'],
        }
        const plinth = createPlinth({ ...SETTINGS, ...locationSettings, writeLog })
        await plinth.start()
        const server = createServer((request, response) => plinth.handler(request, response))
        await once(server.listen(0, '127.0.0.1'), 'listening')
        const { port } = server.address() as AddressInfo
        const headers = { 'X-Forwarded-For': `fe80::1%${'z'.repeat(length)}` }

        const sent = request({ port, host: '127.0.0.1', path: '/api/roles', headers, agent: false }).end()
        const [reply] = (await once(sent, 'response')) as [IncomingMessage]
        await text(reply)
        server.close()
        await plinth.stop()

        await tempDatabase.drop()
        expect(lines.join()).to.include(`"address":"${logged}"`)
      })
    }

    it('can pass a logger of bunyan', async () => {
      const buffer = new bunyan.RingBuffer({ limit: 100 })
      const logger = bunyan.createLogger({ name: 'plant', streams: [{ type: 'raw', stream: buffer, level: 'info' }] })
      const host = await startHost(database, { options: { logger } })

      await host.api.get('/roles')

      await host.close()
      const lines = buffer.records as { name: string; msg: string; route?: string }[]
      expect(lines.find(({ msg }) => msg === 'request')).to.include({ name: 'plant', route: '/roles' })
    })

    it('can pass its own logger, which receives every line without secrets', async () => {
      const logger = new ListLogger()
      const host = await startHost(database, { options: { logger, plugins: [secretLogging] } })

      const { apiKey } = (await host.api.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })).body
      await host.api.withKey(apiKey).get('/log-secrets')

      await host.close()
      const logged = logger.lines.filter(({ message }) => message === 'a message')
      const requests = logger.lines.filter(({ message }) => message === 'request')
      expect(logged.map(({ level, fields }) => [level, fields.kept])).to.deep.equal([
        ['info', 1],
        ['warn', 2],
      ])
      expect(logged[0]?.fields).to.include({ plugin: 'secret-logging' })
      expect(requests.map(({ fields }) => fields.route)).to.deep.equal(['/users/login', '/log-secrets'])
      expect(logged[1]?.fields.request_id).to.equal(requests[1]?.fields.request_id)
      for (const secret of ['zebra', apiKey, TEST_PASSWORD]) expect(JSON.stringify(logger.lines)).not.to.include(secret)
    })
  })
})

/** An application with its own server and an embedded Plinth. */
interface Host {
  readonly plinth: Kernel<StandardServices>
  /** Client for the REST API. */
  readonly api: TestClient
  /** Client for all paths of the host. */
  readonly own: TestClient
  /** Handles each request before Plinth does. */
  prepare: (request: IncomingMessage, response: ServerResponse) => unknown
  close(): Promise<void>
}

interface HostOptions {
  readonly isStarted?: boolean
  readonly options?: PlinthOptions
}

async function startHost(database: TestDatabase, { isStarted = true, options = {} }: HostOptions = {}): Promise<Host> {
  const tempDatabase = await database.create()
  const plinth = createPlinth({ ...SETTINGS, databaseUrl: tempDatabase.url, dataDir: tempDatabase.dataDir, ...options })
  if (isStarted) await plinth.start()
  const { url, client, close } = await serve(async (request, response) => {
    await host.prepare(request, response)
    const before = [...Reflect.ownKeys(request), ...Reflect.ownKeys(response)]
    plinth.handler(request, response, () => respondAsHost(plinth, request, response, before))
  })
  const host: Host = {
    plinth,
    api: new TestClient(`${url}/api`),
    own: client,
    prepare: () => {},
    async close() {
      await close()
      await plinth.stop()
      await tempDatabase.drop()
    },
  }
  return host
}

/** Starts a server on a free port. Returns a client for all of its paths. */
async function serve(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, client: new TestClient(url), close }
}

/** Serves the host's own routes: `/whoami` returns the caller, and all others echo the request. */
async function respondAsHost(
  plinth: Kernel<StandardServices>,
  request: IncomingMessage,
  response: ServerResponse,
  before: readonly PropertyKey[],
): Promise<void> {
  const after = [...Reflect.ownKeys(request), ...Reflect.ownKeys(response)]
  const added = after.filter((key) => !before.includes(key)).map(String)
  const { url } = request
  const result = url === '/whoami' ? await callerOf(plinth, request) : { url, body: await text(request), added }
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(result))
}

async function callerOf(plinth: Kernel<StandardServices>, request: IncomingMessage): Promise<string> {
  try {
    const principal = await plinth.authenticate(request, 'optional')
    return principal.kind === 'user' ? `user ${principal.username}` : principal.kind
  } catch (error) {
    return error instanceof PlinthError ? error.code : 'unexpected error'
  }
}

function clientFor(database: TestDatabase, url: string): Knex.Config {
  return database.name === 'PostgreSQL' ? { client: 'pg', connection: url } : sqliteConfig(url)
}

interface Line {
  readonly level: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string | undefined
}

/** A logger of a host, whose methods depend on `this`. */
class ListLogger implements Logger {
  readonly lines: Line[]
  readonly #fields: object

  constructor(lines: Line[] = [], fields: object = {}) {
    this.lines = lines
    this.#fields = fields
  }

  trace(fields: object, message?: string): void {
    this.#add('trace', fields, message)
  }
  debug(fields: object, message?: string): void {
    this.#add('debug', fields, message)
  }
  info(fields: object, message?: string): void {
    this.#add('info', fields, message)
  }
  warn(fields: object, message?: string): void {
    this.#add('warn', fields, message)
  }
  error(fields: object, message?: string): void {
    this.#add('error', fields, message)
  }
  fatal(fields: object, message?: string): void {
    this.#add('fatal', fields, message)
  }
  child(fields: object): ListLogger {
    return new ListLogger(this.lines, { ...this.#fields, ...fields })
  }

  #add(level: string, fields: object, message: string | undefined): void {
    this.lines.push({ level, fields: { ...this.#fields, ...fields }, message })
  }
}

/**
 * Runs `OBSERVING_HOST` in a new process, whose environment Plinth must ignore. Rejects unless the process exits by
 * itself.
 */
function runObservingHost({ url, dataDir }: TempDatabase): Promise<{ stdout: string; stderr: string }> {
  const flags = [...NODE_FLAGS, '--no-experimental-require-module', '--input-type=module']
  const env = { ...process.env, NODE_OPTIONS: '', PLINTH_DATABASE_URL: 'invalid', PLINTH_BCRYPT_COST: 'invalid' }
  const args = [...flags, '--eval', OBSERVING_HOST, '--', url, dataDir, SETTINGS.secretKey]
  return promisify(execFile)(process.execPath, args, { env, timeout: 30_000 })
}

interface UnreachableDatabase {
  readonly what: string
  readonly config: (tempDatabase: TempDatabase) => Knex.Config
  readonly says: RegExp
}

/** Returns the reasons why the Knex of a host cannot reach its database. */
function unreachable({ name }: TestDatabase): readonly UnreachableDatabase[] {
  if (name === 'SQLite')
    return [
      {
        what: 'a folder instead of a file',
        config: ({ dataDir }) => {
          mkdirSync(join(dataDir, 'folder'))
          return sqliteConfig(`sqlite:${join(dataDir, 'folder')}`)
        },
        says: /^The SQLite file \S+ of the option knex cannot be opened \(SQLITE_CANTOPEN\)\. Check /,
      },
    ]
  const connection = { host: '127.0.0.1', port: 1, user: 'plant', password: 'hunter2', database: 'plant' }
  return [
    {
      what: 'a port on which nothing listens',
      config: () => ({ client: 'pg', connection }),
      says: /^The PostgreSQL server 127\.0\.0\.1:1\/plant refuses connections \(ECONNREFUSED\)\. .* connection of the option knex/,
    },
    {
      what: 'such a port in a URL',
      config: () => ({ client: 'pg', connection: 'postgres://plant:hunter2@127.0.0.1:1/plant' }),
      says: /^The PostgreSQL server 127\.0\.0\.1:1\/plant refuses connections/,
    },
    {
      what: 'such a port, returned by a function',
      config: () => ({ client: 'pg', connection: () => connection }),
      says: /^The PostgreSQL server 127\.0\.0\.1:1\/plant refuses connections/,
    },
    {
      what: 'a wrong password',
      config: ({ url }) => ({ client: 'pg', connection: { connectionString: url.replace(/:[^:@]+@/, ':hunter2@') } }),
      says: /^The PostgreSQL server \S+\/test_\w+ refuses the user or the password \(28P01\)\. Correct them in /,
    },
  ]
}
