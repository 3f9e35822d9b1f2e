import type { Snapshot } from '@plinth/client'
import { isoOf } from '../../../components/time.js'
import type { Language } from '../../../language/language-context.js'

/** The id of the present configuration among the states to compare. */
export const PRESENT = 'present'

/** Returns the label of a state: when the snapshot was taken, by whom and why. An unknown id is returned as it is. */
export function stateName(id: string, snapshots: readonly Snapshot[], { text, date }: Language): string {
  if (id === PRESENT) return text.comparisons.present
  const snapshot = snapshots.find((each) => each.id === id)
  if (!snapshot) return id
  const { taken_at, taken_by, note, reason } = snapshot
  return [date(isoOf(taken_at)), taken_by.name, note || text.snapshots.reasons[reason]].filter(Boolean).join(', ')
}
