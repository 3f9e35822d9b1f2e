import type { Database, Knex } from '@plinth/kernel'
import type { Actor, SecurityRecord } from '@plinth/kernel/contracts'
import { type AuditEvent, type AuditRow, type Link, RECORDED_COLUMNS, toEvent, toRow } from './audit-event.js'
import { endsToRow, type StoredEnds, toEnds } from './chain-ends.js'

const EVENTS = 'plinth_audit_events'
const CHAIN = 'plinth_audit_chain'
const INSERT = `INSERT INTO ${EVENTS} (${RECORDED_COLUMNS.join(', ')}) VALUES (${RECORDED_COLUMNS.map(() => '?').join(', ')})`

/** Filters and page of a list of events. Timestamps are in ms. */
export interface EventQuery {
  readonly event?: string | undefined
  readonly result?: SecurityRecord['result'] | undefined
  readonly actor?: string | undefined
  readonly actorKind?: Actor['kind'] | undefined
  readonly target?: string | undefined
  readonly address?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Id of an event; only older events are returned. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Reads and writes the tables of the audit trail. */
export class AuditStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  insert(transaction: Knex.Transaction, record: SecurityRecord): Promise<void> {
    const row = toRow(record)
    const bindings = RECORDED_COLUMNS.map((column) => row[column])
    return this.#database.withCommit(transaction, INSERT, bindings)
  }

  /** Returns events, the newest first. */
  list({ event, result, actor, actorKind, target, address, from, to, before, limit }: EventQuery) {
    const filters = { event, result, actor, actor_kind: actorKind, target, address }
    const defined = Object.entries(filters).filter(([, value]) => value !== undefined)
    return this.#database.read(async (knex) => {
      const events = knex<AuditRow>(EVENTS).where(Object.fromEntries(defined)).orderBy('id', 'desc').limit(limit)
      if (from !== undefined) events.where('happened_at', '>=', from)
      if (to !== undefined) events.where('happened_at', '<', to)
      if (before !== undefined) events.where('id', '<', before)
      return (await events).map(toEvent)
    })
  }

  hasUnsealed(): Promise<boolean> {
    return this.#database.read(
      async (knex) => (await knex(EVENTS).select('id').whereNull('position').first()) !== undefined,
    )
  }

  /** Returns unsealed events, the oldest first. */
  async unsealed(transaction: Knex.Transaction, limit: number): Promise<AuditEvent[]> {
    const rows: AuditRow[] = await transaction(EVENTS).whereNull('position').orderBy('id').limit(limit)
    return rows.map(toEvent)
  }

  /** Returns the newest unsealed event of this name. */
  async newestUnsealed(transaction: Knex.Transaction, event: string): Promise<AuditEvent | undefined> {
    const row = await transaction<AuditRow>(EVENTS).where({ event }).whereNull('position').orderBy('id', 'desc').first()
    return row && toEvent(row)
  }

  /** Stores the links of the events with these ids, in one statement. */
  async link(transaction: Knex.Transaction, links: ReadonlyMap<number, Link>): Promise<void> {
    if (links.size === 0) return
    const rows = [...links].map(([id, { position, keyId, seal }]) => [id, position, keyId, seal])
    const row = '(CAST(? AS bigint), CAST(? AS bigint), ?, ?)'
    await transaction.raw(
      `WITH links (id, chain_position, key_id, seal) AS (VALUES ${rows.map(() => row).join(', ')})
       UPDATE ${EVENTS} SET position = links.chain_position, key_id = links.key_id, seal = links.seal
       FROM links WHERE ${EVENTS}.id = links.id`,
      rows.flat(),
    )
  }

  /** Returns sealed events in the order of the chain. */
  async sealedAfter(transaction: Knex.Transaction, position: number, limit: number): Promise<AuditEvent[]> {
    const rows: AuditRow[] = await transaction(EVENTS).where('position', '>', position).orderBy('position').limit(limit)
    return rows.map(toEvent)
  }

  /** Returns the position of the first event after `position` that is dated `time` or earlier. */
  async nextPositionDatedUpTo(
    transaction: Knex.Transaction,
    time: number,
    position: number,
  ): Promise<number | undefined> {
    const later = transaction(EVENTS).where('position', '>', position).where('happened_at', '<=', time)
    const row = await later.orderBy('position').first('position')
    return row && Number(row.position)
  }

  /** Returns whether a sealed event is dated within a period. ORDER BY makes the database use the index on the date. */
  async hasSealedBetween(transaction: Knex.Transaction, from: number, to: number): Promise<boolean> {
    const dated = transaction(EVENTS).select('id').whereBetween('happened_at', [from, to]).whereNotNull('position')
    return (await dated.orderBy('happened_at', 'desc').first()) !== undefined
  }

  /** Returns whether there is a sealed event at this position or before it. */
  async hasSealedUpTo(transaction: Knex.Transaction, position: number): Promise<boolean> {
    return (await transaction(EVENTS).select('id').where('position', '<=', position).first()) !== undefined
  }

  async countUnsealed(knex: Knex): Promise<number> {
    const [row] = await knex(EVENTS).whereNull('position').count({ count: '*' })
    return Number(row?.count)
  }

  /** Returns the links of the first and the last sealed event. */
  async firstAndLastLinks(transaction: Knex.Transaction): Promise<[Link, Link] | []> {
    const sealed = () => transaction<AuditRow>(EVENTS).whereNotNull('position')
    const oldest = await sealed().orderBy('position').first()
    const newest = await sealed().orderBy('position', 'desc').first()
    const [first, last] = [oldest && toEvent(oldest).link, newest && toEvent(newest).link]
    return first && last ? [first, last] : []
  }

  async deleteUpTo(transaction: Knex.Transaction, position: number): Promise<void> {
    await transaction(EVENTS).where('position', '<=', position).delete()
  }

  async ends(knex: Knex): Promise<StoredEnds | undefined> {
    const row: AuditRow | undefined = await knex(CHAIN).where({ id: 1 }).first()
    return row && toEnds(row)
  }

  async storeEnds(transaction: Knex.Transaction, ends: StoredEnds): Promise<void> {
    await transaction(CHAIN).insert(endsToRow(ends)).onConflict('id').merge()
  }
}
