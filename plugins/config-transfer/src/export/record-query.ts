import type { ConfigurationTable, Derived, Dialect, Field, Reference } from '@plinth/kernel'
import type { Knex } from 'knex'
import { momentInFile } from '../moment.js'
import { columnOf, type TransferPlan, theirsOf } from '../transfer-plan.js'

/** Records as they stand in a file. */
export interface RecordPage {
  /** JSON, with commas between. */
  readonly text: string
  /** The number of the last row. */
  readonly last: number
}

interface Join {
  readonly table: string
  readonly alias: string
  readonly column: string
}

/** The query by which a database writes the records of a table as JSON, with everything that they refer to. */
export class RecordQuery {
  readonly #table: ConfigurationTable
  readonly #plan: TransferPlan
  readonly #dialect: Dialect
  /** By the reference that they follow: a reference and what is derived through it share one. */
  readonly #joins = new Map<string, Join>()
  readonly #record: string

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.#table = table
    this.#plan = plan
    this.#dialect = dialect
    this.#record = this.#recordOf(table, 't')
  }

  /** The records of the rows after one, in the order of creation; `undefined` when there are none. */
  async page(knex: Knex, after: number, limit: number): Promise<RecordPage | undefined> {
    const rows = knex(`${this.#table.table} as t`).select('t.id as row_id', knex.raw(`${this.#record} AS record`))
    for (const { table, alias, column } of this.#joins.values())
      rows.leftJoin(`${table} as ${alias}`, `${alias}.id`, column)
    rows.where('t.id', '>', after).orderBy('t.id').limit(limit)
    const [page] = await knex
      .from(rows.as('page'))
      .select(knex.raw(`${this.#dialect.json.list('record', 'row_id')} AS text`))
      .max({ last: 'row_id' })
    return page.last === null ? undefined : { text: page.text, last: Number(page.last) }
  }

  #recordOf(table: ConfigurationTable, alias: string): string {
    const fields = Object.entries(table.fields).filter(([, { kind }]) => kind !== 'unread')
    const parts = fields.map(([name], index) => {
      const opening = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
      return `${literal(opening)} || ${this.#json(table, name, alias)}`
    })
    return `${parts.join(' || ')} || '}'`
  }

  /** The JSON of a field. */
  #json(table: ConfigurationTable, name: string, alias: string): string {
    const field = table.fields[name] as Field
    const { json } = this.#dialect
    switch (field.kind) {
      case 'row-number':
        return json.number(`${alias}.id`)
      case 'number':
      case 'integer':
        return json.number(`${alias}.${columnOf(name, field)}`)
      case 'boolean':
        return flag(`${alias}.${columnOf(name, field)}`)
      case 'reference':
        return field.as === 'record' ? this.#wholeRecord(field, alias) : json.text(this.#nameOf(name, field, alias))
      default:
        return json.text(this.#text(table, name, alias))
    }
  }

  #wholeRecord(reference: Reference, alias: string): string {
    const record = this.#recordOf(this.#plan.target(reference), this.#join(reference, alias))
    return `CASE WHEN ${alias}.${reference.column} IS NULL THEN 'null' ELSE ${record} END`
  }

  /** What a field says as a text; of a reference it is the name of the other record. */
  #text(table: ConfigurationTable, name: string, alias: string): string {
    const field = table.fields[name] as Field
    if (field.kind === 'reference') return this.#nameOf(name, field, alias)
    if (field.kind === 'derived') return this.#derived(table, field, alias)
    const column = `${alias}.${columnOf(name, field)}`
    return field.kind === 'moment' ? momentInFile(column) : column
  }

  #nameOf(name: string, reference: Reference, alias: string): string {
    const [theirs = 'name'] = theirsOf(name, reference)
    return orElse(this.#text(this.#plan.target(reference), theirs, this.#join(reference, alias)), reference.none)
  }

  #derived(table: ConfigurationTable, field: Derived, alias: string): string {
    const reference = table.fields[field.through] as Reference
    return orElse(this.#text(this.#plan.target(reference), field.field, this.#join(reference, alias)), field.none)
  }

  #join(reference: Reference, alias: string): string {
    const column = `${alias}.${reference.column}`
    const known = this.#joins.get(column)
    if (known) return known.alias
    const join = { table: this.#plan.target(reference).table, alias: `j${this.#joins.size}`, column }
    this.#joins.set(column, join)
    return join.alias
  }
}

/** SQLite has 0 and 1. */
function flag(column: string): string {
  return `CASE WHEN ${column} IS NULL THEN 'null' WHEN ${column} THEN 'true' ELSE 'false' END`
}

function orElse(expression: string, none: string | undefined): string {
  return none === undefined ? expression : `coalesce(${expression}, ${literal(none)})`
}

/** A text in SQL, in which Knex finds nothing to bind. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('?', '\\\\?')}'`
}
