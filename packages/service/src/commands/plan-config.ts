import type { PlanQuery } from '@plinth/config-transfer'
import { isoTime } from '@plinth/kernel/tools'
import type { PlanOutcome } from '../administration/document-tasks.js'
import { type TaskRunner, withTaskRunner } from '../administration/task-runner.js'
import { interruptible } from './abort-on-signals.js'
import { abortOnClosedOutput } from './closed-output.js'
import { printLines } from './print.js'
import { differs, hasChanges, printPlan } from './print-plan.js'
import { transferDocument } from './transfer-document.js'

export interface PlanConfigOptions extends PlanQuery {
  readonly json?: boolean | undefined
}

/**
 * `plinth config plan`: plans a file and prints the plan. A plan that would change nothing is not kept, except with
 * `json` if it refuses records: a script may apply it. Returns whether the file differs from the configuration.
 */
export function planConfig(file: string, { json, ...query }: PlanConfigOptions): Promise<boolean> {
  return interruptible('The configuration was not changed.', (signal) =>
    withTaskRunner(async (tasks) => {
      const plan = await planFile(tasks, file, query, signal)
      await printPlan(tasks, plan, { json, signal })
      const isWorthKeeping = json ? differs(plan) : hasChanges(plan)
      if (!isWorthKeeping) await deletePlan(tasks, plan)
      else if (!json) printLines(['', ...applyHint(plan)])
      return differs(plan)
    }),
  )
}

/**
 * `plinth config diff`: prints how a file differs from the configuration, and keeps no plan. Returns whether it
 * differs.
 */
export function diffConfig(file: string, { json, ...query }: PlanConfigOptions): Promise<boolean> {
  const outputClosed = abortOnClosedOutput()
  return interruptible('The configuration was not changed.', (interrupted) =>
    withTaskRunner(async (tasks) => {
      const signal = AbortSignal.any([interrupted, outputClosed])
      const plan = await planFile(tasks, file, query, signal)
      await printAndDelete(tasks, plan, { json, signal })
      return differs(plan)
    }),
  )
}

function planFile(
  tasks: TaskRunner,
  file: string,
  { mode, tables }: PlanQuery,
  signal: AbortSignal,
): Promise<PlanOutcome> {
  const query = { ...(mode !== undefined && { mode }), ...(tables !== undefined && { tables }) }
  return transferDocument(file, signal, (document, control) => tasks.send('config plan', document, query, control))
}

/** Deletes a plan that nobody will apply: it would count against the limit until it expires. */
export async function deletePlan(tasks: TaskRunner, { id }: PlanOutcome): Promise<void> {
  await tasks.run('config delete-plan', { plan: id })
}

/** Prints a plan that nobody will apply, and deletes it. It is not an error if the reader closes the output. */
export async function printAndDelete(...parameters: Parameters<typeof printPlan>): Promise<void> {
  const [tasks, plan] = parameters
  await printUnlessClosed(...parameters).finally(() => deletePlan(tasks, plan))
}

/** Prints a plan. Returns whether all of it was printed: it is not an error if the reader closes the output. */
export async function printUnlessClosed(...parameters: Parameters<typeof printPlan>): Promise<boolean> {
  try {
    await printPlan(...parameters)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPIPE') throw error
    return false
  }
}

/** Returns the lines that say how to apply a plan. */
export const applyHint = ({ id, expires_at: end }: PlanOutcome) => [
  `Plan ${id}, valid until ${isoTime(end)}`,
  `To apply it: plinth config apply ${id}`,
]
