import { readFileSync } from 'node:fs'
import { type AnyPlugin, checkSettings, kernelSettingsSchema, type SettingValues, StartupError } from '@plinth/kernel'
import type { AnySchema } from 'yup'
import { variableOf } from './setting-names.js'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The settings that an environment holds, as the types that the kernel and the plugins declare for them. What cannot be read as
 * its type stays a text, which the check of the settings then refuses by name. A secret may be given as a file (`…_FILE`).
 */
export function readEnvironment(environment: Environment, plugins: readonly AnyPlugin[]): SettingValues {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [setting, schema] of settingsOf(plugins)) {
    const text = textOf(setting, schema, environment, problems)
    if (text !== undefined) values[setting] = typed(text, schema.type)
  }
  const unread = problems.map((problem) => problem.split('_FILE')[0] ?? '')
  if (problems.length > 0) throw new StartupError([...problems, ...otherProblems(values, plugins, unread)])
  return values
}

/** What is wrong with the settings that could be read, so that all is said at once. */
function otherProblems(
  values: SettingValues,
  plugins: readonly AnyPlugin[],
  unread: readonly string[],
): readonly string[] {
  try {
    checkSettings(plugins, values, { nameOf: variableOf })
    return []
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.problems.filter((problem) => !unread.some((variable) => problem.startsWith(`${variable} `)))
  }
}

/** Variables with our prefix that no setting has; a spelling mistake, most often. */
export function unknownVariables(environment: Environment, plugins: readonly AnyPlugin[]): string[] {
  const known = new Set(
    settingsOf(plugins).flatMap(([setting, schema]) =>
      isSecret(schema) ? [variableOf(setting), `${variableOf(setting)}_FILE`] : [variableOf(setting)],
    ),
  )
  return Object.keys(environment).filter((name) => name.startsWith('PLINTH_') && !known.has(name))
}

function settingsOf(plugins: readonly AnyPlugin[]): [string, AnySchema][] {
  const schemas = [kernelSettingsSchema, ...plugins.flatMap(({ config }) => config ?? [])]
  return schemas.flatMap((schema) => Object.entries(schema.fields as Record<string, AnySchema>))
}

function textOf(setting: string, schema: AnySchema, environment: Environment, problems: string[]): string | undefined {
  const variable = variableOf(setting)
  const text = environment[variable]
  const file = isSecret(schema) ? environment[`${variable}_FILE`] : undefined
  if (file === undefined || file === '') return text === '' ? undefined : text
  if (text !== undefined && text !== '')
    problems.push(`${variable} and ${variable}_FILE are both set. Keep one of them.`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    problems.push(`${variable}_FILE names a file that cannot be read: ${file}`)
    return undefined
  }
}

function isSecret(schema: AnySchema): boolean {
  return (schema.describe() as { meta?: { secret?: boolean } }).meta?.secret === true
}

function typed(text: string, type: string): unknown {
  if (type === 'array')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  if (type === 'boolean') return { on: true, true: true, off: false, false: false }[text.toLowerCase()] ?? text
  const isNumeric = /^-?\d+(\.\d+)?$/.test(text)
  return isNumeric && (type === 'number' || type === 'mixed') ? Number(text) : text
}
