import type { AnySchema, ObjectSchema } from 'yup'
import { httpErrors } from '../http-errors.js'
import { type Check, compileCheck } from './validate.js'

const CONVERTED: ReadonlySet<string> = new Set(['number', 'boolean'])
const MAX_PARAMETERS = 100
const TOO_MANY = { field: '', message: `must have at most ${MAX_PARAMETERS} parameters` }
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

/**
 * Compiles the reading of a path's or a query's parameters: texts become numbers and booleans where the schema asks for
 * them.
 */
export function compileParameters<T extends object>(schema: ObjectSchema<T>): Check<T> {
  const check = compileCheck(schema, httpErrors.INVALID_PARAMETERS)
  const types = new Map(
    Object.entries(schema.fields as unknown as Record<string, AnySchema>).map(([name, field]) => [name, field.type]),
  )
  if (![...types.values()].some((type) => CONVERTED.has(type ?? ''))) return check
  return (texts) => {
    const entries = Object.entries(texts as Record<string, unknown>)
    return check(Object.fromEntries(entries.map(([name, text]) => [name, typed(text, types.get(name))])))
  }
}

/**
 * The parameters of a query string. One that comes more than once is a list, which no schema of ours takes. Throws
 * `INVALID_PARAMETERS` when there are too many.
 */
export function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    count += 1
    if (count > MAX_PARAMETERS) throw httpErrors.INVALID_PARAMETERS({}, { fields: [TOO_MANY] })
    const before = query[name]
    query[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value]
  }
  return { ...query }
}

function typed(text: unknown, type: string | undefined): unknown {
  if (typeof text !== 'string') return text
  if (type === 'number' && NUMBER.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
