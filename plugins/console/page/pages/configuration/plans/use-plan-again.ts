import type { Plan } from '@plinth/client'
import { useMergeAgain } from '../merges/use-merge-again.js'
import { usePlanTask } from './plan-task.js'
import { usePlanOfSnapshot } from './use-plan-of-snapshot.js'

/**
 * Makes an outdated plan again. The new plan opens, and the outdated one is deleted. `start` is `undefined` if this
 * session does not have the file of the plan.
 */
export function usePlanAgain(plan: Plan) {
  const { id, source } = plan
  const ofMerge = useMergeAgain(plan)
  const ofFile = usePlanTask()
  const ofSnapshot = usePlanOfSnapshot()
  const { of: snapshot } = source
  if (source.kind === 'snapshot' && snapshot !== undefined)
    return { ...ofSnapshot, start: () => void ofSnapshot.start(snapshot, id) }
  if (source.kind === 'merge') return ofMerge
  const planned = ofFile.fileOf(id)
  return { ...ofFile, start: planned && (() => ofFile.plan(planned, id)) }
}
