import type { Dialect, Knex } from '@plinth/kernel'
import type { Field } from '@plinth/kernel/contracts'
import type { RowId } from '../row-id.js'
import { JOURNAL } from './snapshot-tables.js'

/** A table in a query: its alias, and the expression of the id of its row. */
export interface AliasedTable {
  readonly table: string
  readonly alias: string
  readonly id: string
}

/** The kinds of fields that have a column, including the id of the row. */
type ColumnKind = Exclude<Field['kind'], 'derived' | 'ignored'>

/** The state of all configuration tables at one time: builds the parts of queries that read it. */
export interface TableState {
  /** Whether it has a table. A snapshot lacks those that plugins have contributed since. */
  has(table: string): boolean
  /** The alias of a page: `t` if its rows have all columns; `p` if they have only ids, and `join` adds `t`. */
  readonly pageAlias: 't' | 'p'
  /** Returns a query for some rows of a table. `restrict` may use the column `id`; for the present, any column. */
  page(knex: Knex, table: string, restrict: (rows: Knex.QueryBuilder) => void): Knex.QueryBuilder
  /** Adds what `value` needs to read the columns of a joined table, or of the table of the page itself. */
  join(rows: Knex.QueryBuilder, joined: AliasedTable): void
  /** Returns the expression of a column, as a member of a JSON object. */
  value(dialect: Dialect, alias: string, column: string, kind: ColumnKind): string
}

/** The tables as they are. */
export const PRESENT: TableState = {
  has: () => true,
  pageAlias: 't',
  page(knex, table, restrict) {
    const rows = knex(table)
    restrict(rows)
    return rows
  },
  join() {},
  value: ({ json }, alias, column, kind) => {
    if (kind === 'number') return json.number(`${alias}.${column}`)
    if (kind === 'boolean') return json.flag(`${alias}.${column}`)
    return kind === 'row-id' ? `${alias}.id` : `${alias}.${column}`
  },
}

/**
 * The tables as they were when a snapshot was taken: the rows that existed, each as the journal has kept it or, if it
 * has not changed since, as it is now.
 */
export class SnapshotState implements TableState {
  readonly pageAlias = 'p'
  readonly #snapshot: number
  readonly #lastIds: ReadonlyMap<string, RowId>

  constructor(snapshot: number, lastIds: ReadonlyMap<string, RowId>) {
    this.#snapshot = snapshot
    this.#lastIds = lastIds
  }

  has(table: string): boolean {
    return this.#lastIds.has(table)
  }

  /** The id of the last row that a table had. */
  lastId(table: string): RowId {
    return this.#lastIds.get(table) ?? 0
  }

  page(knex: Knex, table: string, restrict: (rows: Knex.QueryBuilder) => void): Knex.QueryBuilder {
    const existing = knex(table).select('id')
    const journaled = knex
      .from(
        knex(JOURNAL).distinct('row_id as id').where('table_name', table).where('epoch', '>=', this.#snapshot).as('j'),
      )
      .select('id')
    for (const rows of [existing, journaled] as Knex.QueryBuilder[]) {
      rows.whereRaw('id <= CAST(? AS bigint)', [this.lastId(table)]).whereRaw(
        `NOT EXISTS (SELECT 1 FROM ${JOURNAL} a WHERE a.table_name = ? AND a.row_id = id AND a.image IS NULL
            AND a.epoch = ${this.#firstEpochOf('id')})`,
        [table, table],
      )
      restrict(rows)
    }
    const either = knex
      .from(existing.as('e'))
      .select('id')
      .union([knex.from(journaled.as('j')).select('id')])
    const page = knex.from(either.as('either')).select('id')
    restrict(page)
    return page
  }

  join(rows: Knex.QueryBuilder, { table, alias, id }: AliasedTable): void {
    if (alias === 't') rows.leftJoin(`${table} as t`, 't.id', 'p.id')
    rows.joinRaw(
      `LEFT JOIN ${JOURNAL} ${alias}_j ON ${alias}_j.table_name = ? AND ${alias}_j.row_id = ${id}
        AND ${alias}_j.epoch = ${this.#firstEpochOf(id)}`,
      [table, table],
    )
  }

  value(dialect: Dialect, alias: string, column: string, kind: ColumnKind): string {
    if (kind === 'row-id') return `coalesce(${alias}.id, ${alias}_j.row_id)`
    const kept = dialect.json.member(`${alias}_j.image`, column, kind)
    return `CASE WHEN ${alias}_j.row_id IS NULL THEN ${PRESENT.value(dialect, alias, column, kind)} ELSE ${kept} END`
  }

  /**
   * Returns the expression of the epoch of a row's first change after the snapshot. That entry has the row as it was in
   * the snapshot. The name of the table is a binding.
   */
  #firstEpochOf(id: string): string {
    return `(SELECT min(f.epoch) FROM ${JOURNAL} f WHERE f.table_name = ? AND f.row_id = ${id} AND f.epoch >= ${this.#snapshot})`
  }
}
