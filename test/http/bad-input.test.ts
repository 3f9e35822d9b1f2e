import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { COMMAND } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestClient,
  type TestDatabase,
  type TestResponse,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import { type App, startApp } from '../support/app.js'
import { fileOf } from '../support/configuration.js'
import { sqliteConfig } from '../support/host-knex.js'

/** A part of refused values that must not appear in a response. */
const MARK = 'zebra'

/** Placeholder for the id of an uploaded file. */
const UPLOADED = 'uploaded'
/** Placeholder for a one-time code of the user `admin`. */
const ISSUED = 'issued'

/**
 * Valid requests by sudo for each operation. Cases are derived from these by making one part invalid, so each field
 * must be in one of them.
 */
const VALID_BODIES: Readonly<Record<string, readonly ValidBody[]>> = {
  'POST /users/login': [
    { username: 'sudo', password: TEST_PASSWORD },
    { email: 'sudo@localhost', password: TEST_PASSWORD, session: 'cookie' },
  ],
  'POST /users/signup': [
    {
      username: 'newcomer',
      role_name: 'operator',
      email: 'newcomer@plant.test',
      password: TEST_PASSWORD,
      name: 'New',
      lastname: 'Comer',
      valid_until: '2027-01-31T17:00:00Z',
    },
  ],
  'POST /users/add': [
    {
      username: 'added',
      role_name: 'operator',
      email: 'added@plant.test',
      name: 'New',
      lastname: 'Comer',
      valid_until: '2027-01-31T17:00:00Z',
    },
  ],
  'POST /users/redeem_code': [
    { username: 'admin', code: ISSUED, new_password: 'another horse 10' },
    { email: 'admin@plant.test', code: ISSUED, new_password: 'another horse 10' },
  ],
  'PATCH /users/{username}': [
    {
      role_name: 'operator',
      email: 'nobody@plant.test',
      name: 'No',
      lastname: 'Body',
      disabled: false,
      valid_until: '2027-01-31T17:00:00Z',
    },
  ],
  'POST /users/confirm': [{ password: TEST_PASSWORD }, { code: '123456' }],
  'POST /users/complete_login': [{ login_key: 'a-key', code: '123456', session: 'cookie' }],
  'POST /users/enrol_at_login': [{ login_key: 'a-key' }],
  'POST /users/confirm_second_factor': [{ code: '123456' }],
  'POST /roles': [{ name: 'welder', level: 20 }],
  'PATCH /roles/{name}': [{ level: 21 }],
  'POST /users/change_password': [
    { target_username: 'admin', new_password: 'another horse 10', current_password: TEST_PASSWORD },
  ],
  'POST /users/reset_password': [{ target_username: 'admin', new_password: 'a third horse 11' }],
  'POST /users/create_tpt': [{ role_name: 'operator', expires_in_days: 30, name: 'historian', note: 'line 2' }],
  'PUT /settings/update': [{ logger_period: 5, log_max_bytes: 4096, log_backup_count: 2, log_level: 30 }],
  'PUT /settings/logger_period': [{ logger_period: 6 }],
  'PUT /settings/debug': [{ minutes: 5 }],
  'POST /settings/snapshots': [{ note: 'before the new line' }],
  'POST /settings/comparisons': [{ from: 'present', to: 'present' }],
  'POST /settings/merges': [{ base: UPLOADED, theirs: UPLOADED, settle: [] }],
}

/** Statuses of the operations whose valid bodies have an unknown key or code. */
const OTHER_STATUSES: Readonly<Record<string, readonly number[]>> = {
  'POST /users/confirm': [200, 403],
  'POST /users/complete_login': [401],
  'POST /users/enrol_at_login': [401],
  'POST /users/confirm_second_factor': [404],
}

/** Operations that report errors in a body as plain text, as the contract requires. */
const PLAIN_TEXT_ERRORS: readonly string[] = ['PUT /settings/update', 'PUT /settings/logger_period']

