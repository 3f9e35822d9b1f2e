import { type AnySchema, isSchema } from 'yup'
import { isErrorKind } from '../errors/define-errors.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { didYouMean } from '../text/did-you-mean.js'
import { mustBeFunction, mustBeObject, type Rule } from './rules.js'

const mustBeListOf = (isItem: (item: unknown) => boolean, problem: string): Rule => {
  return (part) => (Array.isArray(part) && [...part].every(isItem) ? undefined : problem) // every() skips holes
}

const RULES: Readonly<Record<Exclude<keyof AnyPlugin, 'name'>, Rule>> = {
  dependsOn: mustBeListOf((name) => typeof name === 'string', 'must be a list of names of plugins.'),
  settings: (part) => (isSchema(part) && (part as AnySchema).type === 'object' ? undefined : 'must be a yup object().'),
  errors: (part) =>
    mustBeObject(part) === undefined && Object.values(part as object).every(isErrorKind)
      ? undefined
      : 'must be what defineErrors({ … }) returns.',
  migrations: mustBeListOf(isMigration, 'must be a list of { name, up }.'),
  beforeMigrations: mustBeFunction,
  services: mustBeObject,
  contributes: mustBeFunction,
  routes: mustBeFunction,
  preflight: mustBeFunction,
  start: mustBeFunction,
  stop: mustBeFunction,
}

/** Returns problems of the parts of a plugin, which the compiler may not have checked. */
export function pluginPartProblems(plugin: AnyPlugin): string[] {
  return Object.entries(plugin).flatMap(([part, value]) => {
    const problem = part === 'name' || value === undefined ? undefined : ruleOf(part)(value)
    return problem === undefined ? [] : [`The plugin "${plugin.name}" is invalid: its ${part} ${problem}`]
  })
}

function ruleOf(part: string): Rule {
  if (Object.hasOwn(RULES, part)) return RULES[part as keyof typeof RULES]
  const parts = Object.keys(RULES)
  return () => `is not a part of a plugin.${didYouMean(part, parts)} The parts are name, ${parts.join(', ')}.`
}

function isMigration(step: unknown): boolean {
  const { name, up } = (step ?? {}) as { name?: unknown; up?: unknown }
  return typeof name === 'string' && typeof up === 'function'
}
