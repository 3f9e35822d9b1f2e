import { readFile } from 'node:fs/promises'
import { PlinthClient } from '@plinth/client'
import { AccessClient } from '@plinth/client/access'
import { ConfigurationClient } from '@plinth/client/configuration'
import { testDatabases } from '@plinth/testing'
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** The document is generated from the routes, whatever the database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

/** Operations with a key that have no limit of requests, so that nobody can use up a limit with a copy of the key. */
const UNLIMITED = ['changePassword', 'confirmLogin', 'endSession', 'endSessions', 'logout', 'resetPassword', 'session']

describe('the OpenAPI document', function () {
  this.timeout(60_000)

  let app: App
  let document: Document
  const descriptionOf = (id: string) =>
    operationsOf(document).find(({ operation }) => operation.operationId === id)?.operation.description ?? ''
  before(async () => {
    app = await startApp({ database })
    document = app.kernel.openapi as unknown as Document
  })
  after(() => app.stop())

  it('is valid OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ allErrors: true })

    ajv.validate(OPENAPI, document)

    expect(ajv.errors ?? []).to.deep.equal([])
  })

  it('contains only meaningful JSON Schemas', () => {
    const schemas = schemasIn(document)
    const ajv = new Ajv2020({ strict: true, formats: { binary: true } })

    const problems = schemas.flatMap(([place, schema]) => problemsOf(ajv, place, schema, document.components))

    expect(problems).to.deep.equal([])
    expect(schemas).to.have.lengthOf.above(operationsOf(document).length)
  })

  it('has all routes except its own, the index and those of the pages, and no others', () => {
    const own = app.kernel.routes.filter(({ path }) => /^\/($|openapi\.json$|docs|console)/.test(path))
    const routes = app.kernel.routes.filter((route) => !own.includes(route)).map(addressOf)

    const described = operationsOf(document).map(({ method, path }) => `${method} ${path}`)

    expect(own).to.have.lengthOf(6)
    expect(described).to.have.members(routes)
  })

  it('has the access rule of every operation', () => {
    const rules = operationsOf(document).map(({ method, path, operation }) => [
      `${method} ${path}`,
      operation['x-plinth-access'],
    ])

    for (const route of app.kernel.routes) {
      const rule = rules.find(([address]) => address === addressOf(route))
      if (rule) expect(rule[1], addressOf(route)).to.deep.equal(route.access)
    }
    expect(Object.fromEntries(rules)).to.deep.include({
      'POST /users/login': 'public',
      'POST /users/signup': 'optional',
      'GET /session': 'authenticated',
      'POST /users/logout': 'user',
      'GET /audit': { maxLevel: 1 },
      'POST /users/create_tpt': { maxLevel: 0, user: true },
    })
  })

  it('has the version of the packages', async () => {
    const manifest = await readFile(new URL('../../packages/kernel/package.json', import.meta.url), 'utf8')

    expect(document.info.version).to.equal(JSON.parse(manifest).version)
  })

  it('describes every field, parameter and header', () => {
    const fields = [...Object.entries(document.components.schemas), ...schemasIn(document)].flatMap(([place, schema]) =>
      fieldsIn(place, schema),
    )
    const parameters = operationsOf(document).flatMap(({ method, path, operation }) => [
      ...operation.parameters.map((one) => [`${method} ${path} ${one.name}`, one] as const),
      ...Object.values(operation.responses).flatMap(({ headers }) => Object.entries(headers)),
    ])
    const all = [...fields, ...parameters]

    const undescribed = all.filter(([, one]) => !resolved(document, one).description).map(([place]) => place)

    expect(undescribed).to.deep.equal([])
    expect(all).to.have.lengthOf.above(200)
  })

  it('has exactly the expected named schemas', () => {
    expect(Object.keys(document.components.schemas)).to.deep.equal([
      'ActiveCode',
      'ApplyReport',
      'Attention',
      'AuditVerification',
      'CanonicalConfiguration',
      'CodeRedemption',
      'CodeState',
      'Configuration',
      'CreatedToken',
      'Credentials',
      'CurrentSession',
      'DebugPeriod',
      'DebugState',
      'Enrolment',
      'EnrolmentAtLogin',
      'FactorConfirmation',
      'FieldProblem',
      'HealthCheckResult',
      'ImportReport',
      'IssuedCode',
      'Login',
      'LoginCompletion',
      'LoginConfirmation',
      'MinuteOfRequests',
      'NewRole',
      'NewUser',
      'Overview',
      'PasswordChange',
      'PasswordReset',
      'PendingLogin',
      'Plan',
      'PlannedChange',
      'Problem',
      'ReadableTable',
      'Readiness',
      'Role',
      'RoleChange',
      'RoleInfo',
      'SecondFactor',
      'SecurityEvent',
      'Session',
      'SettingSource',
      'Settings',
      'SettingsChange',
      'SignUp',
      'SignedUpUser',
      'Snapshot',
      'Token',
      'TokenOrder',
      'UploadedFile',
      'User',
      'UserAccess',
      'UserChanges',
    ])
  })

  it('names each operation like the method of the client', () => {
    const methods = [PlinthClient, AccessClient, ConfigurationClient].flatMap((each) =>
      Object.getOwnPropertyNames(each.prototype),
    )

    const unknown = operationsOf(document).filter(({ operation }) => !methods.includes(operation.operationId))

    expect(unknown.map(({ operation }) => operation.operationId)).to.deep.equal(['metrics'])
  })

  it('has an example of every response, and of every error code', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { method, path, operation } of operationsOf(document)) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const place = `${method} ${path} ${status}`
        const codes = codesIn(content)
        const shown = Object.entries(content).flatMap(([, { schema, examples = {} }]) =>
          Object.entries(examples).map(([name, example]) => {
            const { value } = resolved(document, example) as { value: { code?: string } }
            const referring = { ...schema, components: document.components }
            expect(ajv.validate(referring, value), `${place} ${name}: ${ajv.errorsText()}`).to.equal(true)
            return name === 'response' ? undefined : value.code
          }),
        )
        expect(shown.filter(Boolean), place).to.deep.equal(codes)
        expect(shown, place).not.to.deep.equal([])
      }
    }
  })

  it('names exactly the errors that an operation can return', () => {
    const codes = operationsOf(document).map(({ operation }) => [operation.operationId, codesIn(operation.responses)])
    const own = codes.map(([id, all]) => [
      id,
      (all as string[]).filter((code) => !COMMON_ERRORS.includes(code)).join(' '),
    ])

    expect(Object.fromEntries(own)).to.deep.equal(OWN_ERRORS)
    const codesOf = Object.fromEntries(codes) as Record<string, string[]>
    expect(codesOf.alive).to.have.members([
      'INVALID_PARAMETERS',
      'UNSUPPORTED_ENCODING',
      'INTERNAL_ERROR',
      'NOT_RUNNING',
    ])
    expect(codesOf.login).to.include.members(JSON_ERRORS).and.not.include('NO_FILE_PROVIDED')
    expect(codesOf.importConfiguration).to.include('NO_FILE_PROVIDED').and.not.include.members(['NOT_JSON'])
    expect(codesOf.exportConfiguration).to.include('DATABASE_UNAVAILABLE')
  })

  it('declares the headers of responses', () => {
    const headers = operationsOf(document).map(({ operation: { operationId, responses } }) => [
      operationId,
      Object.entries(responses).flatMap(([status, response]) =>
        Object.keys(response.headers)
          .filter((name) => name !== 'X-Request-Id')
          .map((name) => `${status} ${name}`),
      ),
    ])
    const headersOf = Object.fromEntries(headers) as Record<string, string[]>

    expect(headersOf.users).to.deep.equal([
      '200 X-Total-Count',
      '200 Link',
      '401 WWW-Authenticate',
      '401 Set-Cookie',
      '429 Retry-After',
      '503 Retry-After',
    ])
    expect(headersOf.securityEvents).to.include('200 Link')
    expect(headersOf.exportConfiguration).to.include('200 Content-Disposition')
    expect(headersOf.login).to.deep.equal([
      '200 Set-Cookie',
      '401 WWW-Authenticate',
      '429 Retry-After',
      '503 Retry-After',
    ])
  })

  it('declares a challenge with every 401, and the service sends it', async () => {
    const responses = [await app.get('/users'), await app.withKey('unknown').get('/settings')]

    expect(responses.map(({ status, headers }) => [status, headers['www-authenticate']])).to.deep.equal([
      [401, 'Bearer realm="Plinth"'],
      [401, 'Bearer realm="Plinth"'],
    ])
  })

  it('explains how to log in', () => {
    expect(document.info.description).to.match(/log in with `POST \/users\/login`.*\bcopy `apiKey`.*\*\*Authorize\*\*/s)
  })

  it('declares exactly the parameters in its paths, as required', () => {
    for (const { method, path, operation } of operationsOf(document)) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')

      expect(
        inPath.map(({ name }) => `{${name}}`),
        `${method} ${path}`,
      ).to.have.members(path.match(/\{\w+\}/g) ?? [])
      expect(inPath.every(({ required }) => required)).to.equal(true)
    }
  })

  it('has a working example of every JSON body', () => {
    const bodies = operationsOf(document).flatMap(
      ({ operation }) => operation.requestBody?.content['application/json'] ?? [],
    )
    const ajv = new Ajv2020({ strict: false })

    expect(bodies).to.have.lengthOf.above(5)
    for (const { schema, example } of bodies) {
      expect(example, JSON.stringify(schema)).to.be.an('object')
      expect(ajv.validate(resolved(document, schema), example), ajv.errorsText()).to.equal(true)
    }
  })

  it('gives every operation a unique name', () => {
    const names = operationsOf(document).map(({ operation }) => operation.operationId)

    expect(new Set(names)).to.have.lengthOf(names.length)
    for (const name of names) expect(name).to.match(/^[a-z]\w+$/)
  })

  it('declares for every operation whether it requires a key, and the errors without a valid one', () => {
    for (const { method, path, operation } of operationsOf(document)) {
      const route = app.kernel.routes.find((one) => addressOf(one) === `${method} ${path}`)
      const expected = { public: [], optional: [{}, ...KEYS] }[String(route?.access)] ?? KEYS

      expect(operation.security, `${method} ${path}`).to.deep.equal(expected)
      const may401 = route?.access !== 'public' || LOGIN_OPERATIONS.includes(operation.operationId)
      expect('401' in operation.responses, `${method} ${path}: 401`).to.equal(may401)
    }
  })

  it('declares TOO_MANY_REQUESTS for the operations that accept a key, except those that end what a copy of it does', () => {
    for (const { method, path, operation } of operationsOf(document)) {
      const isDeclared = codesIn(operation.responses['429']?.content).includes('TOO_MANY_REQUESTS')

      const isLimited = operation.security.length > 0 && !UNLIMITED.includes(operation.operationId)
      expect(isDeclared, `${method} ${path}`).to.equal(isLimited)
    }
  })

  it('says which level an operation requires, and which operations accept no third-party token', () => {
    expect(descriptionOf('exportConfiguration')).to.match(/\n\nRequires a role of level 1 or lower\.$/)
    expect(descriptionOf('deleteUser')).to.match(/^Requires a role of level 1 or lower\./m)
    expect(descriptionOf('tokens')).to.match(/\n\nRequires a role of level 0\.$/)
    expect(descriptionOf('createToken')).to.match(/\n\nRequires a logged-in user with a role of level 0\.$/)
    expect(descriptionOf('logout')).to.equal('Requires a logged-in user; third-party tokens are not accepted.')
    for (const id of ['users', 'login', 'health']) expect(descriptionOf(id)).to.not.include('Requires a')
  })

  it('says whose passwords and sessions a caller may change, and which users an admin may delete', () => {
    for (const id of ['changePassword', 'resetPassword'])
      expect(descriptionOf(id)).to.include('sudo users only those of admins').and.include('level 1 or higher')
    for (const id of ['sessions', 'endSessions', 'endSession', 'deleteUser'])
      expect(descriptionOf(id)).to.include('not more privileged than themselves')
  })

  it('declares the key as the header X-API-KEY and as a bearer token', () => {
    expect(document.components.securitySchemes.apiKey).to.include({ type: 'apiKey', in: 'header', name: 'X-API-KEY' })
    expect(document.components.securitySchemes.bearer).to.include({ type: 'http', scheme: 'bearer' })
  })

  it('rejects an empty string for a required one, as the service does', () => {
    const empty = bodySchemasOf(document).flatMap(({ place, schema }) =>
      (schema.required ?? [])
        .filter((name) => schema.properties[name]?.type === 'string')
        .filter((name) => new Ajv2020({ strict: false }).validate(schema.properties[name] ?? {}, ''))
        .map((name) => `${place}: ${name}`),
    )

    expect(empty).to.deep.equal([])
  })

  it('is served without a key', async () => {
    const response = await app.get('/openapi.json')

    expect(response.status).to.equal(200)
    expect(response.body).to.deep.equal(document)
  })
})

