import { type ObjectSchema, ValidationError } from 'yup'
import { StartupError } from '../errors/startup-error.js'
import { didYouMean } from '../text/did-you-mean.js'
import { unknownProperties } from './unknown-properties.js'

/** Setting values by name in camel case, from a host's options or the service's environment. */
export type SettingValues = Readonly<Record<string, unknown>>

/** The settings of one owner: a plugin, or the kernel itself. */
export interface SettingsGroup {
  readonly owner: string
  readonly schema: ObjectSchema<object>
}

/** Options of `validateSettings`. */
export interface ValidateSettingsOptions {
  /** Returns the name of a setting for messages, as the reader has set it: `PLINTH_PORT`, or `port`. */
  readonly nameOf?: (setting: string, owner: string) => string
  /** Names other than those of settings that are suggested for a misspelt one. */
  readonly otherNames?: readonly string[]
  /** What to do about an unknown setting that resembles no name. */
  readonly unknownRemedy?: string
}

/**
 * Validates the settings of all owners together. Returns the frozen settings by owner, with defaults filled in. Values
 * are not cast, and unknown settings are rejected. Throws one `StartupError` that lists every problem.
 */
export function validateSettings(
  groups: readonly SettingsGroup[],
  values: SettingValues,
  options: ValidateSettingsOptions = {},
): ReadonlyMap<string, object> {
  const { nameOf = (setting: string) => setting } = options
  const problems: string[] = []
  const settings = new Map<string, object>()
  for (const { owner, schema } of groups) {
    const ownValues = withDefaults(schema, values)
    problems.push(...problemsOf(schema, ownValues, (setting) => nameOf(setting, owner)))
    for (const { path, problem } of unknownProperties(schema, ownValues))
      problems.push(`${nameOf(path, owner)} ${problem}`)
    settings.set(owner, frozenCopy(ownValues) as object)
  }
  problems.push(...unknownSettings(groups, values, options))
  if (problems.length > 0) throw new StartupError([...new Set(problems)])
  return settings
}

function unknownSettings(
  groups: readonly SettingsGroup[],
  values: SettingValues,
  { otherNames = [], unknownRemedy = 'Check its spelling, or add its plugin.' }: ValidateSettingsOptions,
): string[] {
  const known = new Set(groups.flatMap(({ schema }) => Object.keys(schema.fields)))
  const unknown = Object.keys(values).filter((name) => values[name] !== undefined && !known.has(name))
  return unknown.map(
    (name) =>
      `${name} is not a setting of the kernel or of one of its plugins.` +
      (didYouMean(optionOf(name), [...known, ...otherNames]) || ` ${unknownRemedy}`),
  )
}

/** Returns the name of an environment variable as that of an option, apart from case: `PORT` for `PLINTH_PORT`. */
const optionOf = (name: string) =>
  name.startsWith('PLINTH_') ? name.slice('PLINTH_'.length).replaceAll('_', '') : name

function withDefaults(schema: ObjectSchema<object>, values: SettingValues): Record<string, unknown> {
  const defaults = schema.getDefault() as Record<string, unknown>
  const names = Object.keys(schema.fields)
  return Object.fromEntries(names.map((name) => [name, values[name] ?? defaults[name]]))
}

function problemsOf(schema: ObjectSchema<object>, values: object, nameOf: (setting: string) => string): string[] {
  try {
    schema.validateSync(values, { strict: true, abortEarly: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return error.inner.map(({ path = '', type, params, message }) =>
      describeProblem(
        nameOf(path),
        type,
        params,
        message.startsWith(`${path} `) ? message.slice(path.length + 1) : message,
      ),
    )
  }
}

/** yup's default messages for a missing value. */
const DEFAULT_MESSAGE = /^(is a required field|must be defined|cannot be null)$/

/** Replaces yup's message for a wrong type, because it repeats the value, which may be a secret. */
function describeProblem(
  name: string,
  type: string | undefined,
  params: Record<string, unknown> | undefined,
  message: string,
): string {
  if (type === 'typeError') return `${name} must be ${inWords(String(params?.type))}.`
  if (type === 'optionality' && DEFAULT_MESSAGE.test(message)) return `${name} is required.`
  return `${name} ${message}`
}

function inWords(type: string): string {
  if (type === 'boolean') return 'true or false (on or off in the environment)'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

/** Copies and freezes lists and plain objects at every depth. Other objects belong to the host and are not frozen. */
function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, frozenCopy(part)])))
}
