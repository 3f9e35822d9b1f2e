import { useAction } from '../../../requests/use-action.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { openPlan } from './open-plan.js'

/** Makes the plan that brings a snapshot back, and opens it. */
export function usePlanOfSnapshot() {
  const client = useConfigurationClient()
  const { run, isRunning, error } = useAction()
  const start = (snapshot: string) => run(async () => openPlan((await client.planSnapshot(snapshot)).id))
  return { start, isRunning, error }
}
