import { readFileSync } from 'node:fs'
import { type AnyPlugin, type SettingValues, StartupError } from '@plinth/kernel'
import { checkSettings, kernelSettingsSchema } from '@plinth/kernel/composition'
import { didYouMean } from '@plinth/kernel/tools'
import type { AnySchema } from 'yup'
import { withAuditKeys } from '../audit-keys.js'
import { withPlaceholderKey } from '../key-file.js'
import { variableOf } from './variable-of.js'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from an environment and converts them to the types that the kernel and the plugins declare. A
 * value that cannot be converted stays a string, and validation then reports its setting. A secret can be read from a
 * file (`…_FILE`). Throws a `StartupError` if a file cannot be read or a secret is set twice.
 */
export function readEnvironment(environment: Environment, plugins: readonly AnyPlugin[]): SettingValues {
  const { values, problems } = readAll(environment, plugins)
  if (problems.length > 0)
    throw new StartupError([...problems, ...otherProblems(withPlaceholderKeys(values), plugins, problems)])
  return values
}

/** The valid settings of an environment, and the problems of the invalid ones. */
export interface ValidatedEnvironment {
  /** The valid settings. */
  readonly values: SettingValues
  readonly problems: readonly string[]
  /** The names of the invalid settings. */
  readonly invalid: ReadonlySet<string>
}

/** Reads the settings of an environment, and sorts them into valid and invalid ones. */
export function validateEnvironment(environment: Environment, plugins: readonly AnyPlugin[]): ValidatedEnvironment {
  const { values, problems: unreadable } = readAll(environment, plugins)
  const problems = [...unreadable, ...otherProblems(withPlaceholderKeys(values), plugins, unreadable)]
  const variables = new Set(problems.map(variableIn))
  const names = settingsOf(plugins).map(([setting]) => setting)
  const invalid = new Set(names.filter((setting) => variables.has(variableOf(setting))))
  const valid = Object.entries(values).filter(([setting]) => !invalid.has(setting))
  return { values: Object.fromEntries(valid), problems, invalid }
}

/** Adds placeholders for the keys that a start would generate, so that validation does not report them as missing. */
export function withPlaceholderKeys(values: SettingValues): SettingValues {
  return withAuditKeys(withPlaceholderKey(values, undefined))
}

function readAll(
  environment: Environment,
  plugins: readonly AnyPlugin[],
): { values: SettingValues; problems: readonly string[] } {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [setting, schema] of settingsOf(plugins)) {
    const text = textOf(setting, schema, environment, problems)
    if (text !== undefined) values[setting] = convert(text, schema)
  }
  return { values, problems }
}

/** Returns the variable that a problem begins with. */
function variableIn(problem: string): string {
  return (problem.split(' ')[0] ?? '').replace(/_FILE$/, '')
}

/** Returns the problems of the settings that could be read, so that all problems are reported at once. */
function otherProblems(
  values: SettingValues,
  plugins: readonly AnyPlugin[],
  unreadable: readonly string[],
): readonly string[] {
  const known = new Set(unreadable.map(variableIn))
  try {
    checkSettings(plugins, values, { nameOf: variableOf })
    return []
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.problems.filter((problem) => !known.has(variableIn(problem)))
  }
}

/** Returns variables with the prefix `PLINTH_` that are not settings: usually spelling mistakes. */
export function unknownVariables(environment: Environment, plugins: readonly AnyPlugin[]): string[] {
  const known = knownVariables(plugins)
  return Object.keys(environment).filter((name) => name.startsWith('PLINTH_') && !known.has(name))
}

/** Returns "Did you mean …?" for an unknown variable, to append to a message; empty if none is similar. */
export function suggestVariable(name: string, plugins: readonly AnyPlugin[]): string {
  return didYouMean(name, knownVariables(plugins))
}

function knownVariables(plugins: readonly AnyPlugin[]): ReadonlySet<string> {
  const variables = settingsOf(plugins).flatMap(([setting, schema]) =>
    isSecret(schema) ? [variableOf(setting), `${variableOf(setting)}_FILE`] : [variableOf(setting)],
  )
  return new Set(variables)
}

/** Returns the files with secrets, keyed by variable. */
export function secretFiles(environment: Environment, plugins: readonly AnyPlugin[]): ReadonlyMap<string, string> {
  const variables = settingsOf(plugins).filter(([, schema]) => isSecret(schema))
  const files = variables.map(([setting]) => `${variableOf(setting)}_FILE`)
  return new Map(files.flatMap((variable) => (environment[variable] ? [[variable, environment[variable]]] : [])))
}

/** Returns every setting with its schema. */
export function settingsOf(plugins: readonly AnyPlugin[]): [string, AnySchema][] {
  const schemas = [kernelSettingsSchema, ...plugins.flatMap(({ settings }) => settings ?? [])]
  return schemas.flatMap((schema) => Object.entries(schema.fields as Record<string, AnySchema>))
}

/** Part of the problem of a secret file that belongs to another user. */
export const NOT_READABLE = 'this user may not read'

function textOf(setting: string, schema: AnySchema, environment: Environment, problems: string[]): string | undefined {
  const variable = variableOf(setting)
  const text = environment[variable]
  const file = isSecret(schema) ? environment[`${variable}_FILE`] : undefined
  if (file === undefined || file === '') return text === '' ? undefined : text
  if (text !== undefined && text !== '')
    problems.push(`${variable} and ${variable}_FILE are both set. Set only one of them.`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const isForbidden = (error as { code?: string }).code === 'EACCES'
    problems.push(`${variable}_FILE names a file that ${isForbidden ? NOT_READABLE : 'cannot be read'}: ${file}`)
    return undefined
  }
}

/** Returns whether a setting is a secret, which can be read from a file and must never be shown. */
export function isSecret(schema: AnySchema): boolean {
  return (schema.meta() as { secret?: boolean } | undefined)?.secret === true
}

function convert(text: string, schema: AnySchema): unknown {
  const { type } = schema
  if (type === 'array')
    return text
      .split(isSecret(schema) ? /\r?\n/ : ',') // a key may contain a comma
      .map((item) => item.trim())
      .filter(Boolean)
  if (type === 'boolean') return { on: true, true: true, off: false, false: false }[text.toLowerCase()] ?? text
  const isNumeric = /^-?\d+(\.\d+)?$/.test(text)
  return isNumeric && (type === 'number' || type === 'mixed') ? Number(text) : text
}
