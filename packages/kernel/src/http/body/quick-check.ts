import type { AnySchema, SchemaFieldDescription, SchemaObjectDescription } from 'yup'

/** Returns `true` only if a value is certainly valid. On `false`, yup decides and says what is wrong. */
export type QuickCheck = (value: unknown) => boolean

/** Part of yup's object schema that is used here. */
interface DescribedSchema {
  readonly fields: object
  describe(): SchemaObjectDescription
}

type Limits = Readonly<Record<string, unknown>> | undefined

/** Supported rules of yup, by field type and rule name. Each is applied only to values of its type. */
const RULES: Readonly<Record<string, Readonly<Record<string, (limits: Limits) => QuickCheck>>>> = {
  string: {
    required: () => (value) => value !== '',
    min: (limits) => (value) => (value as string).length >= Number(limits?.min),
    max: (limits) => (value) => (value as string).length <= Number(limits?.max),
  },
  number: {
    required: () => () => true,
    integer: () => Number.isInteger,
    min: (limits) => (value) => (value as number) >= Number(limits?.min),
    max: (limits) => (value) => (value as number) <= Number(limits?.max),
  },
}

/**
 * Compiles a check of an object against its schema, for speed: yup's own check takes about 5 % of the time of a short
 * request. Returns `undefined` if the schema uses anything that is not supported here.
 */
export function compileQuickCheck(schema: DescribedSchema): QuickCheck | undefined {
  const { fields, tests } = schema.describe()
  if (tests.some(({ name }) => name !== 'noUnknown')) return undefined
  const checks = Object.entries(fields).map(([name, field]) => [name, fieldCheck(schema.fields, name, field)] as const)
  const supported = new Map(checks.filter((check): check is [string, QuickCheck] => check[1] !== undefined))
  if (supported.size < checks.length) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const name of Object.keys(value)) if (!supported.has(name)) return false
    for (const [name, isValid] of supported) if (!isValid((value as Record<string, unknown>)[name])) return false
    return true
  }
}

function fieldCheck(fields: object, name: string, description: SchemaFieldDescription): QuickCheck | undefined {
  const { deps } = (fields as Record<string, Partial<AnySchema>>)[name] ?? {}
  if (!('tests' in description) || 'fields' in description || deps?.length !== 0) return undefined
  const { type, optional, oneOf, notOneOf, tests } = description
  const rules = tests.map((test) => RULES[type]?.[test.name ?? '']?.(test.params))
  const isSupported = RULES[type] && oneOf.length === 0 && notOneOf.length === 0 && !rules.includes(undefined)
  if (!isSupported) return undefined
  return (value) => {
    if (value === undefined) return optional
    return typeof value === type && !Number.isNaN(value) && rules.every((rule) => rule?.(value))
  }
}
