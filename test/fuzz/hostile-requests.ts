import { TEST_PASSWORD } from '@plinth/testing'
import fc from 'fast-check'
import { smallPlant } from '../support/configuration.js'
import type { FieldSchema, Operation } from './operations.js'

/** Who sends a request: a client without a valid key, a user of a role, or a token of a role. */
export const CALLERS = [
  'anonymous',
  'a made-up key',
  'a forged token',
  ...['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest'],
  ...['token of sudo', 'token of admin', 'token of operator'],
] as const
export type Caller = (typeof CALLERS)[number]

/** The callers with the most privileges. */
export const PRIVILEGED_CALLERS: readonly Caller[] = ['sudo', 'admin', 'token of sudo', 'token of admin']

/** A request as it is sent. */
export interface HostileRequest {
  readonly caller: Caller
  readonly operation: string
  /** Whether its operation requires, accepts or ignores a key. */
  readonly keys: Operation['keys']
  readonly method: string
  readonly path: string
  /** JSON or any other text; undefined for no body. */
  readonly body: string | undefined
  readonly contentType: string | undefined
}

/** Part of every generated password. It must appear in no response and no log line. */
export const SECRET_MARK = 'Zebra-crossing'

const PEOPLE = [
  'sudo',
  'admin',
  'supervisor',
  'operator',
  'auditor',
  'guest',
  'newcomer',
  'SUDO',
  'Admin',
  'ｓｕｄｏ',
  'sudo ',
]
const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest', 'SUDO', ' sudo', 'nothing']
const TEXTS = [
  ...[
    '',
    ' ',
    '0',
    'null',
    'true',
    '../../etc/passwd',
    "'; DROP TABLE plinth_users; --",
    '" OR 1=1',
    '$where',
    '%00',
    '%s%n',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202eodus',
    'é',
    'e\u0301',
    '😀',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '__proto__',
  ],
  ...['a'.repeat(64), 'a'.repeat(65), 'a'.repeat(255), 'a'.repeat(256), 'a'.repeat(5_000), '\r\nX-Injected: 1'],
]
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[]],
    [null],
    { a: { b: {} } },
  ],
  ...[
    '1e400',
    { $gt: '' },
    { length: 1e9 },
    ['sudo'],
    { toString: 'x' },
    { valueOf: null },
    { constructor: { prototype: 1 } },
  ],
]

const password = fc.oneof(
  { weight: 3, arbitrary: fc.constant(TEST_PASSWORD) }, // the initial password of all users
  fc.constantFrom(`${SECRET_MARK} 1`, `${SECRET_MARK} 22`, `${SECRET_MARK}${'x'.repeat(80)}`, `${SECRET_MARK}\u0000`),
  fc.string().map((text) => `${SECRET_MARK}${text}`),
)

/** Generates a value with a probability of 1 in `oneIn`, otherwise `undefined`. */
function rarely<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 1, arbitrary }, { weight: oneIn - 1, arbitrary: fc.constant(undefined) })
}

/** Generates mostly plausible values for a field, and occasionally hostile ones. */
function valueFor(name: string, schema: FieldSchema): fc.Arbitrary<unknown> {
  const hostile = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.constantFrom(...TEXTS), fc.string(), fc.jsonValue())
  return fc.oneof({ weight: 12, arbitrary: likely(name, schema) }, { weight: 1, arbitrary: hostile })
}

function likely(
  name: string,
  { type, enum: choices, minimum = 0, maximum = minimum + 1_000 }: FieldSchema,
): fc.Arbitrary<unknown> {
  if (/password/.test(name)) return password
  if (choices) return fc.constantFrom(...choices)
  if (/username/.test(name)) return fc.constantFrom(...PEOPLE)
  if (/role/.test(name)) return fc.constantFrom(...ROLES)
  if (/email/.test(name))
    return fc.constantFrom('sudo@localhost', 'a@b', 'newcomer@plant.test', 'Sudo@LOCALHOST', 'a'.repeat(129))
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.integer({ min: minimum - 1, max: maximum + 1 })
  return fc.oneof(fc.constantFrom(...TEXTS), fc.string())
}

const extraField = fc.tuple(
  fc.constantFrom(
    'role',
    'level',
    'identifier',
    'id',
    'is_admin',
    'password_hash',
    '__proto__',
    'constructor',
    'disabled_at',
  ),
  fc.constantFrom<unknown>('sudo', 0, true, { level: 0 }),
)

