import { type ObjectSchema, ValidationError } from 'yup'
import { StartupError } from '../errors/startup-error.js'

/** Values by setting, in camel case: what a host passes as options and the service reads from the environment. */
export type SettingValues = Readonly<Record<string, unknown>>

/** The settings of one owner: a plugin, or the kernel itself. */
export interface SettingsGroup {
  readonly owner: string
  readonly schema: ObjectSchema<object>
}

export interface ValidateSettingsOptions {
  /** How a setting is called where the reader of a message set it: `PLINTH_PORT`, or `port`. */
  readonly nameOf?: (setting: string) => string
}

/**
 * Checks all settings of all owners at once and freezes what each owner gets, with defaults filled in. Nothing is cast.
 * Throws one `StartupError` that lists every problem.
 */
export function validateSettings(
  groups: readonly SettingsGroup[],
  values: SettingValues,
  { nameOf = (setting) => setting }: ValidateSettingsOptions = {},
): ReadonlyMap<string, object> {
  const problems: string[] = []
  const settings = new Map<string, object>()
  for (const { owner, schema } of groups) {
    const chosen = withDefaults(schema, values)
    problems.push(...problemsOf(schema, chosen, nameOf))
    settings.set(owner, deeplyFrozen(chosen))
  }
  if (problems.length > 0) throw new StartupError([...new Set(problems)])
  return settings
}

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
      sentence(nameOf(path), type, params, message.startsWith(`${path} `) ? message.slice(path.length + 1) : message),
    )
  }
}

/** yup's own text of a wrong type repeats the value, which may be a secret. */
function sentence(
  name: string,
  type: string | undefined,
  params: Record<string, unknown> | undefined,
  message: string,
): string {
  if (type === 'typeError') return `${name} must be ${withArticle(String(params?.type))}.`
  if (type === 'optionality') return `${name} is required.`
  return `${name} ${message}`
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function deeplyFrozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deeplyFrozen(part)
  return Object.freeze(value)
}
