import type { ApplyReport, Plan } from '@plinth/client'
import { useSession } from '../../../session/session-context.js'
import { forgetDryRun } from '../import-task.js'
import { KeptState, perSession, useKept } from '../kept-state.js'
import { useConfigurationClient } from '../use-configuration-client.js'

/** Whether a plan is being applied, or how its apply has ended. */
export interface ApplyState {
  readonly isRunning: boolean
  readonly report?: ApplyReport
  readonly error?: unknown
}

const statesOf = perSession(() => new KeptState<Readonly<Record<string, ApplyState>>>({}))

/** Applies a plan. Its report, which may have a password, is kept while other pages are shown. */
export function useApply(id: string) {
  const { client } = useSession()
  const configuration = useConfigurationClient()
  const states = statesOf(client)
  const state = useKept(states)[id] ?? { isRunning: false }
  /** Resolves when the apply has ended, whether it succeeded or not. */
  const apply = async (plan: Plan): Promise<void> => {
    const set = (next: ApplyState) => states.set({ ...states.current, [id]: next })
    set({ isRunning: true })
    try {
      set({ isRunning: false, report: await configuration.applyPlan(plan) })
      forgetDryRun(client)
    } catch (error) {
      set({ isRunning: false, error })
    }
  }
  return { ...state, apply }
}
