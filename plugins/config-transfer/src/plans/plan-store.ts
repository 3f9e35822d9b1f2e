import type { KernelServices, Knex, NewRow, Origin } from '@plinth/kernel'
import type { Actor } from '@plinth/kernel/contracts'
import { actorOf } from '@plinth/kernel/tools'
import { ExpiringRows, UNFINISHED_LIFETIME_MS } from '../expiring-rows.js'
import type { PlainRecord } from '../records/record-shape.js'
import { toRowId } from '../row-id.js'
import type { ConfigTransferSettings } from '../settings.js'
import { CHANGE_KINDS, type Change, type ChangeKind, type TableCounts } from './change.js'
import type { PlanMode } from './plan-mode.js'
import { PLAN_CHANGES, PLANS } from './plan-tables.js'

/** `making` until all its changes are stored; `made` until it is applied. */
export type PlanState = 'making' | 'made' | 'applied'

/** Where the records of a plan come from. */
export interface PlanSource {
  /** `comparison`: what differs between two states, which cannot be applied. */
  readonly kind: 'file' | 'snapshot' | 'comparison' | 'merge'
  /** The identifier of the snapshot, or those of the two sides of a comparison, or of base and theirs of a merge. */
  readonly of?: string
}

/** A plan without its changes. */
export interface Plan {
  readonly id: number
  /** Its id in the REST API. */
  readonly identifier: string
  readonly state: PlanState
  /** Times in ms. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly createdBy: Actor
  readonly source: PlanSource
  /** SHA-256 of the source, in hexadecimal digits. */
  readonly digest: string
  readonly mode: PlanMode
  /** Modes of individual tables. */
  readonly modes: Readonly<Record<string, PlanMode>>
  readonly counts: Readonly<Record<string, TableCounts>>
}

/** What a plan is made of. */
export type NewPlan = Pick<Plan, 'source' | 'digest' | 'mode'> & Partial<Pick<Plan, 'modes'>>

/** A change with its number in the plan. */
export interface NumberedChange extends Change {
  readonly seq: number
}

/** Which changes of a plan to read. */
export interface ChangeFilter {
  readonly table?: string | undefined
  readonly kind?: ChangeKind | undefined
  /** Only those with these numbers. */
  readonly seqs?: readonly number[] | undefined
  /** Those after this number. */
  readonly after?: number
  readonly limit: number
}

interface PlanStoreDeps extends Pick<KernelServices, 'database' | 'clock' | 'randomness'> {
  readonly settings: ConfigTransferSettings
}

/** Number of changes that are read together. */
const CHANGES_PER_READ = 500

/** Stores the plans and their changes. */
export class PlanStore {
  readonly #deps: PlanStoreDeps
  /** The plans as rows that expire. */
  readonly rows: ExpiringRows

  constructor({ database, clock, randomness, settings }: PlanStoreDeps) {
    this.#deps = { database, clock, randomness, settings }
    const tables = { owners: PLANS, parts: PLAN_CHANGES, ownerId: 'plan_id', partKey: ['seq'] }
    this.rows = new ExpiringRows({ database, clock }, tables)
  }

  /** Creates a plan without changes. It can be found once it is made. */
  async create(transaction: Knex.Transaction, origin: Origin, plan: NewPlan): Promise<Plan> {
    const { clock, randomness } = this.#deps
    const { kind, name } = actorOf(origin)
    const now = clock.now()
    const [row] = await transaction(PLANS)
      .insert({
        identifier: randomness.identifier(),
        state: 'making',
        created_at: now,
        expires_at: now + UNFINISHED_LIFETIME_MS,
        actor_kind: kind,
        actor_name: name,
        source: JSON.stringify(plan.source),
        digest: plan.digest,
        mode: plan.mode,
        table_modes: JSON.stringify(plan.modes ?? {}),
        counts: '{}',
      })
      .returning('*')
    return planOf(row)
  }

  /** Completes a plan. Its lifetime starts now. Returns the plan. */
  async setMade(transaction: Knex.Transaction, plan: Plan, counts: Plan['counts']): Promise<Plan> {
    const { clock, settings } = this.#deps
    const expiresAt = clock.now() + settings.planLifetime * 1_000
    await transaction(PLANS)
      .where({ id: plan.id })
      .update({ state: 'made', expires_at: expiresAt, counts: JSON.stringify(counts) })
    return { ...plan, state: 'made', expiresAt, counts }
  }

  async setApplied(transaction: Knex.Transaction, { id }: Plan): Promise<void> {
    await transaction(PLANS).where({ id }).update({ state: 'applied' })
  }

  /** Returns the plans that have not expired, the newest first. */
  async list(knex: Knex): Promise<Plan[]> {
    const rows: PlanRow[] = await this.#current(knex).orderBy('id', 'desc')
    return rows.map(planOf)
  }

