import type { Plan } from '@plinth/client'
import { useAction } from '../../../requests/use-action.js'
import { replacePlan } from '../plans/open-plan.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { mergedIdsOf } from './merged-ids.js'
import { useSettlements } from './settlements.js'

/** Plans a merge again with what this session has settled. The new plan replaces the previous one. */
export function useMergeAgain({ id, source }: Plan) {
  const client = useConfigurationClient()
  const { settlements, carryTo } = useSettlements(id)
  const { run, isRunning, error } = useAction()
  const { base, theirs } = mergedIdsOf(source)
  const start = () =>
    void run(async () => {
      const next = await client.mergeConfigurations(base, theirs, { settle: settlements })
      carryTo(next.id)
      await replacePlan(client, id, next.id)
    })
  return { start, isRunning, error }
}
