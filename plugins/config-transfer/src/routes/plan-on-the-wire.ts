import { Reply } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { array, mixed, number, object, string } from 'yup'
import { CHANGE_KINDS, type TableCounts, totalOf } from '../plans/change.js'
import { PLAN_MODES } from '../plans/plan-mode.js'
import type { NumberedChange, Plan } from '../plans/plan-store.js'
import type { PlainRecord } from '../records/record-shape.js'
import { actorOnTheWire, actorShape } from './actor-on-the-wire.js'

const count = (description: string) => described(number().integer().required(), description, 3)

const COUNTS = {
  add: count('Records that are added.'),
  update: count('Records that are changed.'),
  remove: count('Records that are removed.'),
  same: count('Records that stay as they are.'),
  refused: count(
    'Records for which the plan does nothing. Its changes have the first 10,000 of each table, with their reasons.',
  ),
  conflict: count('Records that both sides of a merge have changed. The plan cannot be applied.'),
}

export const planId = object({
  plan: described(string().required().max(64), 'The id of the plan.', 'v1k8sdw0m2q4z6x9'),
})

export const planShape = object({
  id: described(string().required(), 'The id of the plan.', 'v1k8sdw0m2q4z6x9'),
  etag: described(
    string().required(),
    'The value for `If-Match` when the plan is applied; also sent as the header `ETag`.',
    '"v1k8sdw0m2q4z6x9.made"',
  ),
  state: described(string().oneOf(['made', 'applied']).required(), 'Whether it has been applied.', 'made'),
  mode: described(
    string()
      .oneOf([...PLAN_MODES])
      .required(),
    'What the plan does with records, unless a table has a mode of its own.',
    'update',
  ),
  modes: object({})
    .required()
    .meta({
      description: 'The modes of tables with a mode of their own. Empty if none has.',
      additionalProperties: { type: 'string', enum: [...PLAN_MODES] },
      examples: [{ Tags: 'mirror', Units: 'add' }],
    }),
  source: described(
    object({
      kind: described(
        string().oneOf(['file', 'snapshot', 'comparison', 'merge']).required(),
        'Where the records come from. A comparison cannot be applied.',
        'file',
      ),
      of: described(
        string().optional(),
        'The id of the snapshot; of a comparison, both sides; of a merge, base and theirs.',
        '5gq0c2w8t1m3r7hb',
      ),
      sha256: described(string().optional(), 'The digest of the file.', '9f86d081884c7d659a2feaa0c55ad015…'),
    }).required(),
    'Where the records come from.',
  ),
  created_at: described(number().integer().required(), 'When it was made, in ms.', 1_795_600_000_000),
  created_by: actorShape('Who made it.'),
  expires_at: described(number().integer().required(), 'When it is deleted, in ms.', 1_795_603_600_000),
  summary: described(object(COUNTS).required(), 'Numbers of records of all tables.'),
  tables: object({})
    .required()
    .meta({
      description: 'The same numbers by table, for each table that the source has.',
      additionalProperties: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(COUNTS).map(([name, schema]) => [name, { type: 'integer', ...schema.meta() }]),
        ),
      },
      examples: [{ Tags: { add: 12, update: 3, remove: 0, same: 985, refused: 0, conflict: 0 } }],
    }),
}).meta({ id: 'Plan', description: 'What a file or snapshot would change.' })

export const ENTITY_TAG = {
  ETag: described(string().required(), 'Send it as `If-Match` to apply the plan.', '"v1k8sdw0m2q4z6x9.made"'),
}

export function entityTagOf({ identifier, state }: Plan): string {
  return `"${identifier}.${state}"`
}

/** Returns a plan without its changes as JSON. */
export function planOnTheWire(plan: Plan) {
  const { identifier: id, state, mode, modes, source, digest, createdAt, createdBy, expiresAt, counts } = plan
  return {
    id,
    etag: entityTagOf(plan),
    state: state === 'applied' ? ('applied' as const) : ('made' as const),
    mode,
    modes,
    source: { ...source, ...(digest !== '' && { sha256: digest }) },
    created_at: createdAt,
    created_by: actorOnTheWire(createdBy),
    expires_at: expiresAt,
    summary: totalOf(counts),
    tables: counts as Readonly<Record<string, TableCounts>>,
  }
}

/** Returns the response with a plan. */
export const planReply = (plan: Plan) => Reply.json(planOnTheWire(plan), { headers: { ETag: entityTagOf(plan) } })

const record = (description: string) =>
  object({})
    .optional()
    .meta({ description, additionalProperties: true, examples: [{ name: 'T-101', unit: '°C' }] })

export const changeShape = object({
  id: described(number().integer().required(), 'The number of the change in the plan.', 1),
  table: described(string().required(), 'The table.', 'Manufacturer'),
  kind: described(
    string()
      .oneOf([...CHANGE_KINDS])
      .required(),
    'What is done with the record. `refused`: nothing. `conflict`: nothing until it is settled.',
    'update',
  ),
  name: described(string().required(), 'The name of the record.', 'T-101'),
  fields: described(
    array(
      object({
        name: described(string().required(), 'The name of the field.', 'description'),
        old: described(mixed().nullable(), 'Its value now.', 'Inlet'),
        new: described(mixed().nullable(), 'Its new value.', 'Outlet'),
        base: described(mixed().nullable(), 'Of a conflict: its value in the base.', 'Intake'),
      }),
    ).optional(),
    'Of an update: the fields that change. Of a conflict: those that both sides have changed.',
  ),
  record: record('Of an addition or removal: the record.'),
  reason: described(
    string().optional(),
    'Of a refused record: why. Of a conflict: what each side has done.',
    'unit "°X" not found',
  ),
}).meta({ id: 'PlannedChange', description: 'What a plan does with one record.' })

/** Returns a change as JSON. */
export function changeOnTheWire(change: NumberedChange) {
  const { seq: id, table, kind, name, before, after, fields, reason, base } = change
  const current: PlainRecord | null = before === null ? null : JSON.parse(before)
  const record = kind === 'add' ? after : kind === 'remove' ? current : null
  return {
    id,
    table,
    kind,
    name,
    ...(fields && {
      fields: fields.map((field) => ({
        name: field,
        old: current?.[field] ?? null,
        new: after?.[field] ?? null,
        ...(kind === 'conflict' && { base: base?.[field] ?? null }),
      })),
    }),
    ...(record && { record }),
    ...(reason !== null && { reason }),
  }
}
