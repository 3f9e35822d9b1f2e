import { useEffect } from 'preact/hooks'
import { useMergeTask } from '../merges/merge-task.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { openPlan, replacePlan } from './open-plan.js'
import { usePlanTask } from './plan-task.js'

interface MadePlan {
  readonly made?: string
  readonly outdated?: string | undefined
  readonly clear: () => void
}

/** Opens the plan of a file or a merge when it was made. */
export function useOpenedPlan(): void {
  useOpened(usePlanTask())
  useOpened(useMergeTask())
}

function useOpened({ made, outdated, clear }: MadePlan): void {
  const client = useConfigurationClient()
  useEffect(() => {
    if (made === undefined) return
    clear()
    if (outdated) void replacePlan(client, outdated, made)
    else openPlan(made)
  }, [made])
}
