import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Derived, Field, Reference } from '@plinth/kernel/contracts'
import { columnOf, targetFieldsOf } from '../table-fields.js'
import { timestampInFile } from '../timestamp.js'
import type { TransferPlan } from '../transfer-plan.js'

/** Consecutive records in the format of an exported file. */
export interface RecordPage {
  /** JSON objects, separated by commas. */
  readonly text: string
  /** Number of records. */
  readonly count: number
  /** The id of the last row. */
  readonly last: number
}

interface Join {
  readonly table: string
  readonly alias: string
  readonly column: string
}

/** Builds the query that returns the records of a table as JSON, including the names or records they refer to. */
export class RecordQuery {
  readonly #table: ConfigurationTable
  readonly #plan: TransferPlan
  readonly #dialect: Dialect
  /** The joins by reference column; fields derived through a reference share its join. */
  readonly #joins = new Map<string, Join>()
  /** The SQL expression that returns a record as JSON. */
  readonly #recordSql: string

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.#table = table
    this.#plan = plan
    this.#dialect = dialect
    this.#recordSql = this.#recordExpression(table, 't')
  }

  /**
   * Returns the records after a row, in the order of creation; `undefined` if there are none. The rows are selected
   * before the joins: without statistics, as after an import, PostgreSQL might join and sort the whole table for each
   * page.
   */
  async page(knex: Knex, after: number, limit: number): Promise<RecordPage | undefined> {
    const pageRows = knex(this.#table.table).where('id', '>', after).orderBy('id').limit(limit)
    const rows = knex.from(pageRows.as('t')).select('t.id as row_id', knex.raw(`${this.#recordSql} AS record`))
    for (const { table, alias, column } of this.#joins.values())
      rows.leftJoin(`${table} as ${alias}`, `${alias}.id`, column)
    rows.orderBy('t.id')
    const [page] = await knex
      .from(rows.as('page')) // both databases aggregate rows in the given order
      .select(knex.raw(`${this.#dialect.json.list('record')} AS text`))
      .max({ last: 'row_id' })
      .count({ count: '*' })
    if (page.last === null) return undefined
    return { text: page.text, count: Number(page.count), last: Number(page.last) }
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
    const record = this.#recordExpression(this.#plan.target(reference), this.#join(reference, alias))
    return `CASE WHEN ${alias}.${reference.column} IS NULL THEN NULL ELSE ${record} END`
  }

  #nameOf(name: string, reference: Reference, alias: string): string {
    const [targetField = 'name'] = targetFieldsOf(name, reference)
    const value = this.#plainValue(this.#plan.target(reference), targetField, this.#join(reference, alias))
    return this.#orNone(value, reference.none)
  }

  #derived(table: ConfigurationTable, field: Derived, alias: string): string {
    const reference = table.fields[field.through] as Reference
    const value = this.#plainValue(this.#plan.target(reference), field.field, this.#join(reference, alias))
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
    const join = { table: this.#plan.target(reference).table, alias: `j${this.#joins.size}`, column }
    this.#joins.set(column, join)
    return join.alias
  }

  /** Replaces NULL with the string that stands for no reference. */
  #orNone(expression: string, none: string | undefined): string {
    return none === undefined ? expression : `coalesce(${expression}, ${this.#dialect.json.constant(none)})`
  }
}
