import type { Database, Knex } from '@plinth/kernel'
import type { Actor, SecurityRecord } from '@plinth/kernel/contracts'
import { type AuditEvent, type AuditRow, type Link, RECORDED, toEvent, toRow } from './audit-event.js'
import { endsToRow, type KeptEnds, toEnds } from './chain-ends.js'

const EVENTS = 'plinth_audit_events'
const CHAIN = 'plinth_audit_chain'
const INSERT = `INSERT INTO ${EVENTS} (${RECORDED.join(', ')}) VALUES (${RECORDED.map(() => '?').join(', ')})`

/** Which events are asked for; the newest first. Times are in ms. */
export interface EventQuery {
  readonly event?: string | undefined
  readonly result?: SecurityRecord['result'] | undefined
  readonly actor?: string | undefined
  readonly actorKind?: Actor['kind'] | undefined
  readonly target?: string | undefined
  readonly address?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only those that were written before this one. */
  readonly before?: number | undefined
  readonly limit: number
}

/** The tables of the audit trail. */
export class AuditStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  insert(transaction: Knex.Transaction, record: SecurityRecord): Promise<void> {
    const row = toRow(record)
    const bindings = RECORDED.map((column) => row[column])
    return this.#database.withCommit(transaction, INSERT, bindings)
  }

  /** The newest first. */
  list({ event, result, actor, actorKind, target, address, from, to, before, limit }: EventQuery) {
    const wanted = { event, result, actor, actor_kind: actorKind, target, address }
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
    return this.#database.read(async (knex) => {
      const events = knex<AuditRow>(EVENTS).where(Object.fromEntries(given)).orderBy('id', 'desc').limit(limit)
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

  /** In the order in which they were written. */
  async unsealed(transaction: Knex.Transaction, most: number): Promise<AuditEvent[]> {
    const rows: AuditRow[] = await transaction(EVENTS).whereNull('position').orderBy('id').limit(most)
    return rows.map(toEvent)
  }

  /** By one statement for all of them. */
  async link(transaction: Knex.Transaction, links: ReadonlyMap<number, Link>): Promise<void> {
    if (links.size === 0) return
    const rows = [...links].map(([id, { position, keyId, seal }]) => [id, position, keyId, seal])
    const row = '(CAST(? AS bigint), CAST(? AS bigint), ?, ?)'
    await transaction.raw(
      `WITH links (id, place, key_id, seal) AS (VALUES ${rows.map(() => row).join(', ')})
       UPDATE ${EVENTS} SET position = links.place, key_id = links.key_id, seal = links.seal
       FROM links WHERE ${EVENTS}.id = links.id`,
      rows.flat(),
    )
  }

  /** In the order of the chain. */
  async sealedAfter(transaction: Knex.Transaction, position: number, most: number): Promise<AuditEvent[]> {
    const rows: AuditRow[] = await transaction(EVENTS).where('position', '>', position).orderBy('position').limit(most)
    return rows.map(toEvent)
  }

  /** The place of the first event behind another one that is dated up to a time. */
  async nextUpTo(transaction: Knex.Transaction, time: number, position: number): Promise<number | undefined> {
    const later = transaction(EVENTS).where('position', '>', position).where('happened_at', '<=', time)
    const row = await later.orderBy('position').first('position')
    return row && Number(row.position)
  }

  /** Whether a sealed event is dated in a span of time. The order makes the database look for it by the time. */
  async hasSealedBetween(transaction: Knex.Transaction, from: number, to: number): Promise<boolean> {
    const dated = transaction(EVENTS).select('id').whereBetween('happened_at', [from, to]).whereNotNull('position')
    return (await dated.orderBy('happened_at', 'desc').first()) !== undefined
  }

  /** Whether there is a sealed event at this place or before it. */
  async hasSealedUpTo(transaction: Knex.Transaction, position: number): Promise<boolean> {
    return (await transaction(EVENTS).select('id').where('position', '<=', position).first()) !== undefined
  }

  async countUnsealed(knex: Knex): Promise<number> {
    const [row] = await knex(EVENTS).whereNull('position').count({ count: '*' })
    return Number(row?.count)
  }

  /** The places of the first and the last event that are sealed. */
  async outermostSealed(transaction: Knex.Transaction): Promise<[Link, Link] | []> {
    const sealed = () => transaction<AuditRow>(EVENTS).whereNotNull('position')
    const oldest = await sealed().orderBy('position').first()
    const newest = await sealed().orderBy('position', 'desc').first()
    const [first, last] = [oldest && toEvent(oldest).link, newest && toEvent(newest).link]
    return first && last ? [first, last] : []
  }

  async deleteUpTo(transaction: Knex.Transaction, position: number): Promise<void> {
    await transaction(EVENTS).where('position', '<=', position).delete()
  }

  async ends(knex: Knex): Promise<KeptEnds | undefined> {
    const row: AuditRow | undefined = await knex(CHAIN).where({ id: 1 }).first()
    return row && toEnds(row)
  }

  async keepEnds(transaction: Knex.Transaction, ends: KeptEnds): Promise<void> {
    await transaction(CHAIN).insert(endsToRow(ends)).onConflict('id').merge()
  }
}
