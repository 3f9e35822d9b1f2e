import { StartupError } from '../errors/startup-error.js'
import type { ContributionOfPlugin } from '../plugins/contributions.js'
import * as kernelPoints from '../plugins/points.js'
import { isLevel } from '../security/is-level.js'
import { mustBeFunction, mustBeObject, quoted, type Rule } from './rules.js'

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/
/** Fields that the index, the response at `/`, has in addition to one for each page. */
const INDEX_NAMES: readonly unknown[] = ['name', 'openapi', 'health']
const METRIC_TYPES: readonly unknown[] = ['gauge', 'counter']

const mustBeFunctionIfAny: Rule = (member) => (member === undefined ? undefined : mustBeFunction(member))
const mustBeNonEmptyString: Rule = (member) =>
  typeof member === 'string' && member !== '' ? undefined : 'must be a non-empty string.'
const mustBePath: Rule = (member) =>
  String(member).startsWith('/') ? undefined : 'must be a path below the base path, such as "/docs".'
const mustBeLevel: Rule = (member) => (isLevel(member) ? undefined : 'must be a level: a whole number, 0 or more.')
const mustBeKebabCase: Rule = (member) =>
  /^[a-z][a-z0-9-]*$/.test(String(member)) ? undefined : 'must be a name in kebab case, such as "pumps".'
const mustBePageName: Rule = (member) =>
  /^[a-z]\w*$/.test(String(member)) && !INDEX_NAMES.includes(member)
    ? undefined
    : `must be a word in camel case, and none of ${INDEX_NAMES.join(', ')}.`
const mustBeCode: Rule = (member) =>
  /^[A-Z][A-Z0-9_]*$/.test(String(member)) ? undefined : 'must be a word in capitals, such as "SIGNUP_OPEN".'
const mustBeMetricName: Rule = (member) =>
  METRIC_NAME.test(String(member))
    ? undefined
    : 'must consist of letters, digits, "_" and ":", and not start with a digit.'
const mustBeMetricType: Rule = (member) =>
  METRIC_TYPES.includes(member) ? undefined : `must be "gauge" or "counter", and is ${describeValue(member)}.`
const mustBeLabels: Rule = (member = []) =>
  Array.isArray(member) && member.every((label) => LABEL_NAME.test(String(label)))
    ? undefined
    : 'must be a list of names that consist of letters, digits and "_", and do not start with a digit.'

const mustBeStrings: Rule = (member) =>
  Array.isArray(member) && member.every((item) => typeof item === 'string') ? undefined : 'must be a list of strings.'

/** The extension points of the kernel, by name. */
const POINTS = { ...kernelPoints }

/**
 * Rules for the members of contributions, by extension point of the kernel. The plugin `config-transfer` checks
 * configuration tables in more detail.
 */
const MEMBER_RULES: Readonly<Record<keyof typeof POINTS, Readonly<Record<string, Rule>>>> = {
  accessRevocations: { revoke: mustBeFunction },
  authenticators: { name: mustBeNonEmptyString, authenticate: mustBeFunction, confirm: mustBeFunction },
  configurationTables: {
    name: mustBeNonEmptyString,
    table: mustBeNonEmptyString,
    key: mustBeStrings,
    fields: mustBeObject,
  },
  consolePages: { title: mustBeNonEmptyString, path: mustBeKebabCase, maxLevel: mustBeLevel, module: mustBePath },
  denialObservers: { requestDenied: mustBeFunction },
  eventRecorders: { record: mustBeFunction },
  healthChecks: { name: mustBeNonEmptyString, check: mustBeFunction },
  historicalTables: { name: mustBeNonEmptyString, table: mustBeNonEmptyString, fields: mustBeObject },
  metrics: {
    name: mustBeMetricName,
    help: mustBeNonEmptyString,
    type: mustBeMetricType,
    labels: mustBeLabels,
    read: mustBeFunction,
  },
  callerRestrictions: { error: mustBeFunction, appliesTo: mustBeFunction },
  notices: { code: mustBeCode, check: mustBeFunction },
  pages: { name: mustBePageName, path: mustBePath },
  passwordRules: { objection: mustBeFunction },
  requestObservers: { requestFinished: mustBeFunction },
  secondFactors: {
    name: mustBeNonEmptyString,
    prepare: mustBeFunctionIfAny,
    stepFor: mustBeFunction,
    prove: mustBeFunction,
  },
  roleUses: { name: mustBeNonEmptyString, count: mustBeFunction, release: mustBeFunctionIfAny },
}

/**
 * Checks contributions before they are used, since the compiler may not have checked them. Throws one `StartupError`
 * with every problem.
 */
export function checkContributions(contributions: readonly ContributionOfPlugin[]): void {
  const problems = [...contributions.flatMap(problemsOf), ...duplicateHealthCheckProblems(contributions)]
  if (problems.length > 0) throw new StartupError(problems)
}

function problemsOf({ plugin, point, value }: ContributionOfPlugin): string[] {
  const name = Object.hasOwn(POINTS, point.name) ? (point.name as keyof typeof POINTS) : undefined
  if (!name) return []
  if (POINTS[name].key !== point.key)
    return [
      `The plugin "${plugin}" contributes to a point "${name}" of its own, which is not the kernel's. ` +
        `Import ${name} from @plinth/kernel, or rename your point.`,
    ]
  const members = (value ?? {}) as Readonly<Record<string, unknown>>
  const what = typeof members.name === 'string' ? describeValue(members.name) : 'a value'
  return Object.entries(MEMBER_RULES[name]).flatMap(([member, rule]) => {
    const problem = rule(members[member])
    return problem === undefined
      ? []
      : [`The plugin "${plugin}" contributes ${what} to ${name}: its ${member} ${problem}`]
  })
}

/** Returns a problem for each name that several health checks have: the results are listed by name. */
function duplicateHealthCheckProblems(contributions: readonly ContributionOfPlugin[]): string[] {
  const owners = new Map<string, string>()
  return contributions.flatMap(({ plugin, point, value }) => {
    if (point.key !== POINTS.healthChecks.key) return []
    const { name } = (value ?? {}) as { name?: string }
    const owner = name === undefined ? undefined : owners.get(name)
    if (name !== undefined) owners.set(name, plugin)
    if (owner === undefined) return []
    return [
      owner === plugin
        ? `The plugin "${plugin}" has two health checks "${name}". Rename one.`
        : `The plugins "${owner}" and "${plugin}" both have a health check "${name}". Rename one.`,
    ]
  })
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  return value === undefined ? 'missing' : `of the type ${typeof value}`
}
