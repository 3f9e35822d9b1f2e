import { httpErrors, PlinthError } from '@plinth/kernel'
import { DatabaseUnavailable } from '@plinth/kernel/composition'
import { withoutSecrets } from '@plinth/kernel/tools'

/** The reason why a task failed. */
export interface TaskRefusal {
  readonly refusal: { readonly message: string; readonly code: string }
}

/** The result of a task: its output, or the reason why it failed. */
export type TaskResult = { readonly output: unknown } | TaskRefusal

/** Creates a refusal from a message alone. */
export const refusal = (message: string): TaskRefusal => ({ refusal: { message, code: 'TASK_FAILED' } })

/** Converts an error to a refusal. A `PlinthError` keeps its message; an unexpected error reveals only its type. */
export function refusalFrom(error: unknown): TaskRefusal {
  if (error instanceof DatabaseUnavailable) return refusalFrom(httpErrors.DATABASE_UNAVAILABLE())
  if (error instanceof PlinthError) return { refusal: { message: messageOf(error), code: error.code } }
  return refusal(`Unexpected error: ${JSON.stringify(withoutSecrets(error))}`)
}

function messageOf({ message, fields = [] }: PlinthError): string {
  const details = fields.map(({ field, message: problem }) => `${field} ${problem}`)
  return details.length > 0 ? `${message} (${details.join(', ')})` : message
}
