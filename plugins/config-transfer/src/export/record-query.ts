import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Derived, Field, Reference } from '@plinth/kernel/contracts'
import { columnOf, targetFieldsOf } from '../table-fields.js'
import { timestampInFile } from '../timestamp.js'
import type { TransferTables } from '../transfer-tables.js'

/** Consecutive records in the format of an exported file. */
export interface RecordPage {
  /** JSON objects, separated by commas. */
  readonly text: string
  /** Number of records. */
  readonly count: number
  /** The id of the last row. */
  readonly last: number
}

/** Which rows of a table a page has. */
export interface RowRange {
  /** The id of the row before the first one; `undefined` to begin with the first or, for the newest, the last row. */
  readonly after: number | undefined
  /** The id of the last row that may be on the page. Default: any. */
  readonly upTo?: number | undefined
  readonly limit: number
  /** Whether the newest rows come first. */
  readonly isNewestFirst?: boolean
  /** Restricts the rows. Gets a query on the table alone. */
  readonly filter?: (rows: Knex.QueryBuilder) => void
}

interface Join {
  readonly table: string
  readonly alias: string
  readonly column: string
}

/** Builds the query that returns the records of a table as JSON, including the names or records they refer to. */
export class RecordQuery {
  readonly #table: ConfigurationTable
  readonly #tables: TransferTables
  readonly #dialect: Dialect
  /** The joins by reference column; fields derived through a reference share its join. */
  readonly #joins = new Map<string, Join>()
  /** The SQL expression that returns a record as JSON. */
  readonly #recordSql: string

  constructor(table: ConfigurationTable, tables: TransferTables, dialect: Dialect) {
    this.#table = table
    this.#tables = tables
    this.#dialect = dialect
    this.#recordSql = this.#recordExpression(table, 't')
  }

  /**
   * Returns the records after a row, in the order of creation; `undefined` if there are none. The rows are selected
   * before the joins: without statistics, as after an import, PostgreSQL might join and sort the whole table for each
   * page.
   */
  page(knex: Knex, after: number, limit: number): Promise<RecordPage | undefined> {
    return this.range(knex, { after, limit })
  }

  /** Like `page`, in either order and with a filter. `last` is the id of the last row in that order. */
  async range(
    knex: Knex,
    { after, upTo, limit, isNewestFirst = false, filter }: RowRange,
  ): Promise<RecordPage | undefined> {
    const order = isNewestFirst ? 'desc' : 'asc'
    const pageRows = knex(this.#table.table).orderBy('id', order).limit(limit)
    if (after !== undefined) pageRows.whereRaw(`id ${isNewestFirst ? '<' : '>'} CAST(? AS bigint)`, [after])
    if (upTo !== undefined) pageRows.whereRaw(`id ${isNewestFirst ? '>=' : '<='} CAST(? AS bigint)`, [upTo])
    filter?.(pageRows)
    const rows = knex.from(pageRows.as('t')).select('t.id as row_id', knex.raw(`${this.#recordSql} AS record`))
    for (const { table, alias, column } of this.#joins.values())
      rows.leftJoin(`${table} as ${alias}`, `${alias}.id`, column)
    rows.orderBy('t.id', order)
    const [page] = await knex
      .from(rows.as('page')) // both databases aggregate rows in the given order
      .select(knex.raw(`${this.#dialect.json.list('record')} AS text`))
      .max({ highest: 'row_id' })
      .min({ lowest: 'row_id' })
      .count({ count: '*' })
    if (page.highest === null) return undefined
    const last = Number(isNewestFirst ? page.lowest : page.highest)
    return { text: page.text, count: Number(page.count), last }
  }

  #recordExpression(table: ConfigurationTable, alias: string): string {
    const fields = Object.entries(table.fields).filter(([, { kind }]) => kind !== 'ignored')
    return this.#dialect.json.object(fields.map(([name]) => [name, this.#member(table, name, alias)]))
  }

  #member(table: ConfigurationTable, name: string, alias: string): string {
    const field = table.fields[name] as Field
    switch (field.kind) {
      case 'row-id':
        return `${alias}.id`
      case 'number':
        return this.#dialect.json.number(`${alias}.${columnOf(name, field)}`)
      case 'boolean':
        return this.#dialect.json.flag(`${alias}.${columnOf(name, field)}`)
      case 'reference':
        return field.as === 'record' ? this.#wholeRecord(field, alias) : this.#nameOf(name, field, alias)
      case 'derived':
        return this.#derived(table, field, alias)
      case 'timestamp':
        return timestampInFile(`${alias}.${columnOf(name, field)}`)
      default:
        return `${alias}.${columnOf(name, field)}`
    }
  }

  #wholeRecord(reference: Reference, alias: string): string {
    const record = this.#recordExpression(this.#tables.target(reference), this.#join(reference, alias))
    return `CASE WHEN ${alias}.${reference.column} IS NULL THEN NULL ELSE ${record} END`
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
    const column = `${alias}.${reference.column}`
    const known = this.#joins.get(column)
    if (known) return known.alias
    const join = { table: this.#tables.target(reference).table, alias: `j${this.#joins.size}`, column }
    this.#joins.set(column, join)
    return join.alias
  }

  /** Replaces NULL with the string that stands for no reference. */
  #orNone(expression: string, none: string | undefined): string {
    return none === undefined ? expression : `coalesce(${expression}, ${this.#dialect.json.constant(none)})`
  }
}