const NUL = '"a\\u0000b"'
const LONE_SURROGATE = `"${MARK}\\ud800"`
const DEEP_ARRAY = '['.repeat(10_000) + ']'.repeat(10_000)
const DEEP_OBJECT = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`

/** Raw JSON that a field of the type must reject. */
const WRONG_VALUES: Readonly<Record<string, readonly string[]>> = {
  string: [
    '4711471147114711',
    'true',
    'null',
    `["${MARK}"]`,
    `{"${MARK}":1}`,
    NUL,
    LONE_SURROGATE,
    DEEP_ARRAY,
    DEEP_OBJECT,
  ],
  number: ['"10"', `"${MARK}"`, '""', 'true', 'null', '[10]', '{}', '1e400', '-1', NUL, LONE_SURROGATE, DEEP_ARRAY],
  boolean: ['"true"', `"${MARK}"`, '1', '0', 'null', '[true]', '{}', NUL],
  integer: ['1.5', '"10"', `"${MARK}"`, 'true', 'null', '[10]', '{}', '1e400', '-1', NUL, LONE_SURROGATE, DEEP_OBJECT],
}

/** Fields that no operation has, as raw JSON. */
const UNKNOWN_FIELDS: readonly string[] = [
  '"unknown":1',
  `"unknown":"${MARK}"`,
  `"unknown":${DEEP_ARRAY}`,
  `"unknown":${DEEP_OBJECT}`,
  `"__proto__":{"password":"${MARK}"}`,
  '"__proto__":null',
  `"constructor":{"prototype":"${MARK}"}`,
  `"toString":"${MARK}"`,
  '"hasOwnProperty":1',
  '"\\u0000":1',
  '"\\ud800":1',
]

/** Bodies that are not a JSON object, with the JSON content type. */
const NON_OBJECTS: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  `{"${MARK}"`,
  `${MARK}`,
  `{"a":1} ${MARK}`,
  "{'a':1}",
  '[]',
  `["${MARK}"]`,
  `"${MARK}"`,
  '4711',
  'true',
  'null',
  DEEP_ARRAY,
  '['.repeat(10_000),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
]

const JSON_HEADERS = { 'Content-Type': 'application/json' }

const WRONG_CONTENT_TYPES = [
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/jsonx',
  'application/json; charset=utf-16',
]

const CONTENT_ENCODINGS = ['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'unknown', 'gzip, identity', 'identity, gzip']

/** URL-encoded values that a query parameter of the type must reject. */
const WRONG_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  integer: ['', 'ten', '1.5', '-1', '1e3', '0x10', '+1', '1%201', '%00', 'NaN', '9'.repeat(400), '1&NAME=1'],
  boolean: ['', '1', 'yes', 'TRUE', '%00', 'true&NAME=true'],
}

/** Invalid names, URL-encoded. */
const WRONG_PATH_PARAMETERS = [
  ...['x'.repeat(101), 'x'.repeat(5_000)],
  ...['%2F', `${MARK}%2Fb`, '..', '%2e%2e', '..%2F..%2Fetc%2Fpasswd'],
  ...['%00', `${MARK}%00`, '%', '%ZZ', '%F0%9F', '%ED%A0%80'],
]

const INVALID_CONFIGURATIONS = [
  ...['', '{', MARK, '[]', '"text"', '4711', 'null', DEEP_ARRAY],
  ...['{}', '{"data":null}', '{"data":[]}', '{"data":"text"}'],
  ...['{"data":{},"version":1}', '{"data":{},"version":null}', '{"data":{},"version":"2.0"}'],
]

/** Number of requests that use all reading connections. */
const READS_AT_ONCE = 16

/** Default of `PLINTH_JSON_LIMIT`. */
const JSON_LIMIT = 102_400

/** Matches text that an error response must not contain: parts of statements, tables, files and stacks. */
const LEAKS =
  /zebra|47114711|plinth_|select |insert |update |constraint|sqlite|postgres|node_modules|\.[jt]s\b|\n\s*at /i

const CALLS_NEEDING_THE_DATABASE: readonly [method: string, path: string, body?: object][] = [
  ['GET', '/users/'],
  ['GET', '/users/sudo'],
  ['GET', '/settings'],
  ['POST', '/users/login', { username: 'sudo', password: TEST_PASSWORD }],
  ['POST', '/users/logout'],
  ['POST', '/users/create_tpt', { role_name: 'operator' }],
  ['POST', '/settings/import_config'],
  ['PUT', '/settings/update', { log_level: 30 }],
]

interface OutageKind {
  readonly how: string
  readonly on: readonly TestDatabase['name'][]
  readonly arrange: (database: TestDatabase) => Promise<Outage>
}

const OUTAGES: readonly OutageKind[] = [
  { how: 'its server cannot be reached', on: ['PostgreSQL'], arrange: unreachableServer },
  { how: 'an administrator has closed it to connections', on: ['PostgreSQL'], arrange: closedDatabase },
  { how: 'the host has closed its Knex', on: ['SQLite', 'PostgreSQL'], arrange: closedHostKnex },
]

describe('an invalid request', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      await app.signIn('admin')
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    it('is derived from a valid body for every operation and field', () => {
      const fields = jsonOperationsOf(app).map(({ name, schema }) => [name, Object.keys(schema.properties).sort()])

      const covered = Object.entries(VALID_BODIES).map(([name, bodies]) => {
        return [name, [...new Set(bodies.flatMap((body) => Object.keys(body)))].sort()]
      })

      expect(covered).to.have.deep.members(fields)
    })

    it('is refused for a field of the wrong type, out of bounds or too deep', async () => {
      const cases = jsonOperationsOf(app).flatMap(wrongFields)

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused with null in a field, required or not, and a message that says so', async () => {
      const responseTo = async (path: string, body: object) => {
        const response = await sudo.post(path, body)
        return [response.status, response.body.errors]
      }
      const [signup, optional, unset] = await Promise.all([
        responseTo('/users/signup', { ...VALID_BODIES['POST /users/signup']?.[0], username: null, name: null }),
        responseTo('/users/create_tpt', { role_name: 'operator', expires_in_days: null }),
        responseTo('/users/create_tpt', {}),
      ])

      const message = 'must not be null'
      expect(signup).to.deep.equal([400, ['username', 'name'].map((field) => ({ field, message }))])
      expect(optional).to.deep.equal([400, [{ field: 'expires_in_days', message }]])
      expect(unset).to.deep.equal([400, [{ field: 'role_name', message: 'is required' }]])
    })

    it('is refused without a required field', async () => {
      const cases = jsonOperationsOf(app).flatMap(missingFields)

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused with a field that is not documented', async () => {
      const cases = jsonOperationsOf(app).flatMap(unknownFields)

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused when its body is not a JSON object', async () => {
      const cases = jsonOperationsOf(app).flatMap((operation) =>
        NON_OBJECTS.map((body) => ({ operation, what: abbreviate(body), body, headers: JSON_HEADERS, status: 400 })),
      )

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused without a body', async () => {
      for (const { method, path } of jsonOperationsOf(app)) {
        const response = await exchange(app, [...headOf(app, method, path), `X-API-KEY: ${sudo.key}`])

        expect(response).to.match(/^HTTP\/1.1 400 .*"code":"NOT_JSON"/s)
      }
    })

    it('is refused with a content type other than JSON', async () => {
      const cases = jsonOperationsOf(app).flatMap((operation) =>
        WRONG_CONTENT_TYPES.map((type) => ({
          operation,
          what: type ?? 'no content type',
          body: JSON.stringify(operation.bodies[0]),
          headers: type === undefined ? undefined : { 'Content-Type': type },
          status: 415,
        })),
      )

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused with any content encoding, whatever the operation', async () => {
      const cases = operationsOf(app).flatMap((operation) =>
        CONTENT_ENCODINGS.map((encoding) => ({
          operation,
          what: encoding,
          body: '{}',
          headers: { ...JSON_HEADERS, 'Content-Encoding': encoding },
          status: 415,
        })),
      )

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused when it announces a body over the limit', async () => {
      const cases = jsonOperationsOf(app).map((operation) => {
        const body = JSON.stringify(operation.bodies[0]).padEnd(JSON_LIMIT + 1)
        return { operation, what: 'a body over the limit', body, headers: JSON_HEADERS, status: 413 }
      })

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused when its unannounced body exceeds the limit', async () => {
      const chunk = `${(JSON_LIMIT + 1).toString(16)}\r\n${'{'.padEnd(JSON_LIMIT + 1)}\r\n`
      for (const { method, path } of jsonOperationsOf(app)) {
        const head = [...headOf(app, method, path), `X-API-KEY: ${sudo.key}`, 'Transfer-Encoding: chunked']

        const response = await exchange(app, head, chunk)

        expect(response).to.match(/^HTTP\/1.1 413 .*"code":"BODY_TOO_LARGE"/s)
      }
    })

    it('is refused with query parameters that are unknown, invalid or repeated', async () => {
      const cases = operationsOf(app).flatMap(wrongQueries)

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is refused with a path parameter that cannot be a name', async () => {
      const operations = operationsOf(app).filter(({ template }) => template.includes('{'))
      const cases = operations.flatMap((operation) =>
        WRONG_PATH_PARAMETERS.map((text) => {
          return {
            operation,
            what: abbreviate(text),
            path: operation.template.replace(/\{\w+\}/, text),
            status: [400, 404],
          }
        }),
      )

      const problems = await problemsWith(cases, app, sudo)

      expect(problems).to.deep.equal([])
    })

    it('is not authenticated by a key in the query string', async () => {
      const guarded = operationsOf(app).filter(({ isGuarded }) => isGuarded)
      const cases = guarded.flatMap((operation) =>
        ['X-API-KEY', 'x-api-key', 'api_key', 'apiKey', 'token', 'access_token'].map((parameter) => {
          return { operation, what: parameter, path: `${operation.path}?${parameter}=${sudo.key}`, status: 401 }
        }),
      )

      const problems = await problemsWith(cases, app, app)

      expect(problems).to.deep.equal([])
    })

    it('is not authenticated by a key in a cookie', async () => {
      const guarded = operationsOf(app).filter(({ isGuarded }) => isGuarded)
      const headers = { Cookie: `X-API-KEY=${sudo.key}; apiKey=${sudo.key}; token=${sudo.key}` }
      const cases = guarded.map((operation) => ({ operation, what: 'a cookie', headers, status: 401 }))

      const problems = await problemsWith(cases, app, app)

      expect(problems).to.deep.equal([])
    })

    for (const announcement of [
      'Content-Length: 1000000000000',
      'Transfer-Encoding: chunked',
      'Content-Length: 100\r\nExpect: 100-continue',
    ]) {
      it(`gets a response before its body is sent when the key is wrong (${announcement.replace('\r\n', ', ')})`, async () => {
        const withBody = operationsOf(app).filter(({ checksKey, contentType }) => checksKey && contentType)
        for (const { method, path, contentType } of withBody) {
          const head = headOf(app, method, path, contentType)

          const response = await exchange(app, [...head, 'X-API-KEY: nobodys', announcement])

          expect(response).to.match(/^HTTP\/1.1 401 .*"code":"TOKEN_INVALID"/s)
        }
        expect(withBody).to.have.lengthOf.above(5)
      })
    }

    it('is refused when its file is not a configuration', async () => {
      const before = await contentsOf(app)
      for (const file of INVALID_CONFIGURATIONS) {
        const response = await sudo.upload('/settings/import_config', file)

        expect(response.status, abbreviate(file)).to.equal(400)
      }
      expect(await contentsOf(app)).to.deep.equal(before)
    })

    it('differs from a valid one only in the invalid part', async () => {
      await app.signIn('operator', 'nobody')
      await sudo.post('/roles', { name: 'nobody', level: 20 })
      const headers = { 'X-Plinth-Session': 'cookie' } // required of a login with a session cookie
      const uploaded = await sudo.upload('/settings/files', fileOf({}))
      for (const { name, method, path, bodies } of jsonOperationsOf(app)) {
        for (const valid of bodies) {
          const { code } = await app.services.codeService.issue(COMMAND, 'admin')
          const text = JSON.stringify(valid).replaceAll(UPLOADED, uploaded.body.id).replace(ISSUED, code)
          const body = JSON.parse(text)
          const response = await sudo.send(method, path, { body, headers })

          expect(response.status, `${name}: ${response.text}`).to.be.oneOf(OTHER_STATUSES[name] ?? [200])
        }
      }
    })
  })
})

describe('an unavailable database', () => {
  forEachDatabase((database) => {
    for (const { how, arrange } of OUTAGES.filter(({ on }) => on.includes(database.name))) {
      describe(`because ${how}`, () => {
        let outage: Outage
        let sudo: SignedIn
        before(async () => {
          outage = await arrange(database)
          sudo = await outage.app.signIn('sudo')
        })
        after(() => outage.dispose())

        describe('during the outage', () => {
          before(() => outage.begin())
          after(() => outage.end())

          for (const [method, path, body] of CALLS_NEEDING_THE_DATABASE) {
            it(`causes 503 with Retry-After for ${method} ${path}, never 401`, async () => {
              const response = await sudo.send(method, path, { body })

              expect(response.status).to.equal(503)
              expect(response.body.code).to.equal('DATABASE_UNAVAILABLE')
              expect(Number(response.headers['retry-after'])).to.be.above(0)
              expect(response.text).not.to.match(LEAKS)
            })
          }

          it('causes 503 for a signup without a key', async () => {
            const [body] = VALID_BODIES['POST /users/signup'] ?? []

            const response = await outage.app.post('/users/signup', body)

            expect(response.status).to.equal(503)
          })

          it('causes 400 with the documented message for an export', async () => {
            const response = await sudo.get('/settings/export_config')

            expect(response.status).to.equal(400)
            expect(response.body.message).to.equal('Database not connected')
          })

          it('leaves the service alive but not ready', async () => {
            expect((await outage.app.get('/health/live')).status).to.equal(200)
            expect((await outage.app.get('/health/ready')).body).to.deep.equal({ ready: false })
          })

          it('makes the service not ready also for a request whose key cannot be checked', async () => {
            const { status, headers, body } = await sudo.get('/health/ready')

            expect([status, body]).to.deep.equal([503, { ready: false }])
            expect(Number(headers['retry-after'])).to.be.above(0)
          })
        })

        it('is used again without a restart, with all its data', async () => {
          expect((await sudo.get('/users/')).body).to.have.lengthOf(1)
          expect((await outage.app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
          expect((await sudo.get('/settings/export_config')).status).to.equal(200)
          expect((await outage.app.get('/health/ready')).body).to.deep.equal({ ready: true })
        })
      })
    }

    if (database.name === 'SQLite') {
      it('blocks only writers while another program writes to it', async () => {
        const app = await startApp({ database })
        const sudo = await app.signIn('sudo')
        const other = knex(sqliteConfig(app.database.url))

        const [login, list] = await other.transaction(async (transaction) => {
          await transaction('plinth_users').update({ name: 'changed' })
          return Promise.all([app.logIn('sudo', TEST_PASSWORD), sudo.get('/users/')])
        })

        await other.destroy()
        expect([login.status, login.headers['retry-after'], list.status]).to.deep.equal([503, '2', 200])
        expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
        await app.stop()
      })
    } else {
      it('causes no error when only its connections are cut', async () => {
        const app = await startApp({ database })
        const sudo = await app.signIn('sudo')
        const administrator = knex({ client: 'pg', connection: maintenanceUrl(app.database.url) })

        await cutConnections(administrator, app.database.url)
        const responses = await Promise.all(Array.from({ length: 8 }, () => sudo.get('/users/')))

        await administrator.destroy()
        expect(responses.map(({ status }) => status)).to.deep.equal(Array(8).fill(200))
        await app.stop()
      })
    }
  })
})

type ValidBody = Readonly<Record<string, string | number | boolean | readonly object[]>>

interface FieldSchema {
  readonly type: string | readonly string[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

interface BodySchema {
  readonly $ref?: string
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

/** An operation as the OpenAPI document describes it. */
interface Operation {
  readonly name: string
  readonly method: string
  /** Path with `{name}` for a parameter. */
  readonly template: string
  readonly path: string
  /** Whether a key is checked if one is sent. */
  readonly checksKey: boolean
  /** Whether a key is required. */
  readonly isGuarded: boolean
  readonly query: readonly { readonly name: string; readonly schema: FieldSchema }[]
  readonly contentType: string | undefined
}

interface JsonOperation extends Operation {
  readonly schema: BodySchema
  readonly bodies: readonly ValidBody[]
}

/** An invalid request and its expected response. */
interface Case {
  readonly operation: Operation
  readonly what: string
  readonly path?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly status: number | readonly number[]
  readonly type?: 'text/plain'
}

/** The parts of an OpenAPI document that cases are derived from. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> }
}

interface DocumentedOperation {
  readonly security: readonly object[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: FieldSchema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> }
}

/** Returns every route as an operation, including those that the document omits. */
function operationsOf(app: App): Operation[] {
  const { paths } = app.kernel.openapi as unknown as Document
  return Object.entries({ ...paths, ...hiddenPathsOf(app) }).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { security, parameters, requestBody }]) => ({
      name: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      template,
      path: template.replace(/\{\w+\}/g, 'nobody'),
      checksKey: security.length > 0,
      isGuarded: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
      query: parameters.filter((parameter) => parameter.in === 'query'),
      contentType: Object.keys(requestBody?.content ?? {})[0],
    })),
  )
}

function hiddenPathsOf({ kernel }: App): Document['paths'] {
  const hidden = kernel.routes.filter((route) => route.hidden)
  return Object.fromEntries(
    hidden.map(({ method, path }) => [
      path.replace(/:(\w+)/g, '{$1}'),
      { [method.toLowerCase()]: { security: [], parameters: [] } },
    ]),
  )
}

function jsonOperationsOf(app: App): JsonOperation[] {
  const { paths, components } = app.kernel.openapi as unknown as Document
  return operationsOf(app)
    .filter(({ contentType }) => contentType === 'application/json')
    .map((operation) => {
      const { requestBody } = paths[operation.template]?.[operation.method.toLowerCase()] ?? {}
      const body = requestBody?.content['application/json']?.schema ?? { properties: {} }
      const schema = components.schemas[body.$ref?.split('/').at(-1) ?? ''] ?? body
      return { ...operation, schema, bodies: VALID_BODIES[operation.name] ?? [] }
    })
}

function wrongFields(operation: JsonOperation): Case[] {
  return operation.bodies.flatMap((body) =>
    Object.keys(body).flatMap((field) =>
      wrongValuesFor(operation.schema.properties[field]).map((value) =>
        fieldCase(operation, `${field}: ${abbreviate(value)}`, { ...rawFields(body), [field]: value }),
      ),
    ),
  )
}

function wrongValuesFor(schema: FieldSchema | undefined): string[] {
  const { type = '', maxLength, minimum, maximum } = schema ?? {}
  return [
    ...[type].flat().flatMap((one) => WRONG_VALUES[one]?.filter((value) => value !== 'null' || type === one) ?? []),
    ...(maxLength === undefined ? [] : [JSON.stringify('x'.repeat(maxLength + 1))]),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
  ]
}

function missingFields(operation: JsonOperation): Case[] {
  const { schema, bodies } = operation
  return bodies.flatMap((body) =>
    Object.keys(body)
      .filter((field) => schema.required?.includes(field))
      .flatMap((field) => {
        const { [field]: _, ...others } = rawFields(body)
        const without = fieldCase(operation, `without ${field}`, others)
        const empty = fieldCase(operation, `empty ${field}`, { ...others, [field]: '""' })
        return [without, empty]
      }),
  )
}

function unknownFields(operation: JsonOperation): Case[] {
  const [body = {}] = operation.bodies
  return UNKNOWN_FIELDS.map((unknown) => {
    const raw = JSON.stringify(body).replace(/}$/, `,${unknown}}`)
    return { ...fieldCase(operation, abbreviate(unknown), {}), body: raw }
  })
}

/** Returns a case with invalid fields, whose values are raw JSON. */
function fieldCase(operation: Operation, what: string, fields: Readonly<Record<string, string>>): Case {
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  const isPlain = PLAIN_TEXT_ERRORS.includes(operation.name)
  return {
    operation,
    what,
    body: `{${members.join(',')}}`,
    headers: JSON_HEADERS,
    status: 400,
    ...(isPlain && { type: 'text/plain' }),
  }
}

function rawFields(body: ValidBody): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]))
}

function wrongQueries(operation: Operation): Case[] {
  const unknown = ['unknown=1', `unknown=${MARK}`, '__proto__=1', 'constructor=1', '%00=1', '=1']
  const wrong = operation.query.flatMap(({ name, schema }) =>
    (WRONG_PARAMETERS[String(schema.type)] ?? []).map((value) => `${name}=${value.replace('NAME', name)}`),
  )
  return [...unknown, ...wrong].map((query) => ({
    operation,
    what: abbreviate(query),
    path: `${operation.path}?${query}`,
    status: 400,
  }))
}

/** Sends every case. Returns descriptions of the wrong responses and the changed tables. */
async function problemsWith(cases: readonly Case[], app: App, client: Pick<TestClient, 'send'>): Promise<string[]> {
  if (cases.length === 0) throw new Error('There are no cases.')
  const before = await contentsOf(app)
  const problems: string[] = []
  for (const each of cases) {
    const { operation, what, path = operation.path, body, headers } = each
    const found = await client.send(operation.method, path, { body, ...(headers && { headers }) }).then(
      (response) => problemsIn(response, each),
      (error: Error) => [error.message.slice(0, 300)], // the response violates the OpenAPI document
    )
    problems.push(...found.map((problem) => `${operation.name} with ${what}: ${problem}`))
  }
  const after = await contentsOf(app)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  return [...problems, ...changed.map((table) => `${table} has changed`)]
}

function problemsIn({ status, headers, text, body }: TestResponse, expected: Case): string[] {
  const type = expected.type ?? 'application/json'
  const requestId = headers['x-request-id']
  const isErrorFormat = type === 'text/plain' || (body.message && body.code && body.request_id === requestId)
  const problems: [boolean, string][] = [
    [![expected.status].flat().includes(status), `status ${status} instead of ${expected.status}`],
    [headers['content-type']?.split(';')[0] !== type, `${headers['content-type']} instead of ${type}`],
    [!requestId, 'no X-Request-Id'],
    [!isErrorFormat, 'not in the format of an error'],
    [LEAKS.test(text), `leaks ${LEAKS.exec(text)?.[0]}: ${text}`],
    [text.length > 5_000, `${text.length} characters`],
  ]
  return problems.filter(([isFound]) => isFound).map(([, problem]) => problem)
}

/** Returns the rows of each table, except login counts, audit events and times of last use. */
function contentsOf({ services: { database } }: App): Promise<Record<string, string>> {
  return database.read(async (reader) => {
    const tables = await tablesOf(reader, database.dialect.name)
    const contents: Record<string, string> = {}
    for (const table of tables) {
      const rows: Record<string, unknown>[] = await reader(table)
      const lines = rows.map(({ last_used_at: _, ...row }) => JSON.stringify(row))
      contents[table] = lines.sort().join('\n')
    }
    return contents
  })
}

async function tablesOf(reader: Knex, dialect: 'sqlite' | 'postgres'): Promise<string[]> {
  const list =
    dialect === 'sqlite'
      ? reader('sqlite_master').select('name').where({ type: 'table' })
      : reader('information_schema.tables').select('table_name as name').where({ table_type: 'BASE TABLE' })
  const rows: { name: string }[] = await list
  const names = rows.map(({ name }) => name)
  return names.filter((name) => /^plinth_(?!login_|audit_)/.test(name)).sort()
}

function abbreviate(value: string | Buffer): string {
  const text = value.toString()
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text
}

/** Sends raw lines without ending the connection. Resolves to the complete response. */
async function exchange(app: App, head: readonly string[], rest = ''): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server may close the connection before the rest is sent
  socket.write(`${head.join('\r\n')}\r\n\r\n${rest}`)
  let response = ''
  for await (const chunk of socket) {
    response += chunk
    if (isComplete(response)) break
  }
  return response
}

function headOf(app: App, method: string, path: string, contentType = 'application/json'): string[] {
  const { pathname, host } = new URL(app.url)
  return [`${method} ${pathname}${path} HTTP/1.1`, `Host: ${host}`, `Content-Type: ${contentType}`]
}

function isComplete(response: string): boolean {
  const [head = '', body] = response.split('\r\n\r\n')
  const length = Number(head.match(/^content-length: (\d+)/im)?.[1])
  return body !== undefined && Buffer.byteLength(body) >= length
}

/** A database that can be made unavailable to a running app, and available again. */
interface Outage {
  readonly app: App
  begin(): Promise<unknown>
  end(): Promise<unknown>
  dispose(): Promise<unknown>
}

/** An outage by closing a proxy in front of the server. */
async function unreachableServer(database: TestDatabase): Promise<Outage> {
  const tempDatabase = await database.create()
  const url = new URL(tempDatabase.url)
  const proxy = await TcpProxy.to(Number(url.port), url.hostname)
  url.port = String(proxy.port)
  const app = await startApp({ database, on: { ...tempDatabase, url: url.href } })
  const dispose = async () => {
    await app.stop()
    await proxy.close()
    await tempDatabase.drop()
  }
  return { app, begin: () => proxy.close(), end: () => proxy.open(), dispose }
}

/** An outage by disallowing connections to the database and closing the open ones, as an administrator may. */
async function closedDatabase(database: TestDatabase): Promise<Outage> {
  const tempDatabase = await database.create()
  const app = await startApp({ database, on: tempDatabase })
  const administrator = knex({ client: 'pg', connection: maintenanceUrl(tempDatabase.url) })
  const allow = (isAllowed: boolean) =>
    administrator.raw(`ALTER DATABASE ?? ALLOW_CONNECTIONS ${isAllowed}`, [nameOfDatabase(tempDatabase.url)])
  const anonymous = app.withKey('x'.repeat(43))
  const begin = async () => {
    await allow(false)
    await until(async () => {
      // Connections that were being opened are still accepted, but not listed yet, so they are cut again.
      await cutConnections(administrator, tempDatabase.url)
      const reads = Array.from({ length: READS_AT_ONCE }, () => anonymous.get('/session'))
      const responses = await Promise.all([app.get('/health/ready'), ...reads])
      return responses.every(({ status }) => status === 503)
    })
  }
  const dispose = async () => {
    await app.stop()
    await administrator.destroy()
    await tempDatabase.drop()
  }
  return { app, begin, end: () => allow(true), dispose }
}

/** An outage by destroying the host's Knex. */
async function closedHostKnex(database: TestDatabase): Promise<Outage> {
  const tempDatabase = await database.create()
  const hostKnex = knex(
    database.name === 'PostgreSQL' ? { client: 'pg', connection: tempDatabase.url } : sqliteConfig(tempDatabase.url),
  )
  const app = await startTestApp({
    database,
    on: tempDatabase,
    kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
  })
  const dispose = async () => {
    await app.stop()
    await hostKnex.destroy()
    await tempDatabase.drop()
  }
  return { app, begin: () => hostKnex.destroy(), end: async () => hostKnex.initialize(), dispose }
}

function nameOfDatabase(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Returns the URL of the database `postgres`, which every PostgreSQL server has. */
function maintenanceUrl(url: string): string {
  return url.replace(/[^/]+$/, 'postgres')
}

async function cutConnections(administrator: Knex, url: string): Promise<void> {
  await administrator
    .select(administrator.raw('pg_terminate_backend(pid)'))
    .from('pg_stat_activity')
    .where({ datname: nameOfDatabase(url) })
}

/** A TCP proxy that forwards connections while it is open. */
class TcpProxy {
  readonly #target: { port: number; host: string }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  private constructor(port: number, host: string) {
    this.#target = { port, host }
  }

  static async to(port: number, host: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(port, host)
    await proxy.open()
    return proxy
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#forward(client)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(server, 'close')
  }

  #forward(client: Socket): void {
    const server = connect(this.#target)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => {}).once('close', () => other.destroy())
      one.pipe(other)
    }
  }
}
