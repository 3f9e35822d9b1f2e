import type { AnySchema, ObjectSchema } from 'yup'
import { httpErrors } from '../http-errors.js'
import { type Check, compileCheck } from './compile-check.js'

const CONVERTED_TYPES: ReadonlySet<string> = new Set(['number', 'boolean'])
const MAX_PARAMETERS = 100
const TOO_MANY = { field: '', message: `must have at most ${MAX_PARAMETERS} parameters` }
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

/**
 * Compiles a check of path or query parameters, which converts strings to numbers and booleans as the schema requires.
 */
export function compileParameters<T extends object>(schema: ObjectSchema<T>): Check<T> {
  const check = compileCheck(schema, httpErrors.INVALID_PARAMETERS)
  const types = new Map(
    Object.entries(schema.fields as unknown as Record<string, AnySchema>).map(([name, field]) => [name, field.type]),
  )
  if (![...types.values()].some((type) => CONVERTED_TYPES.has(type ?? ''))) return check
  return (values) => {
    const entries = Object.entries(values as Record<string, unknown>)
    return check(Object.fromEntries(entries.map(([name, value]) => [name, convert(value, types.get(name))])))
  }
}

/**
 * Parses a query string. A repeated parameter becomes a list, which schemas of strings, numbers and booleans reject.
 * Throws `INVALID_PARAMETERS` if there are too many parameters.
 */
export function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    count += 1
    if (count > MAX_PARAMETERS) throw httpErrors.INVALID_PARAMETERS({}, { fields: [TOO_MANY] })
    const previous = query[name]
    query[name] = previous === undefined ? value : [...(typeof previous === 'string' ? [previous] : previous), value]
  }
  return { ...query }
}

function convert(text: unknown, type: string | undefined): unknown {
  if (typeof text !== 'string') return text
  if (type === 'number' && NUMBER.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
