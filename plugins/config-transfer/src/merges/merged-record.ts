import type { PlainRecord, RecordShape } from '../records/record-shape.js'

/** The side of a merge that wins a conflict. */
export type MergeSide = 'ours' | 'theirs'

/** A record in three configurations; `undefined` in one that lacks it. */
export interface ThreeRecords {
  /** From which both sides diverged. */
  readonly base: PlainRecord | undefined
  /** The present one. */
  readonly ours: PlainRecord | undefined
  readonly theirs: PlainRecord | undefined
}

/** What a merge does with a record: nothing if it is `undefined`. */
export type MergedRecord =
  | undefined
  | { readonly kind: 'write'; readonly record: PlainRecord }
  | { readonly kind: 'remove' }
  | MergeConflict

export interface MergeConflict {
  readonly kind: 'conflict'
  readonly reason: string
  /**
   * The fields that both sides have changed differently; if one side removed the record, those that the other changed.
   */
  readonly fields: readonly string[]
}

interface MergeRules {
  readonly shape: RecordShape
  /** The side that wins where both have changed something. Without it, that is a conflict. */
  readonly take: MergeSide | undefined
  /** The field that identifies a record permanently. If both sides have changed it, ours stays. */
  readonly identifier: string | undefined
}

/** Merges a record field by field: takes over the fields that only they have changed. */
export function mergeRecord(records: ThreeRecords, rules: MergeRules): MergedRecord {
  const { base, ours, theirs } = records
  const { shape } = rules
  if (ours && theirs) return mergeFields(base, ours, theirs, rules)
  if (theirs) {
    const write = { kind: 'write', record: theirs } as const
    if (!base) return write
    return settled(rules, write, 'removed here, changed by them', shape.differencesInSharedFields(base, theirs))
  }
  if (!ours || !base) return undefined
  const fields = shape.differencesInSharedFields(base, ours)
  return fields.length === 0
    ? { kind: 'remove' }
    : settled(rules, { kind: 'remove' }, 'changed here, removed by them', fields)
}

function settled({ take }: MergeRules, theirs: MergedRecord, reason: string, fields: readonly string[]): MergedRecord {
  if (take === undefined) return { kind: 'conflict', reason, fields }
  return take === 'theirs' ? theirs : undefined
}

function mergeFields(
  base: PlainRecord = {},
  ours: PlainRecord,
  theirs: PlainRecord,
  { shape, take, identifier }: MergeRules,
): MergedRecord {
  const [byUs, byThem] = [ours, theirs].map((record) => shape.withWholeReferences(changedFields(base, record, shape)))
  const changed = shape.differencesInSharedFields(ours, theirs).filter((name) => byThem?.has(name))
  const contested = changed.filter((name) => byUs?.has(name))
  const fields = contested.filter((name) => name !== identifier)
  if (fields.length > 0 && take === undefined) return { kind: 'conflict', reason: 'changed here and by them', fields }
  const isTaken = (name: string) => !contested.includes(name) || (take === 'theirs' && name !== identifier)
  const taken = changed.filter(isTaken).map((name) => [name, theirs[name] ?? null] as const)
  return taken.length === 0 ? undefined : { kind: 'write', record: { ...ours, ...Object.fromEntries(taken) } }
}

/** Returns the names of the fields that differ from the base, and of those that the base lacks. */
function changedFields(base: PlainRecord, record: PlainRecord, shape: RecordShape): ReadonlySet<string> {
  const unknown = Object.keys(record).filter((name) => base[name] === undefined)
  return new Set([...unknown, ...shape.differencesInSharedFields(base, record)])
}
