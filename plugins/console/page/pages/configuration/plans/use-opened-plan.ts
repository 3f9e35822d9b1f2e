import { useEffect } from 'preact/hooks'
import { useMergeTask } from '../merges/merge-task.js'
import { openPlan } from './open-plan.js'
import { usePlanTask } from './plan-task.js'

/** Opens the plan of a file or a merge when it was made. */
export function useOpenedPlan(): void {
  useOpened(usePlanTask())
  useOpened(useMergeTask())
}

function useOpened({ made, clear }: { readonly made?: string; readonly clear: () => void }): void {
  useEffect(() => {
    if (made === undefined) return
    clear()
    openPlan(made)
  }, [made])
}
