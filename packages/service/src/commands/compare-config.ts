import { withTaskRunner } from '../administration/task-runner.js'
import { interruptible } from './abort-on-signals.js'
import { abortOnClosedOutput } from './closed-output.js'
import { printAndDelete } from './plan-config.js'
import { differs } from './print-plan.js'
import { withPhase } from './transfer-bar.js'
import { withSides } from './with-sides.js'

/**
 * `plinth config compare`: prints how two configurations differ: files, folders, snapshots, or the present one. Returns
 * whether they differ.
 */
export function compareConfig(
  from: string,
  to: string,
  { json }: { readonly json?: boolean | undefined },
): Promise<boolean> {
  const outputClosed = abortOnClosedOutput()
  return interruptible('Nothing was changed.', (interrupted) => {
    const signal = AbortSignal.any([interrupted, outputClosed])
    return withTaskRunner((tasks) =>
      withSides(tasks, [from, to], signal, async ([first = '', second = '']) => {
        const sides = { from: first, to: second }
        const plan = await withPhase('Comparing', () => tasks.run('config compare', sides, signal))
        await printAndDelete(tasks, plan, { json, signal })
        return differs(plan)
      }),
    )
  })
}
