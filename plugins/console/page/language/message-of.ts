import { PlinthApiError, PlinthNetworkError, PlinthUnexpectedResponseError } from '@plinth/client'
import type { Text } from './english.js'

/** Returns why a request failed: the text for the error code, or the message of the service if there is none. */
export function messageOf(error: unknown, text: Text): string {
  if (error instanceof PlinthApiError) return text.errors[error.code] ?? error.message
  if (error instanceof PlinthNetworkError) return text.notReached
  if (error instanceof PlinthUnexpectedResponseError) return text.notUnderstood
  return error instanceof Error ? error.message : String(error)
}

/** Returns what `messageOf` leaves out: the message of the service if it was replaced, and the problems of fields. */
export function detailsOf(error: unknown, text: Text): readonly string[] {
  if (!(error instanceof PlinthApiError)) return []
  const { message, fields = [] } = error
  const problems = fields.filter((problem) => !message.includes(problem.message))
  return [
    ...(messageOf(error, text) === message ? [] : [message]),
    ...problems.map((problem) => `${problem.field}: ${problem.message}`),
  ]
}

/** Returns what the service says is wrong with a field of a request, if anything. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof PlinthApiError)) return undefined
  const problems = error.fields?.filter((problem) => problem.field === field).map(({ message }) => message)
  return problems?.join(', ') || undefined
}
