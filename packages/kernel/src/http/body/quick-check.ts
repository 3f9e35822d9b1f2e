import type { AnySchema, SchemaFieldDescription, SchemaObjectDescription } from 'yup'

/**
 * Whether a value is certainly what a schema asks for. `false` says nothing: yup decides then, and tells what is wrong.
 */
export type QuickCheck = (value: unknown) => boolean

/** As much of yup's schema of an object as is asked. */
interface DescribedSchema {
  readonly fields: object
  describe(): SchemaObjectDescription
}

type Limits = Readonly<Record<string, unknown>> | undefined

/**
 * The rules of yup that are known here, by the type of a field and their names; each is asked only about values of that
 * type.
 */
const RULES: Readonly<Record<string, Readonly<Record<string, (limits: Limits) => QuickCheck>>>> = {
  string: {
    required: () => (text) => text !== '',
    min: (limits) => (text) => (text as string).length >= Number(limits?.min),
    max: (limits) => (text) => (text as string).length <= Number(limits?.max),
  },
  number: {
    required: () => () => true,
    integer: () => Number.isInteger,
    min: (limits) => (number) => (number as number) >= Number(limits?.min),
    max: (limits) => (number) => (number as number) <= Number(limits?.max),
  },
}

/**
 * Compiles what takes yup a twentieth of a short request: to see that an object has the fields it should. `undefined`
 * for a schema with anything in it that is not known here.
 */
export function compileQuickCheck(schema: DescribedSchema): QuickCheck | undefined {
  const { fields, tests } = schema.describe()
  if (tests.some(({ name }) => name !== 'noUnknown')) return undefined
  const checks = Object.entries(fields).map(([name, field]) => [name, fieldCheck(schema.fields, name, field)] as const)
  const known = new Map(checks.filter((check): check is [string, QuickCheck] => check[1] !== undefined))
  if (known.size < checks.length) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const name of Object.keys(value)) if (!known.has(name)) return false
    for (const [name, holds] of known) if (!holds((value as Record<string, unknown>)[name])) return false
    return true
  }
}

function fieldCheck(fields: object, name: string, description: SchemaFieldDescription): QuickCheck | undefined {
  const { deps } = (fields as Record<string, Partial<AnySchema>>)[name] ?? {}
  if (!('tests' in description) || 'fields' in description || deps?.length !== 0) return undefined
  const { type, optional, oneOf, notOneOf, tests } = description
  const rules = tests.map((test) => RULES[type]?.[test.name ?? '']?.(test.params))
  const isKnown = RULES[type] && oneOf.length === 0 && notOneOf.length === 0 && !rules.includes(undefined)
  if (!isKnown) return undefined
  return (value) => {
    if (value === undefined) return optional
    return typeof value === type && !Number.isNaN(value) && rules.every((rule) => rule?.(value))
  }
}
