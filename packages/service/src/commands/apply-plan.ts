import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type TaskRunner, withTaskRunner } from '../administration/task-runner.js'
import { interruptible } from './abort-on-signals.js'
import { abortOnClosedOutput } from './closed-output.js'
import { CommandError } from './command-error.js'
import { formatApplyReport } from './format-report.js'
import { deletePlan } from './plan-config.js'
import { jsonLine, printLines, writeLines } from './print.js'
import { hasChanges, printPlan } from './print-plan.js'
import { withPhase } from './transfer-bar.js'

const INTERRUPTED = 'Nothing was changed, unless the plan had just been applied.'

interface JsonOption {
  readonly json?: boolean | undefined
}

export interface RollBackOptions extends JsonOption {
  /** Applies the plan without asking. */
  readonly yes?: boolean | undefined
}

/** `plinth config apply`: applies a plan, and prints the report with the snapshot that undoes it. */
export async function applyPlan(plan: string, options: JsonOption): Promise<void> {
  await interruptible(INTERRUPTED, (signal) => withTaskRunner((tasks) => apply(tasks, plan, options, signal)))
}

/**
 * `plinth config rollback`: plans what brings a snapshot back, prints the plan and, once confirmed, applies it. Fails
 * if the plan cannot be printed. Returns whether some records still differ from the snapshot, because the plan refuses
 * them.
 */
export async function rollBack(snapshot: string, { yes = false, json }: RollBackOptions): Promise<boolean> {
  if (!yes && !process.stdin.isTTY) throw new CommandError('Without a terminal, plinth config rollback requires --yes.')
  const outputClosed = abortOnClosedOutput()
  return interruptible(INTERRUPTED, (interrupted) =>
    withTaskRunner(async (tasks) => {
      const signal = AbortSignal.any([interrupted, outputClosed])
      const plan = await withPhase('Planning', () => tasks.run('config plan-snapshot', { snapshot }, signal))
      try {
        await printPlan(tasks, plan, { json, signal })
        const { refused } = plan.summary
        if (hasChanges(plan)) {
          if (!json) printLines([''])
          if (!yes && !(await isConfirmed(signal))) throw new CommandError('Nothing was changed.')
          await apply(tasks, plan.id, { json }, signal)
        } else await deletePlan(tasks, plan)
        if (refused > 0 && !json) printLines(['', stillDiffers(refused)])
        return refused > 0
      } catch (error) {
        await deletePlan(tasks, plan).catch(() => {}) // it expires anyway
        throw error
      }
    }),
  )
}

async function apply(tasks: TaskRunner, plan: string, { json }: JsonOption, signal: AbortSignal): Promise<void> {
  const report = await withPhase('Applying', () => tasks.run('config apply', { plan }, signal))
  if (json) await writeLines([jsonLine(report)])
  else printLines(formatApplyReport(report))
}

const stillDiffers = (refused: number) =>
  `${refused === 1 ? '1 record still differs' : `${refused} records still differ`} from the snapshot, for the reasons above.`

/** Asks on the terminal whether to apply the printed plan. The end of the input is a no. */
async function isConfirmed(signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    const answer = await Promise.race([
      terminal.question('Apply these changes? [y/N] ', { signal }),
      once(terminal, 'close').then(() => ''),
    ])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
