import type { Problem } from './types.js'

/** Parses a text as the JSON of a problem of Plinth; `undefined` if it is not one. */
export function problemIn(text: string): Problem | undefined {
  const value = jsonIn(text)
  return isProblem(value) ? value : undefined
}

/** Whether a value is the body of an error answer of Plinth. */
export function isProblem(value: unknown): value is Problem {
  if (!isObject(value)) return false
  const { message, code, request_id, errors } = value
  return [message, code, request_id].every((part) => typeof part === 'string') && isListOfFields(errors)
}

/** Parses a text as JSON; `undefined` if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // its message would quote the text, which may contain a key
  }
}

/** Whether a value is an object, and so can have fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isListOfFields(errors: unknown): boolean {
  return (
    errors === undefined ||
    (Array.isArray(errors) &&
      errors.every((one) => isObject(one) && typeof one.field === 'string' && typeof one.message === 'string'))
  )
}
