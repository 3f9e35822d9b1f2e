import type { Database, Knex } from '@plinth/kernel'
import type { Actor, SecurityRecord } from '@plinth/kernel/contracts'
import { SELECT_ACCOUNT_HISTORY } from './account-events.js'
import { type AuditEvent, type AuditRow, type Link, RECORDED_COLUMNS, toEvent, toRow } from './audit-event.js'
import { endsToRow, type StoredEnds, toEnds } from './chain-ends.js'

const EVENTS = 'plinth_audit_events'
const CHAIN = 'plinth_audit_chain'
/** The largest id that both databases can store. */
export const MAX_ID = '9223372036854775807'
const INSERT = `INSERT INTO ${EVENTS} (${RECORDED_COLUMNS.join(', ')}) VALUES (${RECORDED_COLUMNS.map(() => '?').join(', ')})`

/** A page of a list of events. */
export interface EventPage {
  /** Id of an event; only older events are returned. */
  readonly before?: AuditEvent['id'] | undefined
  readonly limit: number
}

/** Filters and page of a list of events. Timestamps are in ms. */
export interface EventQuery extends EventPage {
  readonly event?: string | undefined
  readonly result?: SecurityRecord['result'] | undefined
  readonly actor?: string | undefined
  readonly actorKind?: Actor['kind'] | undefined
  readonly target?: string | undefined
  /** The name of an actor or a target. */
  readonly concerning?: string | undefined
  readonly address?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
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
  list({ concerning, ...query }: EventQuery): Promise<AuditEvent[]> {
    return this.#database.read(async (knex) => {
      const rows: AuditRow[] =
        concerning === undefined ? await eventsOf(knex, query) : await eventsConcerning(knex, concerning, query)
      return rows.map(toEvent)
    })
  }

  /** Returns the events about the account of the user with this name, the newest first. */
  async listOfAccount(username: string, { before = MAX_ID, limit }: EventPage): Promise<AuditEvent[]> {
    const bindings = [username, username, before, limit]
    return (await this.#database.lookUp<AuditRow>(SELECT_ACCOUNT_HISTORY, bindings, { mayTakeLong: true })).map(toEvent)
  }

  /** Returns when an event of this name was last recorded, in ms. */
  lastRecorded(event: string): Promise<number | undefined> {
    return this.#timeOf((events) => events.where({ event }).orderBy('id', 'desc'))
  }

  /** Returns when the newest sealed event was recorded, in ms. */
  lastSealed(): Promise<number | undefined> {
    return this.#timeOf((events) => events.whereNotNull('position').orderBy('position', 'desc'))
  }

  #timeOf(select: (events: Knex.QueryBuilder<AuditRow>) => Knex.QueryBuilder): Promise<number | undefined> {
    return this.#database.read(async (knex) => {
      const row: AuditRow | undefined = await select(knex<AuditRow>(EVENTS)).first('happened_at')
      return row && Number(row.happened_at)
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
  async link(transaction: Knex.Transaction, links: ReadonlyMap<AuditEvent['id'], Link>): Promise<void> {
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
  async hasSealedAtOrBefore(transaction: Knex.Transaction, position: number): Promise<boolean> {
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

type Filters = Omit<EventQuery, 'concerning'>

/** Returns a query for events, the newest first. */
function eventsOf(knex: Knex, { event, result, actor, actorKind, target, address, ...range }: Filters) {
  const filters = { event, result, actor, actor_kind: actorKind, target, address }
  const defined = Object.entries(filters).filter(([, value]) => value !== undefined)
  const { from, to, before, limit } = range
  const events = knex<AuditRow>(EVENTS).where(Object.fromEntries(defined)).orderBy('id', 'desc').limit(limit)
  if (from !== undefined) events.where('happened_at', '>=', from)
  if (to !== undefined) events.where('happened_at', '<', to)
  if (before !== undefined) events.where('id', '<', before)
  return events
}

/**
 * Returns a query for events with a name as their actor or target. Each of two queries reads a page in the order of an
 * index: with OR, the database would read and sort all events of the name.
 */
function eventsConcerning(knex: Knex, name: string, filters: Filters) {
  const byActor = eventsOf(knex, filters).where({ actor: name })
  const byTarget = eventsOf(knex, filters).where({ target: name })
  const union = knex.from(byActor.as('by_actor')).union(knex.from(byTarget.as('by_target')))
  return knex.from(union.as('events')).orderBy('id', 'desc').limit(filters.limit)
}
