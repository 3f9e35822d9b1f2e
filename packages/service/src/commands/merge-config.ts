import type { PlanOutcome } from '../administration/document-tasks.js'
import { withTaskRunner } from '../administration/task-runner.js'
import { interruptible } from './abort-on-signals.js'
import { abortOnClosedOutput } from './closed-output.js'
import { CommandError } from './command-error.js'
import { applyHint, deletePlan, printUnlessClosed } from './plan-config.js'
import { printLines } from './print.js'
import { differs, hasChanges } from './print-plan.js'
import { withPhase } from './transfer-bar.js'
import { withSides } from './with-sides.js'

export interface MergeConfigOptions {
  readonly json?: boolean | undefined
  /** The side that counts in all conflicts. */
  readonly take?: 'ours' | 'theirs' | undefined
  /** The side that counts in the conflicts of a table or record, such as `Tags=theirs` or `Tags/T-101=ours`. */
  readonly settle?: readonly string[] | undefined
}

/**
 * `plinth config merge`: prints the plan that applies the changes of another side, and keeps the plan if all of it was
 * printed and there are changes and no conflicts. Returns whether there is anything to do.
 */
export async function mergeConfig(
  base: string,
  theirs: string,
  { json, take, settle = [] }: MergeConfigOptions,
): Promise<boolean> {
  const settlements = [...settle.map(settlementIn), ...(take ? [{ take }] : [])]
  const outputClosed = abortOnClosedOutput()
  return interruptible('The configuration was not changed.', (interrupted) =>
    withTaskRunner(async (tasks) => {
      const signal = AbortSignal.any([interrupted, outputClosed])
      await tasks.run('config check-settlements', { settle: settlements }) // before large files are sent
      return withSides(tasks, [base, theirs], signal, async ([baseId = '', theirsId = '']) => {
        const sides = { base: baseId, theirs: theirsId, settle: settlements }
        const plan = await withPhase('Merging', () => tasks.run('config merge', sides, signal))
        const isPrinted = await printUnlessClosed(tasks, plan, { json, signal })
        if (!isPrinted || plan.summary.conflict > 0 || !hasChanges(plan)) await deletePlan(tasks, plan)
        if (isPrinted && !json) printLines(nextStep(plan))
        return differs(plan)
      })
    }),
  )
}

function nextStep(plan: PlanOutcome): string[] {
  const { conflict } = plan.summary
  if (conflict > 0) return ['', `Settle the conflicts with --take ours, --take theirs or --settle Tags/T-101=theirs.`]
  return hasChanges(plan) ? ['', ...applyHint(plan)] : []
}

interface Settlement {
  readonly table: string
  readonly name: string | undefined
  readonly take: 'ours' | 'theirs'
}

/** Reads `Tags=theirs` or `Tags/T-101=ours`. */
function settlementIn(text: string): Settlement {
  const [, table, , name, take] = /^([^/=]+)(\/(.+))?=([^=]*)$/s.exec(text) ?? []
  if (table === undefined) throw new CommandError(`--settle ${text}: write Tags=theirs or Tags/T-101=ours.`)
  if (take !== 'ours' && take !== 'theirs')
    throw new CommandError(`--settle ${text}: "${take}" is not a side. Write ours or theirs.`)
  return { table, name, take }
}
