import { useEffect } from 'preact/hooks'
import { useMergeTask } from '../merges/merge-task.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { openPlan, replacePlan } from './open-plan.js'
import { usePlanTask } from './plan-task.js'

interface PlanToOpen {
  readonly planToOpen?: string
  readonly outdated?: string | undefined
  readonly clear: () => void
}

/** Opens the new plan of a file or a merge as soon as there is one. */
export function useAutoOpenPlan(): void {
  useOpenOnce(usePlanTask())
  useOpenOnce(useMergeTask())
}

function useOpenOnce({ planToOpen, outdated, clear }: PlanToOpen): void {
  const client = useConfigurationClient()
  useEffect(() => {
    if (planToOpen === undefined) return
    clear()
    if (outdated) void replacePlan(client, outdated, planToOpen)
    else openPlan(planToOpen)
  }, [planToOpen])
}
