import type { PlainRecord, RecordShape } from '../record-shape.js'

/** The side of a merge that counts in a conflict. */
export type MergeSide = 'ours' | 'theirs'

/** A record as three configurations have it, of which some may lack it. */
export interface ThreeRecords {
  /** From which both sides have grown. */
  readonly base: PlainRecord | undefined
  /** As it is. */
  readonly ours: PlainRecord | undefined
  readonly theirs: PlainRecord | undefined
}

/** What a merge does with a record: nothing if it is `undefined`. */
export type MergedRecord =
  | undefined
  | { readonly kind: 'write'; readonly fields: PlainRecord }
  | { readonly kind: 'remove' }
  | MergeConflict

export interface MergeConflict {
  readonly kind: 'conflict'
  readonly reason: string
  /** The fields that both sides have changed, each in its way. */
  readonly fields: readonly string[]
}

/**
 * Merges a record field by field: what only they have changed is taken over. With `take`, that side counts where both
 * have changed something.
 */
export function mergeRecord(
  { base, ours, theirs }: ThreeRecords,
  shape: RecordShape,
  take: MergeSide | undefined,
): MergedRecord {
  if (ours && theirs) return mergeFields(base, ours, theirs, shape, take)
  const before = base ?? {}
  if (theirs) {
    if (!base) return { kind: 'write', fields: theirs }
    const fields = shape.differencesInCommon(before, theirs)
    return settled(take, { kind: 'write', fields: theirs }, 'removed here, changed by them', fields)
  }
  if (!ours || !base) return undefined
  const fields = shape.differencesInCommon(before, ours)
  if (fields.length === 0) return { kind: 'remove' }
  return settled(take, { kind: 'remove' }, 'changed here, removed by them', fields)
}

function settled(
  take: MergeSide | undefined,
  theirs: MergedRecord,
  reason: string,
  fields: readonly string[],
): MergedRecord {
  if (take === undefined) return { kind: 'conflict', reason, fields }
  return take === 'theirs' ? theirs : undefined
}

function mergeFields(
  base: PlainRecord | undefined,
  ours: PlainRecord,
  theirs: PlainRecord,
  shape: RecordShape,
  take: MergeSide | undefined,
): MergedRecord {
  const before = base ?? {}
  const changedByThem = shape.differencesInCommon(ours, theirs).filter((name) => {
    return before[name] === undefined || shape.differencesInCommon(before, theirs).includes(name)
  })
  const changedByUs = new Set(shape.differences(before, ours))
  const conflicts = changedByThem.filter((name) => before[name] === undefined || changedByUs.has(name))
  const reason = base ? 'changed here and by them' : 'added here and by them'
  if (conflicts.length > 0 && take === undefined) return { kind: 'conflict', reason, fields: conflicts }
  const taken = take === 'theirs' ? changedByThem : changedByThem.filter((name) => !conflicts.includes(name))
  return taken.length === 0 ? undefined : { kind: 'write', fields: written(taken, ours, theirs, shape) }
}

/** Returns the fields to write, with those that belong to them as the other side has them. */
function written(taken: readonly string[], ours: PlainRecord, theirs: PlainRecord, shape: RecordShape): PlainRecord {
  const names = shape.together(taken)
  return Object.fromEntries(names.map((name) => [name, (taken.includes(name) ? theirs : ours)[name] ?? null]))
}
