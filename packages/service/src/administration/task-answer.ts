import { httpErrors, PlinthError } from '@plinth/kernel'
import { DatabaseAway } from '@plinth/kernel/composition'
import { withoutSecrets } from '@plinth/kernel/tools'

/** Why a task was not done. */
export interface TaskRefusal {
  readonly refusal: { readonly message: string; readonly code: string }
}

/** What is answered: what came of the task, or why not. */
export type TaskAnswer = { readonly output: unknown } | TaskRefusal

/** A refusal that no service made. */
export const refusal = (message: string): TaskRefusal => ({ refusal: { message, code: 'TASK_FAILED' } })

/** What a service refuses is said as it says it; what is unexpected says no more than its kind. */
export function refusalOf(error: unknown): TaskRefusal {
  if (error instanceof DatabaseAway) return refusalOf(httpErrors.DATABASE_UNAVAILABLE())
  if (error instanceof PlinthError) return { refusal: { message: messageOf(error), code: error.code } }
  return refusal(`It failed unexpectedly: ${JSON.stringify(withoutSecrets(error))}`)
}

function messageOf({ message, fields = [] }: PlinthError): string {
  const details = fields.map(({ field, message: problem }) => `${field} ${problem}`)
  return details.length > 0 ? `${message} (${details.join(', ')})` : message
}