const KEYS = [{ apiKey: [] }, { bearer: [] }]

/** Errors of every operation with a JSON body. */
const JSON_ERRORS = ['NOT_JSON', 'INVALID_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'REQUEST_TIMEOUT', 'BODY_TOO_LARGE']
/** Errors that follow from the access rule, the body or the database of an operation. */
const COMMON_ERRORS: readonly string[] = [
  ...JSON_ERRORS,
  'INVALID_PARAMETERS',
  'UNSUPPORTED_ENCODING',
  'INTERNAL_ERROR',
  'NOT_RUNNING',
  'DATABASE_UNAVAILABLE',
  'TOKEN_INVALID',
  'TOO_MANY_REQUESTS',
  'USER_REQUIRED',
  'ROLE_INSUFFICIENT',
  'PASSWORD_MUST_BE_CHANGED',
  'NOT_FOUND',
  'BAD_REQUEST',
  'SEVERAL_SESSION_COOKIES',
  'SEVERAL_KEYS',
  'COOKIE_NEEDS_HTTPS',
  'FOREIGN_ORIGIN',
  'BODY_ALREADY_READ',
  'BODY_INCOMPLETE',
  'BODY_FRAGMENTED',
  'NO_FILE_PROVIDED',
  'MALFORMED_FORM',
  'TOO_MANY_UPLOADS',
  'UPLOAD_FAILED',
]

/** Operations without a key that may respond with 401: the login needs another step, or has expired. */
const LOGIN_OPERATIONS: readonly string[] = ['login', 'completeLogin', 'enrolAtLogin']

/** Further errors of each operation, by its id. */
const OWN_ERRORS: Readonly<Record<string, string>> = {
  alive: '',
  health: '',
  metrics: '',
  roles: '',
  user: 'USER_NOT_FOUND',
  users: 'TOO_MANY_SEARCHES',
  addRole: 'FRESH_LOGIN_REQUIRED ROLE_REQUIRES_COMMAND ROLE_EXISTS TOO_MANY_ROLES',
  changeRole: 'ROLE_NOT_FOUND FRESH_LOGIN_REQUIRED ROLE_REQUIRES_COMMAND ROLE_RESERVED',
  deleteRole: 'ROLE_NOT_FOUND FRESH_LOGIN_REQUIRED ROLE_REQUIRES_COMMAND ROLE_RESERVED ROLE_IN_USE',
  userAccess: 'ACCESS_NOT_YOURS USER_NOT_FOUND',
  unlockUser: 'FRESH_LOGIN_REQUIRED ACCESS_NOT_YOURS USER_NOT_FOUND',
  changeUser:
    'ROLE_NOT_FOUND FRESH_LOGIN_REQUIRED ROLE_NOT_YOURS_TO_GIVE ROLE_REQUIRES_COMMAND USER_NOT_YOURS_TO_CHANGE USER_NOT_FOUND EMAIL_TAKEN LAST_SUDO RATE_LIMITED',
  deleteUser: 'USER_NOT_YOURS_TO_CHANGE USER_NOT_FOUND LAST_SUDO USER_IN_USE',
  signUp: 'ROLE_NOT_FOUND PASSWORD_REFUSED ROLE_NOT_YOURS_TO_GIVE USERNAME_TAKEN EMAIL_TAKEN RATE_LIMITED BUSY',
  login: 'SESSION_HEADER_MISSING LOGIN_FAILED TOO_MANY_SESSIONS RATE_LIMITED PASSWORD_CHANGED_DURING_LOGIN BUSY',
  addUser: 'ROLE_NOT_FOUND ROLE_NOT_YOURS_TO_GIVE USERNAME_TAKEN EMAIL_TAKEN RATE_LIMITED',
  issueCode: 'FRESH_LOGIN_REQUIRED CODE_NOT_YOURS USER_NOT_FOUND CODE_OF_DISABLED_USER',
  code: 'CODE_NOT_YOURS USER_NOT_FOUND',
  withdrawCode: 'CODE_NOT_YOURS CODE_NOT_FOUND USER_NOT_FOUND',
  codes: '',
  redeemCode: 'PASSWORD_REFUSED CODE_INVALID RATE_LIMITED BUSY',
  logout: '',
  session: '',
  completeLogin: 'LOGIN_EXPIRED SESSION_HEADER_MISSING SECOND_FACTOR_WRONG TOO_MANY_SESSIONS RATE_LIMITED BUSY',
  enrolSecondFactor: 'FRESH_LOGIN_REQUIRED SECOND_FACTOR_ENROLLED RATE_LIMITED',
  enrolAtLogin: 'LOGIN_EXPIRED SECOND_FACTOR_ENROLLED RATE_LIMITED',
  confirmSecondFactor:
    'FRESH_LOGIN_REQUIRED ENROLMENT_CODE_WRONG SECOND_FACTOR_NOT_ENROLLED SECOND_FACTOR_ENROLLED RATE_LIMITED BUSY',
  renewRecoveryCodes: 'FRESH_LOGIN_REQUIRED SECOND_FACTOR_NOT_ENROLLED RATE_LIMITED BUSY',
  secondFactor: 'SECOND_FACTOR_NOT_YOURS USER_NOT_FOUND',
  removeSecondFactor: 'FRESH_LOGIN_REQUIRED SECOND_FACTOR_NOT_YOURS SECOND_FACTOR_NOT_ENROLLED USER_NOT_FOUND',
  confirmLogin: 'LOGIN_NOT_CONFIRMED RATE_LIMITED BUSY',
  sessions: 'SESSIONS_NOT_YOURS USER_NOT_FOUND',
  endSession: 'FRESH_LOGIN_REQUIRED SESSIONS_NOT_YOURS USER_NOT_FOUND SESSION_NOT_FOUND RATE_LIMITED',
  endSessions: 'FRESH_LOGIN_REQUIRED SESSIONS_NOT_YOURS USER_NOT_FOUND RATE_LIMITED',
  changePassword:
    'TARGET_NOT_FOUND PASSWORD_CHANGE_DENIED CURRENT_PASSWORD_REQUIRED CURRENT_PASSWORD_WRONG PASSWORD_REFUSED PASSWORD_SET_BY_OWNER_ONLY RATE_LIMITED BUSY',
  resetPassword:
    'TARGET_NOT_FOUND PASSWORD_CHANGE_DENIED PASSWORD_REFUSED PASSWORD_SET_BY_OWNER_ONLY RATE_LIMITED BUSY',
  createToken: 'ROLE_NOT_FOUND SIGNING_KEY_DIFFERS',
  tokens: '',
  revokeToken: 'TOKEN_NOT_FOUND',
  securityEvents: 'TOO_MANY_SEARCHES',
  exportSecurityEvents: 'TOO_MANY_AUDIT_EXPORTS',
  verifyAudit: 'VERIFICATION_RUNNING VERIFICATION_TOO_LONG',
  overview: '',
  ownSecurityEvents: '',
  settings: '',
  settingsSources: '',
  startDebug: '',
  stopDebug: '',
  tailLog: 'TOO_MANY_TAILS',
  configurationTables: '',
  configurationRecords: 'TABLE_NOT_FOUND TOO_MANY_RECORD_SEARCHES',
  updateSettings: '',
  setLoggerPeriod: '',
  exportConfiguration: 'DATABASE_NOT_CONNECTED TOO_MANY_EXPORTS',
  canonicalConfiguration: 'TOO_MANY_EXPORTS',
  planConfiguration:
    'INVALID_JSON_FILE NOT_A_CONFIGURATION UNKNOWN_VERSION TOO_MANY_STORED_PLANS TOO_MANY_RECORDS TOO_MANY_PLANS',
  plans: '',
  plan: 'PLAN_NOT_FOUND',
  plannedChanges: 'PLAN_NOT_FOUND',
  applyPlan:
    'PASSWORD_REFUSED FRESH_LOGIN_REQUIRED PLAN_NEEDS_SECOND_PERSON PLAN_MORE_PRIVILEGED PLAN_NOT_FOUND PLAN_NOT_APPLICABLE PLAN_OUTDATED ENTITY_TAG_DIFFERS IF_MATCH_MISSING BUSY',
  uploadConfiguration:
    'INVALID_JSON_FILE NOT_A_CONFIGURATION UNKNOWN_VERSION TOO_MANY_STORED_FILES TOO_MANY_RECORDS TOO_MANY_PLANS',
  uploadedFiles: '',
  deleteUploadedFile: 'FILE_NOT_FOUND',
  compareConfigurations: 'STATE_NOT_FOUND TOO_MANY_STORED_PLANS TOO_MANY_RECORDS TOO_MANY_PLANS',
  mergeConfigurations: 'STATE_NOT_FOUND MERGE_NEEDS_FILE TOO_MANY_STORED_PLANS TOO_MANY_RECORDS TOO_MANY_PLANS',
  deletePlan: 'PLAN_NOT_FOUND',
  snapshots: '',
  takeSnapshot: '',
  exportSnapshot: 'SNAPSHOT_NOT_FOUND TOO_MANY_EXPORTS',
  deleteSnapshot: 'SNAPSHOT_NOT_FOUND',
  planSnapshot: 'SNAPSHOT_NOT_FOUND TOO_MANY_STORED_PLANS TOO_MANY_RECORDS TOO_MANY_PLANS',
  importConfiguration:
    'INVALID_JSON_FILE NOT_A_CONFIGURATION UNKNOWN_VERSION PASSWORD_REFUSED IMPORT_OUTDATED TOO_MANY_IMPORTS BUSY',
}

interface Document {
  readonly info: { readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, AnySchemaObject>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly security: readonly object[]
  readonly 'x-plinth-access': unknown
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: AnySchemaObject; example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

interface DocumentedResponse {
  readonly description: string
  readonly headers: Readonly<Record<string, object>>
  readonly content: Readonly<Record<string, { schema: AnySchemaObject; examples?: Readonly<Record<string, object>> }>>
}

const ANY_OBJECT = { type: 'object' }
const TEXT = { type: 'string' }
const REFERENCE = { type: 'object', properties: { $ref: { type: 'string' } }, required: ['$ref'] }

/** JSON Schema of the parts of OpenAPI 3.1 in use. It rejects any others. */
const OPENAPI = {
  ...exactly({
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    info: exactly({
      title: TEXT,
      version: TEXT,
      description: TEXT,
      license: exactly({ name: TEXT, identifier: TEXT }),
    }),
    servers: { type: 'array', minItems: 1, items: exactly({ url: TEXT }) },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/' },
      additionalProperties: {
        type: 'object',
        propertyNames: { enum: ['get', 'put', 'post', 'patch', 'delete'] },
        additionalProperties: { $ref: '#/$defs/operation' },
      },
    },
    components: exactly({
      schemas: named(ANY_OBJECT),
      headers: named({ $ref: '#/$defs/header' }),
      examples: named(exactly({ value: {} })),
      securitySchemes: named({ $ref: '#/$defs/securityScheme' }),
    }),
  }),
  $defs: {
    operation: exactly(
      {
        operationId: TEXT,
        summary: TEXT,
        tags: { type: 'array', items: TEXT },
        parameters: { type: 'array', items: { $ref: '#/$defs/parameter' } },
        security: { type: 'array', items: named({ type: 'array', items: TEXT }) },
        'x-plinth-access': {},
        responses: {
          type: 'object',
          propertyNames: { pattern: '^[1-5]\\d\\d$' },
          additionalProperties: { $ref: '#/$defs/response' },
          minProperties: 1,
        },
      },
      {
        description: TEXT,
        requestBody: exactly({ required: { type: 'boolean' }, content: { $ref: '#/$defs/content' } }),
      },
    ),
    parameter: exactly(
      { name: TEXT, in: { enum: ['path', 'query', 'header'] }, required: { type: 'boolean' }, schema: ANY_OBJECT },
      { description: TEXT },
    ),
    response: exactly(
      { description: TEXT, content: { $ref: '#/$defs/content' } },
      { headers: named({ oneOf: [{ $ref: '#/$defs/header' }, REFERENCE] }) },
    ),
    header: exactly({ description: TEXT, schema: ANY_OBJECT }, { required: { type: 'boolean' } }),
    content: {
      ...named(
        exactly(
          { schema: ANY_OBJECT },
          { example: {}, examples: named({ oneOf: [exactly({ value: {} }), REFERENCE] }) },
        ),
      ),
      propertyNames: { pattern: '^[\\w*]+/[\\w*-]+$' },
      minProperties: 1,
    },
    securityScheme: {
      oneOf: [
        exactly({ type: { const: 'apiKey' }, in: { const: 'header' }, name: TEXT }, { description: TEXT }),
        exactly({ type: { const: 'http' }, scheme: TEXT }, { description: TEXT }),
      ],
    },
  },
}

/** Returns the schema of an object with the required properties, perhaps the optional ones, and no others. */
function exactly(required: object, optional: object = {}): AnySchemaObject {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

/** Returns the schema of an object with any property names. */
function named(value: object): AnySchemaObject {
  return { type: 'object', additionalProperties: value }
}

/** Returns the method of a route and its path as in the document, without a trailing slash. */
function addressOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`
}

/** Resolves a reference, and returns any other value unchanged. */
function resolved(document: Document, part: object): AnySchemaObject {
  const [, , section = '', name = ''] = String((part as AnySchemaObject).$ref ?? '').split('/')
  const { components } = document as unknown as { components: Record<string, Record<string, object>> }
  return components[section]?.[name] ?? part
}

/** Returns every field of a schema at any depth, with its path. */
function fieldsIn(place: string, schema: AnySchemaObject): [string, AnySchemaObject][] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema
  const fields = Object.entries<AnySchemaObject>(properties).map(
    ([name, field]) => [`${place}.${name}`, field] as const,
  )
  const parts = [items ?? [], additionalProperties ?? [], anyOf].flat().map((part) => [`${place}[]`, part] as const)
  const below = [...fields, ...parts].flatMap(([where, part]) => fieldsIn(where, part))
  return [...fields.map(([where, field]): [string, AnySchemaObject] => [where, field]), ...below]
}

function operationsOf({ paths }: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Returns every schema of a document with its location: those of the components, and each property named `schema`. */
function schemasIn(document: Document): [place: string, schema: AnySchemaObject][] {
  const ofComponents = Object.entries(document.components.schemas)
  return [...ofComponents, ...schemasBelow(document.paths, '')]
}

function schemasBelow(value: object, place: string): [string, AnySchemaObject][] {
  return Object.entries(value).flatMap(([name, child]) => {
    if (typeof child !== 'object' || child === null) return []
    const below = `${place} ${name}`
    return name === 'schema' ? [[below, child] as [string, AnySchemaObject]] : schemasBelow(child, below)
  })
}

function problemsOf(ajv: Ajv2020, place: string, schema: AnySchemaObject, components: object): string[] {
  try {
    const whole = JSON.stringify({ ...schema, $defs: components })
    ajv.compile(JSON.parse(whole.replaceAll('"#/components/', '"#/$defs/')))
    return []
  } catch (error) {
    return [`${place}: ${error instanceof Error ? error.message : error}`]
  }
}

function bodySchemasOf(document: Document) {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    return schema ? [{ place: `${method} ${path}`, schema: schema as BodySchema }] : []
  })
}

interface BodySchema {
  readonly properties: Readonly<Record<string, AnySchemaObject>>
  readonly required?: readonly string[]
}

/** Returns the error codes that the schemas in a part of the document allow. */
function codesIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  const { properties } = part as AnySchemaObject
  return [...(properties?.code?.enum ?? []), ...Object.values(part).flatMap(codesIn)]
}
