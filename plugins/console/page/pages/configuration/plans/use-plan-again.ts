import type { Plan } from '@plinth/client'
import { usePlanTask } from './plan-task.js'
import { usePlanOfSnapshot } from './use-plan-of-snapshot.js'

/**
 * Makes an outdated plan again, opens it, and deletes the outdated one. `start` is missing if this session does not
 * have the file of the plan.
 */
export function usePlanAgain({ id, source }: Plan) {
  const ofFile = usePlanTask()
  const ofSnapshot = usePlanOfSnapshot()
  const { of: snapshot } = source
  if (source.kind === 'snapshot' && snapshot !== undefined)
    return { ...ofSnapshot, start: () => void ofSnapshot.start(snapshot, id) }
  const planned = ofFile.fileOf(id)
  return { ...ofFile, start: planned && (() => ofFile.plan(planned, id)) }
}
