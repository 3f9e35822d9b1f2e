import { isLevel } from './is-level.js'

type Values = Readonly<Record<string, unknown>>
/** Checks a field. Returns the end of a sentence that says what it must be, or `undefined`. */
type Rule = (value: unknown) => string | undefined

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const mustBeText: Rule = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a non-empty string'
const mustBeTextIfAny: Rule = (value) =>
  value === undefined || mustBeText(value) === undefined ? undefined : 'must be a non-empty string if there is one'
const mustBeLevel: Rule = (value) => (isLevel(value) ? undefined : 'must be a whole number of 0 or more')
const mustBeFlag: Rule = (value) =>
  value === undefined || typeof value === 'boolean' ? undefined : 'must be true or false if there is one'
const mustBeTime: Rule = (value) =>
  value === undefined || value === null || Number.isFinite(value)
    ? undefined
    : 'must be a time in ms or null if there is one'
const mustBeProfile: Rule = (value) => {
  if (value === undefined) return undefined
  const { email, name, lastname } = isObject(value) ? value : {}
  return typeof email === 'string' && isTextOrNull(name) && isTextOrNull(lastname)
    ? undefined
    : 'must have an email, and a name and lastname that are strings or null, if there is one'
}

const ROLE_RULES: Readonly<Record<string, Rule>> = { name: mustBeText, level: mustBeLevel }
const RULES = new Map<unknown, Readonly<Record<string, Rule>>>([
  [
    'user',
    {
      identifier: mustBeText,
      username: mustBeText,
      sessionId: mustBeText,
      keyId: mustBeTextIfAny,
      mustChangePassword: mustBeFlag,
      freshUntil: mustBeTime,
      expiresAt: mustBeTime,
      profile: mustBeProfile,
    },
  ],
  ['third-party', { tokenId: mustBeText, expiresAt: mustBeTime }],
])

/**
 * Returns what is wrong with the holder of a key, such as "its role.level must be …", or `undefined`. Checked at run
 * time, because access depends on every field, and a plugin or host may not be type-checked.
 */
export function principalProblem(principal: unknown): string | undefined {
  if (!isObject(principal)) return 'it must be an object'
  const rules = RULES.get(principal.kind)
  if (!rules) return 'its kind must be "user" or "third-party"'
  if (!isObject(principal.role)) return 'its role must be an object'
  return fieldsProblem(principal, rules, 'its ') ?? fieldsProblem(principal.role, ROLE_RULES, 'its role.')
}

function fieldsProblem(values: Values, rules: Readonly<Record<string, Rule>>, prefix: string): string | undefined {
  for (const name in rules) {
    const problem = rules[name]?.(values[name])
    if (problem !== undefined) return `${prefix}${name} ${problem}`
  }
  return undefined
}

/**
 * Copies a principal, so that the plugin cannot change it after it was checked. Reads each field once, including
 * accessors of a class. A value that is not an object is returned unchanged.
 */
export function copyPrincipal(principal: unknown): unknown {
  if (!isObject(principal)) return principal
  const { kind, role } = principal
  const fields = copyFields(principal, Object.keys(RULES.get(kind) ?? {}))
  return { ...fields, kind, role: isObject(role) ? copyFields(role, Object.keys(ROLE_RULES)) : role }
}

function copyFields(values: Values, names: readonly string[]): Values {
  const copy: Record<string, unknown> = { ...values }
  for (const name of names) {
    if (!Object.hasOwn(copy, name) && name in values) copy[name] = values[name]
  }
  return copy
}
