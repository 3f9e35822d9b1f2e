import type { Plan } from '@plinth/client'
import { useAction } from '../../../requests/use-action.js'
import { replacePlan } from '../plans/open-plan.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { useChoices } from './choices.js'
import { mergedSides } from './merged-sides.js'

/** Makes the plan of a merge again, with what this session has settled, and shows it in place of the previous one. */
export function useMergeAgain({ id, source }: Plan) {
  const client = useConfigurationClient()
  const { settlements, carryTo } = useChoices(id)
  const { run, isRunning, error } = useAction()
  const { base, theirs } = mergedSides(source)
  const start = () =>
    void run(async () => {
      const next = await client.mergeConfigurations(base, theirs, { settle: settlements })
      carryTo(next.id)
      await replacePlan(client, id, next.id)
    })
  return { start, isRunning, error }
}
