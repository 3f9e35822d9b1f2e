import type { Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import type { KernelOptions } from '../kernel.js'
import { hostKnexProblem } from '../storage/host-knex.js'
import { didYouMean } from '../text/did-you-mean.js'
import { isPlainObject, mustBeFunction, type Rule } from './rules.js'

type Values = Readonly<Record<string, unknown>>

/** Returns a rule for an object that must have these methods. `what` describes it in the problem. */
const mustHaveMethods =
  (what: string, ...methods: string[]): Rule =>
  (value) =>
    methods.every((method) => typeof (value as Values | null)?.[method] === 'function') ? undefined : `must be ${what}.`

const mustBeKnex = mustHaveMethods('a Knex, as knex({ client, connection }) returns it', 'raw', 'transaction')

const RULES: Readonly<Record<keyof KernelOptions, Rule>> = {
  settings: (value) =>
    typeof value === 'function' || isPlainObject(value)
      ? undefined
      : 'must be an object, or a function that returns one.',
  nameOfSetting: mustBeFunction,
  knex: (value) => mustBeKnex(value) ?? hostKnexProblem(value as Knex),
  logger: mustHaveMethods(
    'a logger such as bunyan.createLogger() returns',
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'child',
  ),
  writeLog: mustBeFunction,
  basePath: (value) =>
    typeof value === 'string' && /^(\/[^?#\s:*]*)?$/.test(value) ? undefined : 'must be a path such as "/api".',
  announce: mustBeFunction,
  reportFault: mustBeFunction,
  copiedFile: (value) => (value === 'refused' || value === 'accepted' ? undefined : 'must be "refused" or "accepted".'),
  pendingMigrations: (value) =>
    value === 'applied' || value === 'refused' ? undefined : 'must be "applied" or "refused".',
  clock: mustHaveMethods('an object with now()', 'now'),
  randomness: mustHaveMethods('an object with identifier() and key()', 'identifier', 'key'),
}

/** Checks the options of `createKernel`. Throws one `StartupError` with every problem. */
export function checkOptions(options: KernelOptions): void {
  if (!isPlainObject(options)) throw new StartupError('The options of a kernel must be an object.')
  const problems = Object.entries(options).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : ruleOf(name)(value)
    return problem === undefined ? [] : [`${name} ${problem}`]
  })
  if (problems.length > 0) throw new StartupError(problems)
}

function ruleOf(name: string): Rule {
  return Object.hasOwn(RULES, name)
    ? RULES[name as keyof KernelOptions]
    : () => `is not a kernel option.${didYouMean(name, Object.keys(RULES))} Pass settings in \`settings\`.`
}
