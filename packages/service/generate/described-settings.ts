import type { AnySchema } from 'yup'
import { isSecret, settingsOf } from '../src/environment/read-environment.js'
import { variableOf } from '../src/environment/variable-of.js'
import { standardPlugins } from '../src/standard-plugins.js'

/** The description of a setting, with code in backticks. */
export interface DescribedSetting {
  /** The option in code, in camel case. */
  readonly name: string
  /** The environment variable. */
  readonly variable: string
  readonly description: string
  /** The default, in words. */
  readonly otherwise: string
  /** The allowed values; empty for any string. */
  readonly range: string
  /** Whether it can be read from a file. */
  readonly isSecret: boolean
}

interface Meta {
  readonly description?: string
  /** Replaces the description of the default. */
  readonly otherwise?: string
  /** Replaces the range derived from the schema. */
  readonly range?: string
}

/** Returns every setting of the service, in the order of declaration. */
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
