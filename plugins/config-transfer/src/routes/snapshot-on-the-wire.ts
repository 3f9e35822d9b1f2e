import { described } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import type { Snapshot } from '../snapshots/snapshot-store.js'
import { actorOnTheWire, actorShape } from './actor-on-the-wire.js'

const count = (description: string) => described(number().integer().required(), description, 3)

export const snapshotId = object({
  snapshot: described(string().required().max(64), 'The id of the snapshot.', '5gq0c2w8t1m3r7hb'),
})

/** The body of a request to take a snapshot. */
export const newSnapshotShape = object({
  note: described(string().max(255), 'What it is for.', 'Before the new line'),
})

export const snapshotShape = object({
  id: described(string().required(), 'The id of the snapshot.', '5gq0c2w8t1m3r7hb'),
  taken_at: described(number().integer().required(), 'When it was taken, in ms.', 1_795_600_000_000),
  taken_by: actorShape('Who took it, or who started the import or applied the plan that it precedes.'),
  reason: described(
    string().oneOf(['import', 'apply', 'request']).required(),
    'Why it was taken: before an import, before a plan was applied, or on request.',
    'apply',
  ),
  note: described(string().nullable().defined(), 'A note by whoever took it.', 'Before the new line'),
  changes: described(
    object({
      add: count('Records added.'),
      update: count('Records changed.'),
      remove: count('Records removed.'),
    }).required(),
    'What the import or plan has changed.',
  ),
  bytes: described(
    number().integer().required(),
    'Size of what is kept for it, in bytes: the records that were changed until the next one.',
    1_840,
  ),
}).meta({ id: 'Snapshot', description: 'The state of the configuration at one time.' })

/** Returns a snapshot as JSON. */
export function snapshotOnTheWire({ identifier: id, takenAt, takenBy, reason, note, counts, size }: Snapshot) {
  return { id, taken_at: takenAt, taken_by: actorOnTheWire(takenBy), reason, note, changes: counts, bytes: size }
}
