import { httpErrors, PlinthError } from '@plinth/kernel'
import { DatabaseUnavailable } from '@plinth/kernel/composition'
import { withoutSecrets } from '@plinth/kernel/tools'

/** The reason why a task failed. The JSON names it `refusal`, even if it is an unexpected error. */
export interface TaskFailure {
  readonly refusal: { readonly message: string; readonly code: string }
}

/** The result of a task: its output, or the reason why it failed. */
export type TaskResult = { readonly output: unknown } | TaskFailure

/** Creates a failure from a message alone. */
export const failure = (message: string): TaskFailure => ({ refusal: { message, code: 'TASK_FAILED' } })

/** Converts an error to a failure. A `PlinthError` keeps its message; an unexpected error reveals only its type. */
export function failureFrom(error: unknown): TaskFailure {
  if (error instanceof DatabaseUnavailable) {
    const { message, code } = httpErrors.DATABASE_UNAVAILABLE()
    return { refusal: { message: `${message} If this persists, plinth doctor says why.`, code } }
  }
  if (error instanceof PlinthError) return { refusal: { message: messageOf(error), code: error.code } }
  return failure(`Unexpected error: ${JSON.stringify(withoutSecrets(error))}. plinth doctor may say why.`)
}

/** Returns the message with the fields that are wrong. The input of a task is not a request body. */
function messageOf({ code, message, fields = [] }: PlinthError): string {
  const details = fields.map(({ field, message: problem }) => `${field} ${problem}`).join(', ')
  if (details === '') return message
  return code === httpErrors.INVALID_BODY.code ? `Not valid: ${details}` : `${message} (${details})`
}
