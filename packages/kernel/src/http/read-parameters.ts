import type { AnySchema, ObjectSchema } from 'yup'
import { httpErrors } from './http-errors.js'
import { type Check, compileCheck } from './validate.js'

const CONVERTED: ReadonlySet<string> = new Set(['number', 'boolean'])
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

/** Compiles the reading of a path's or a query's parameters: texts become numbers and booleans where the schema asks for them. */
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

/** The parameters of a query string. One that comes twice is a list, which no schema of ours takes. */
export function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return { ...query }
}

function typed(text: unknown, type: string | undefined): unknown {
  if (typeof text !== 'string') return text
  if (type === 'number' && NUMBER.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