  /** Returns a plan that has not expired. With `isLocked`, nobody else changes it until the transaction ends. */
  async find(knex: Knex, identifier: string, { isLocked = false } = {}): Promise<Plan | undefined> {
    const query = this.#current(knex).where({ identifier })
    if (isLocked && this.#deps.database.dialect.isShared) query.forUpdate()
    const row: PlanRow | undefined = await query.first()
    return row && planOf(row)
  }

  async addChanges(
    transaction: Knex.Transaction,
    planId: number,
    changes: readonly { readonly seq: number; readonly change: Change }[],
  ): Promise<void> {
    const rows = changes.map(({ seq, change }): NewRow => {
      const { table, kind, name, rowId, before, fields, reason, base = null } = change
      const after = newValuesOf(change)
      return {
        plan_id: planId,
        seq,
        table_name: storable(table),
        kind,
        name: storable(name),
        row_id: rowId,
        before,
        after: after && JSON.stringify(after),
        fields: fields && JSON.stringify(fields),
        reason: reason && storable(reason),
        base: base && JSON.stringify(base),
      }
    })
    const target = { table: PLAN_CHANGES, key: ['plan_id', 'seq'] }
    await this.#deps.database.dialect.rowWriter(transaction, target).prepare(rows)()
  }

  async refuseChanges(
    transaction: Knex.Transaction,
    planId: number,
    refusals: readonly { readonly seq: number; readonly reason: string }[],
  ): Promise<void> {
    const reasons = refusals.map(() => 'WHEN ? THEN ?').join(' ')
    const bindings = refusals.flatMap(({ seq, reason }) => [seq, reason])
    await transaction(PLAN_CHANGES)
      .where({ plan_id: planId })
      .whereIn(
        'seq',
        refusals.map(({ seq }) => seq),
      )
      .update({
        kind: 'refused',
        after: null,
        fields: null,
        reason: transaction.raw(`CASE seq ${reasons} END`, bindings),
      })
  }

  /** Returns changes in the order of their numbers. Takes the same time wherever they are in the plan. */
  async changes(knex: Knex, plan: Pick<Plan, 'id'>, filter: ChangeFilter): Promise<NumberedChange[]> {
    const { table, kind, limit } = filter
    if (table === undefined || kind !== undefined) return this.#changes(knex, plan, filter)
    // The index orders by table, kind and number, so each kind is read on its own
    const found: NumberedChange[] = []
    for (const each of CHANGE_KINDS) found.push(...(await this.#changes(knex, plan, { ...filter, kind: each })))
    return found.sort((one, other) => one.seq - other.seq).slice(0, limit)
  }

  async #changes(knex: Knex, { id }: Pick<Plan, 'id'>, filter: ChangeFilter): Promise<NumberedChange[]> {
    const { table, kind, seqs, after = 0, limit } = filter
    const query = knex(PLAN_CHANGES).where({ plan_id: id }).where('seq', '>', after).orderBy('seq').limit(limit)
    if (table !== undefined) query.where({ table_name: table })
    if (kind !== undefined) query.where({ kind })
    if (seqs !== undefined) query.whereIn('seq', seqs)
    const rows: ChangeRow[] = await query
    return rows.map(changeOf)
  }

  #current(knex: Knex): Knex.QueryBuilder {
    return knex(PLANS).where('expires_at', '>', this.#deps.clock.now()).whereNot({ state: 'making' })
  }
}

/** Calls `read` for one range of numbers after another, and yields all changes. */
export async function* inBatches(
  read: (range: Pick<ChangeFilter, 'after' | 'limit'>) => Promise<readonly NumberedChange[]>,
): AsyncGenerator<readonly NumberedChange[]> {
  for (let after = 0; ; ) {
    const changes = await read({ after, limit: CHANGES_PER_READ })
    if (changes.length > 0) yield changes
    if (changes.length < CHANGES_PER_READ) return
    after = changes.at(-1)?.seq ?? 0
  }
}

/** Returns only the fields that an update changes, because `before` has the others; otherwise the whole record. */
function newValuesOf({ kind, after, fields }: Change): PlainRecord | null {
  if (kind !== 'update' || !after || !fields) return after
  return Object.fromEntries(fields.map((name) => [name, after[name] ?? null]))
}

/** Replaces the characters of a refused name that PostgreSQL cannot store. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

interface PlanRow {
  readonly id: number
  readonly identifier: string
  readonly state: PlanState
  readonly created_at: string | number
  readonly expires_at: string | number
  readonly actor_kind: Actor['kind']
  readonly actor_name: string | null
  readonly source: string
  readonly digest: string
  readonly mode: PlanMode
  readonly table_modes: string
  readonly counts: string
}

function planOf(row: PlanRow): Plan {
  const { id, identifier, state, digest, mode } = row
  return {
    id,
    identifier,
    state,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    createdBy: { kind: row.actor_kind, name: row.actor_name },
    source: JSON.parse(row.source),
    digest,
    mode,
    modes: JSON.parse(row.table_modes),
    counts: JSON.parse(row.counts),
  }
}

/** Returns the record after a change, of which an update has stored only the fields that it changes. */
function recordOf(kind: ChangeKind, before: string | null, after: string): PlainRecord {
  return kind === 'update' && before !== null ? { ...JSON.parse(before), ...JSON.parse(after) } : JSON.parse(after)
}

interface ChangeRow {
  readonly seq: number
  readonly table_name: string
  readonly kind: ChangeKind
  readonly name: string
  readonly row_id: string | number | null
  readonly before: string | null
  readonly after: string | null
  readonly fields: string | null
  readonly reason: string | null
  readonly base: string | null
}

function changeOf({
  seq,
  table_name,
  kind,
  name,
  row_id,
  before,
  after,
  fields,
  reason,
  base,
}: ChangeRow): NumberedChange {
  return {
    seq,
    table: table_name,
    kind,
    name,
    rowId: row_id === null ? null : toRowId(row_id),
    before,
    after: after === null ? null : recordOf(kind, before, after),
    fields: fields === null ? null : JSON.parse(fields),
    reason,
    base: base === null ? null : JSON.parse(base),
  }
}
