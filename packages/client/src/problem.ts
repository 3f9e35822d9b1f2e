import type { Problem } from './types.js'

/** Parses the body of an error response of Plinth; `undefined` if it is not one. */
export function parseProblem(text: string): Problem | undefined {
  const value = tryParseJson(text)
  return isProblem(value) ? value : undefined
}

/** Returns whether a value is the body of an error response of Plinth. */
export function isProblem(value: unknown): value is Problem {
  if (!isObject(value)) return false
  const { message, code, request_id, errors } = value
  return [message, code, request_id].every((part) => typeof part === 'string') && areFieldErrors(errors)
}

/** Parses a string as JSON; `undefined` if it is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the error would quote the string, which may contain a key
  }
}

/** Returns whether a value is a non-null object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function areFieldErrors(errors: unknown): boolean {
  return (
    errors === undefined ||
    (Array.isArray(errors) &&
      errors.every((item) => isObject(item) && typeof item.field === 'string' && typeof item.message === 'string'))
  )
}