function jsonBody({ fields = {}, required }: Operation): fc.Arbitrary<string> {
  const present = Object.entries(fields).map(([name, schema]) => {
    const value = valueFor(name, schema)
    const weight = required.includes(name) ? 9 : 3
    return fc.oneof(
      { weight, arbitrary: value.map((it) => [name, it] as const) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
  })
  const fieldList = fc.tuple(...present, rarely(extraField, 10))
  // Concatenated, because an object cannot have a field `__proto__` to be serialised.
  const object = fieldList.map((entries) => {
    const members = entries
      .filter((it) => it !== undefined)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`)
    return `{${members.join(',')}}`
  })
  const notAnObject = fc.oneof(
    fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":1}}', '[1,2', '\ufeff{}'),
    fc.json(),
    fc.string(),
  )
  return fc.oneof({ weight: 12, arbitrary: object }, { weight: 1, arbitrary: notAnObject })
}

/** A configuration file with arbitrary contents, or text that is not a configuration. */
const configuration = fc.oneof(
  fc.constant(JSON.stringify({ version: '1.0', data: smallPlant() })),
  fc
    .record({
      Roles: fc.array(
        fc.record({
          name: fc.constantFrom('root', 'SUDO', 'welder'),
          level: fc.constantFrom<unknown>(-1, 0, 1, 50, '0', null),
        }),
      ),
      Users: fc.array(
        fc.record({
          username: fc.constantFrom(...PEOPLE, 'intruder'),
          email: fc.constantFrom('intruder@plant.test', 'sudo@localhost'),
          role: fc.constantFrom<unknown>('sudo', 'admin', { name: 'sudo' }, 'guest', null),
          password: password,
        }),
      ),
      Tags: fc.array(
        fc.record({
          id: fc.constantFrom(...TEXTS),
          name: fc.constantFrom(...TEXTS),
          unit: fc.constantFrom<unknown>('bar', { name: 'bar' }, 7, null),
        }),
      ),
    })
    .map((data) => JSON.stringify({ version: '1.0', data })),
  fc.json(),
  fc.string(),
)

const BOUNDARY = 'fuzz-boundary'
const form = (file: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`

const queryText = fc.oneof(
  fc.constantFrom('1', '0', 'true', 'false', '-1', '1e3', '', 'x', '%00', '9'.repeat(30)),
  fc.nat().map(String),
)

function pathOf({ path, query }: Operation): fc.Arbitrary<string> {
  const names = path.match(/\{\w+\}/g) ?? []
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PEOPLE, '1', '2', '3', 'swagger-ui.css', 'start.js') },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...TEXTS), fc.string()) },
  )
  const documented = fc.tuple(
    ...Object.keys(query).map((name) =>
      rarely(
        queryText.map((value) => `${name}=${value}`),
        2,
      ),
    ),
  )
  const extra = rarely(fc.constantFrom('api_key=stolen', 'role=sudo', 'limit=1&limit=2', '__proto__[x]=1'), 10)
  return fc.tuple(fc.tuple(...names.map(() => segment)), documented, extra).map(([segments, parameters, more]) => {
    const filled = names.reduce((all, name, index) => all.replace(name, encodeSafely(segments[index] ?? '')), path)
    const search = [...parameters, more].filter((it) => it !== undefined).join('&')
    return search === '' ? filled : `${filled}?${search}`
  })
}

/** Encodes a text after replacing lone surrogates, which cannot be encoded. */
const encodeSafely = (text: string) => encodeURIComponent(text.toWellFormed?.() ?? Buffer.from(text).toString())

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  '',
]

/** Generates valid, nearly valid and hostile requests for an operation. */
export function requestsFor(
  operation: Operation,
  caller: fc.Arbitrary<Caller> = fc.constantFrom(...CALLERS),
): fc.Arbitrary<HostileRequest> {
  const content: fc.Arbitrary<readonly [string | undefined, string | undefined]> = operation.takesFile
    ? configuration.map((file) => [form(file), `multipart/form-data; boundary=${BOUNDARY}`] as const)
    : operation.fields
      ? jsonBody(operation).map((text) => [text, 'application/json'] as const)
      : rarely(fc.json(), 10).map((text) => [text, text === undefined ? undefined : 'application/json'] as const)
  const otherType = rarely(fc.constantFrom(...CONTENT_TYPES), 25)
  return fc
    .record({ caller, path: pathOf(operation), content, otherType })
    .map(({ caller, path, content: [body, contentType], otherType: other }) => ({
      caller,
      operation: `${operation.method} ${operation.path}`,
      keys: operation.keys,
      method: operation.method,
      path,
      body,
      contentType: body !== undefined && other !== undefined ? other : contentType,
    }))
}
