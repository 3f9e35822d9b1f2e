import { number, object, string } from 'yup'
import type { Snapshot } from '../snapshots/snapshot-store.js'
import { actorOnTheWire, actorShape } from './actor-on-the-wire.js'

const count = (description: string) =>
  number()
    .integer()
    .required()
    .meta({ description, examples: [3] })

export const snapshotId = object({
  snapshot: string()
    .required()
    .max(64)
    .meta({ description: 'The id of the snapshot.', examples: ['5gq0c2w8t1m3r7hb'] }),
})

/** The body of a request to take a snapshot. */
export const newSnapshotShape = object({
  note: string()
    .max(255)
    .meta({ description: 'What it is for.', examples: ['Before the new line'] }),
})

export const snapshotShape = object({
  id: string()
    .required()
    .meta({ description: 'The id of the snapshot.', examples: ['5gq0c2w8t1m3r7hb'] }),
  taken_at: number()
    .integer()
    .required()
    .meta({ description: 'When it was taken, in ms.', examples: [1_795_600_000_000] }),
  taken_by: actorShape('Who took it, or who started the import or applied the plan that it precedes.'),
  reason: string()
    .oneOf(['import', 'apply', 'request'])
    .required()
    .meta({
      description: 'Why it was taken: before an import, before a plan was applied, or on request.',
      examples: ['apply'],
    }),
  note: string()
    .nullable()
    .defined()
    .meta({ description: 'A note by whoever took it.', examples: ['Before the new line'] }),
  changes: object({
    add: count('Records added.'),
    update: count('Records changed.'),
    remove: count('Records removed.'),
  })
    .required()
    .meta({ description: 'What the import or plan has changed.' }),
  bytes: number()
    .integer()
    .required()
    .meta({
      description: 'Size of what is kept for it, in bytes: the records that were changed until the next one.',
      examples: [1_840],
    }),
}).meta({ id: 'Snapshot', description: 'The state of the configuration at one time.' })

/** Returns a snapshot as JSON. */
export function snapshotOnTheWire({ identifier: id, takenAt, takenBy, reason, note, counts, size }: Snapshot) {
  return { id, taken_at: takenAt, taken_by: actorOnTheWire(takenBy), reason, note, changes: counts, bytes: size }
}
