import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Derived, Field, Reference } from '@plinth/kernel/contracts'
import { type RowId, rowIdsIn, toRowId } from '../row-id.js'
import { PRESENT, type TableState } from '../snapshots/table-state.js'
import { columnOf, matchedFields, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { fileTimestampSql } from '../timestamp.js'
import { RecordShape } from './record-shape.js'

/** Consecutive records in the format of an exported file. */
export interface RecordPage {
  /** JSON objects, separated by commas. */
  readonly text: string
  /** Number of records. */
  readonly count: number
  /** The id of the last row. */
  readonly last: RowId
}

/** A record with the id of its row. */
export interface RecordRow {
  readonly id: RowId
  /** The record as JSON. */
  readonly text: string
}

/** Which rows of a table a page has. */
export interface RowRange {
  /** Only rows after this one, in the order of the range. Default: from the start of that order. */
  readonly after: RowId | undefined
  /** The id of the last row that may be on the page. Default: any. */
  readonly upTo?: RowId | undefined
  readonly limit: number
  /** Whether the newest rows come first. */
  readonly isNewestFirst?: boolean
  /** Restricts the rows. Gets a query on the table alone. */
  readonly filter?: (rows: Knex.QueryBuilder) => void
}

/** How a query writes the records. */
export interface RecordForm {
  /** `exported`, as in an exported file, or `plain`, without row ids and with references by name alone. */
  readonly form?: 'exported' | 'plain'
  /** The state of the tables. Default: the present one. */
  readonly state?: TableState
}

interface Join {
  readonly table: string
  readonly alias: string
  /** The expression of the referenced id. */
  readonly id: string
}

/** Builds the query that returns the records of a table as JSON, with the names or records that they refer to. */
export class RecordQuery {
  readonly #table: ConfigurationTable
  readonly #tables: TransferTables
  readonly #dialect: Dialect
  readonly #state: TableState
  /** The joins by the expression of the reference; fields derived through a reference share its join. */
  readonly #joins = new Map<string, Join>()
  /** The SQL expression that returns a record as JSON. */
  readonly #recordSql: string

  constructor(
    table: ConfigurationTable,
    tables: TransferTables,
    dialect: Dialect,
    { form = 'exported', state = PRESENT }: RecordForm = {},
  ) {
    this.#table = table
    this.#tables = tables
    this.#dialect = dialect
    this.#state = state
    this.#recordSql = form === 'plain' ? this.#plainExpression() : this.#recordExpression(table, 't')
  }

  /** Returns the records after a row, in the order of creation; `undefined` if there are none. */
  page(knex: Knex, after: RowId, limit: number): Promise<RecordPage | undefined> {
    return this.range(knex, { after, limit })
  }

  /** Like `page`, in either order and with a filter. `last` is the id of the last row in that order. */
  async range(knex: Knex, range: RowRange): Promise<RecordPage | undefined> {
    const [page] = await knex
      .from(this.#rows(knex, range).as('page')) // both databases aggregate rows in the given order
      .select(knex.raw(`${this.#dialect.json.list('record')} AS text`))
      .max({ highest: 'row_id' })
      .min({ lowest: 'row_id' })
      .count({ count: '*' })
    if (page.highest === null) return undefined
    const last = toRowId(range.isNewestFirst ? page.lowest : page.highest)
    return { text: page.text, count: Number(page.count), last }
  }

  /** Like `range`, but returns each record separately, with the id of its row. */
  async rows(knex: Knex, range: RowRange): Promise<RecordRow[]> {
    const { ids, text } = await this.records(knex, range)
    const texts = text.split(',\n') // no JSON string has an unescaped line break
    return ids.map((id, index) => ({ id, text: texts[index] ?? '' }))
  }

  /** Returns the ids of the rows, and the records as the text of a page. */
  async records(knex: Knex, range: RowRange): Promise<{ readonly ids: readonly RowId[]; readonly text: string }> {
    const { json } = this.#dialect
    // As two strings, because a driver takes longer for many rows
    const [page]: { ids: string | null; text: string | null }[] = await knex
      .from(this.#rows(knex, range).as('page'))
      .select(knex.raw(`${json.array('row_id')} AS ids, ${json.list('record')} AS text`))
    return { ids: rowIdsIn(page?.ids ?? '[]'), text: page?.text ?? '' }
  }

  /** Yields all records with the ids of their rows, at most `limit` at a time, in the order of creation. */
  async *rowPages(knex: Knex, limit: number): AsyncGenerator<RecordRow[]> {
    for (let after: RowId = 0; ; ) {
      const rows: RecordRow[] = await this.rows(knex, { after, limit })
      yield rows
      if (rows.length < limit) return
      after = rows.at(-1)?.id ?? 0
    }
  }

  /** Returns the records of these rows, in the order of creation. */
  rowsOf(knex: Knex, ids: readonly RowId[]): Promise<RecordRow[]> {
    return this.rows(knex, { after: undefined, limit: ids.length, filter: (rows) => rows.whereIn('id', [...ids]) })
  }

  /** Returns the ids of all rows in the order of their keys, compared by code points. */
  async idsInKeyOrder(knex: Knex): Promise<RowId[]> {
    const collation = this.#dialect.codePointCollation
    const keys = this.#table.key.map((name) => `CAST(${this.#plainValue(this.#table, name, 't')} AS text)`)
    const rows = this.#joined(
      knex,
      this.#state.page(knex, this.#table.table, () => {}),
    ).orderByRaw(keys.map((key) => `${key} COLLATE ${collation}`).join(', '))
    const [all]: { ids: string | null }[] = await knex
      .from(rows.as('sorted'))
      .select(knex.raw(`${this.#dialect.json.array('row_id')} AS ids`))
    return rowIdsIn(all?.ids ?? '[]')
  }

  /**
   * Selects the rows before the joins: without statistics, as after an import, PostgreSQL might join and sort the whole
   * table for each page.
   */
  #rows(knex: Knex, { after, upTo, limit, isNewestFirst = false, filter }: RowRange): Knex.QueryBuilder {
    const order = isNewestFirst ? 'desc' : 'asc'
    const pageRows = this.#state.page(knex, this.#table.table, (rows) => {
      rows.orderBy('id', order).limit(limit)
      if (after !== undefined) rows.whereRaw(`id ${isNewestFirst ? '<' : '>'} CAST(? AS bigint)`, [after])
      if (upTo !== undefined) rows.whereRaw(`id ${isNewestFirst ? '>=' : '<='} CAST(? AS bigint)`, [upTo])
      filter?.(rows)
    })
    return this.#joined(knex, pageRows)
      .select(knex.raw(`${this.#recordSql} AS record`))
      .orderBy(`${this.#state.pageAlias}.id`, order)
  }

  /** Joins the rows of a page with the tables that they refer to, and selects their ids as `row_id`. */
  #joined(knex: Knex, pageRows: Knex.QueryBuilder): Knex.QueryBuilder {
    const page = this.#state.pageAlias
    const rows = knex.from(pageRows.as(page)).select(`${page}.id as row_id`)
    this.#state.join(rows, { table: this.#table.table, alias: 't', id: `${page}.id` })
    for (const join of this.#joins.values()) {
      rows.leftJoin(`${join.table} as ${join.alias}`, knex.raw(`${join.alias}.id = ${join.id}`))
      this.#state.join(rows, join)
    }
    return rows
  }

  #recordExpression(table: ConfigurationTable, alias: string): string {
    const fields = Object.entries(table.fields).filter(([, { kind }]) => kind !== 'ignored')
    return this.#dialect.json.object(fields.map(([name]) => [name, this.#member(table, name, alias)]))
  }

  #plainExpression(): string {
    const { fields } = new RecordShape(this.#table, this.#tables)
    return this.#dialect.json.object(
      fields.map(({ name, field, reference }) => {
        if (field.kind !== 'reference' || !reference) return [name, this.#member(this.#table, name, 't')]
        const [targetField = 'name'] = matchedFields(reference.name, field)[reference.part] ?? []
        return [name, this.#plainValue(this.#tables.target(field), targetField, this.#join(field, 't'))]
      }),
    )
  }

  #member(table: ConfigurationTable, name: string, alias: string): string {
    const field = table.fields[name] as Field
    if (field.kind === 'row-id') return this.#state.value(this.#dialect, alias, 'id', 'row-id')
    if (field.kind === 'reference')
      return field.as === 'record' ? this.#wholeRecord(field, alias) : this.#nameOf(name, field, alias)
    if (field.kind === 'derived') return this.#derived(table, field, alias)
    if (field.kind === 'ignored') return 'NULL'
    const value = this.#state.value(this.#dialect, alias, columnOf(name, field), field.kind)
    return field.kind === 'timestamp' ? fileTimestampSql(value) : value
  }

  #wholeRecord(reference: Reference, alias: string): string {
    const record = this.#recordExpression(this.#tables.target(reference), this.#join(reference, alias))
    return `CASE WHEN ${this.#idIn(reference, alias)} IS NULL THEN NULL ELSE ${record} END`
  }

  #nameOf(name: string, reference: Reference, alias: string): string {
    const [targetField = 'name'] = targetFieldsOf(name, reference)
    const value = this.#plainValue(this.#tables.target(reference), targetField, this.#join(reference, alias))
    return this.#orNone(value, reference.none)
  }

  #derived(table: ConfigurationTable, field: Derived, alias: string): string {
    const reference = table.fields[field.through] as Reference
    const value = this.#plainValue(this.#tables.target(reference), field.field, this.#join(reference, alias))
    return this.#orNone(value, field.none)
  }

  /** Returns the SQL expression of a field; for a reference always its name, even if it is exported as a record. */
  #plainValue(table: ConfigurationTable, name: string, alias: string): string {
    const field = table.fields[name] as Field
    return field.kind === 'reference' ? this.#nameOf(name, field, alias) : this.#member(table, name, alias)
  }

  #join(reference: Reference, alias: string): string {
    const id = this.#idIn(reference, alias)
    const existing = this.#joins.get(id)
    if (existing) return existing.alias
    const join = { table: this.#tables.target(reference).table, alias: `j${this.#joins.size}`, id }
    this.#joins.set(id, join)
    return join.alias
  }

  #idIn(reference: Reference, alias: string): string {
    return this.#state.value(this.#dialect, alias, reference.column, 'reference')
  }

  /** Replaces NULL with the string that stands for no reference. */
  #orNone(expression: string, none: string | undefined): string {
    return none === undefined ? expression : `coalesce(${expression}, ${this.#dialect.json.constant(none)})`
  }
}
