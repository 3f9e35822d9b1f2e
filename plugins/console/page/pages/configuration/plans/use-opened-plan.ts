import { useEffect } from 'preact/hooks'
import { openPlan } from './open-plan.js'
import { usePlanTask } from './plan-task.js'

/** Opens the plan of a file when it was made. */
export function useOpenedPlan(): void {
  const { made, clear } = usePlanTask()
  useEffect(() => {
    if (made === undefined) return
    clear()
    openPlan(made)
  }, [made])
}
