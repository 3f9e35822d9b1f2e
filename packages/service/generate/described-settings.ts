import type { AnySchema } from 'yup'
import { isSecret, settingsOf } from '../src/environment/read-environment.js'
import { variableOf } from '../src/environment/setting-names.js'
import { standardPlugins } from '../src/standard-plugins.js'

/** A setting in words, with code in backticks. */
export interface DescribedSetting {
  /** In camel case, as an option. */
  readonly name: string
  /** In the environment. */
  readonly variable: string
  readonly description: string
  /** What holds unless it is given. */
  readonly otherwise: string
  /** What may be given; empty for any text. */
  readonly range: string
  /** Whether it may be given as a file. */
  readonly isSecret: boolean
}

interface Meta {
  readonly description?: string
  /** Instead of the default. */
  readonly otherwise?: string
  /** Instead of what follows from the rules. */
  readonly range?: string
}

/** Every setting of the service, in the order in which they are declared. */
export function describedSettings(): DescribedSetting[] {
  return settingsOf(standardPlugins).map(([name, schema]) => {
    const { description = '', otherwise, range } = (schema.spec.meta ?? {}) as Meta
    return {
      name,
      variable: variableOf(name),
      description,
      otherwise: otherwise ?? defaultOf(schema),
      range: range ?? rangeOf(schema),
      isSecret: isSecret(schema),
    }
  })
}

function defaultOf(schema: AnySchema): string {
  const value: unknown = schema.getDefault()
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return `\`${typeof value === 'boolean' ? onOrOff(value) : value}\``
}

const onOrOff = (value: boolean) => (value ? 'on' : 'off')

function rangeOf(schema: AnySchema): string {
  const { oneOf, tests } = schema.describe() as { oneOf: unknown[]; tests: { name?: string; params?: object }[] }
  if (schema.type === 'boolean') return '`on`, `off`'
  if (schema.type === 'array') return 'comma-separated'
  if (oneOf.length > 0) return oneOf.join(', ')
  if (schema.type !== 'number') return ''
  const limit = (rule: string) => Object.entries(tests.findLast(({ name }) => name === rule)?.params ?? {})[0]?.[1]
  return limit('max') === undefined ? `${limit('min')} or more` : `${limit('min')} to ${limit('max')}`
}
