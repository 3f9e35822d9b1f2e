import { useAction } from '../../../requests/use-action.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { openPlan, replacePlan } from './open-plan.js'

/** Makes the plan that rolls back to a snapshot, and opens it, in place of an outdated plan if one is given. */
export function usePlanOfSnapshot() {
  const client = useConfigurationClient()
  const { run, isRunning, error } = useAction()
  const start = (snapshot: string, outdated?: string) =>
    run(async () => {
      const { id } = await client.planSnapshot(snapshot)
      if (outdated) await replacePlan(client, outdated, id)
      else openPlan(id)
    })
  return { start, isRunning, error }
}
