import type { ConfigurationTable, Field, Reference } from '@plinth/kernel'
import type { Knex } from 'knex'
import { momentInFile } from '../moment.js'
import { columnOf, matchOf, type TransferPlan } from '../transfer-plan.js'

type Row = Readonly<Record<string, unknown>>
type Print = (row: Row) => unknown

interface Join {
  readonly table: string
  readonly alias: string
  readonly column: string
}

/** The query that brings the records of a table with everything that they refer to, and the printing of its rows. */
export class RecordQuery {
  readonly #table: ConfigurationTable
  readonly #plan: TransferPlan
  readonly #columns: string[] = []
  /** By the reference that they follow: a reference and what is derived through it share one. */
  readonly #joins = new Map<string, Join>()
  /** Makes a record, as it stands in a file, of a row. */
  readonly print: Print

  constructor(table: ConfigurationTable, plan: TransferPlan) {
    this.#table = table
    this.#plan = plan
    this.print = this.#record(table, 't')
  }

  /** The rows after one, in the order of creation. */
  page(knex: Knex, after: number, limit: number): Knex.QueryBuilder {
    const query = knex(`${this.#table.table} as t`).select('t.id as row_id', ...this.#columns)
    for (const { table, alias, column } of this.#joins.values())
      query.leftJoin(`${table} as ${alias}`, `${alias}.id`, column)
    return query.where('t.id', '>', after).orderBy('t.id').limit(limit)
  }

  #record(table: ConfigurationTable, alias: string): Print {
    const prints = Object.entries(table.fields)
      .filter(([, field]) => field.kind !== 'unread')
      .map(([name]) => [name, this.#field(table, name, alias)] as const)
    return (row) => Object.fromEntries(prints.map(([name, print]) => [name, print(row)]))
  }

  #field(table: ConfigurationTable, name: string, alias: string): Print {
    const field = table.fields[name] as Field
    switch (field.kind) {
      case 'row-number':
        return this.#column(`${alias}.id`)
      case 'reference':
        return this.#reference(name, field, alias)
      case 'derived':
        return this.#derived(table, field, alias)
      case 'boolean':
        return converted(this.#column(`${alias}.${columnOf(name, field)}`), Boolean) // SQLite has 0 and 1
      case 'moment':
        return converted(this.#column(`${alias}.${columnOf(name, field)}`), (stored) => momentInFile(String(stored)))
      default:
        return this.#column(`${alias}.${columnOf(name, field)}`)
    }
  }

  #reference(name: string, field: Reference, alias: string): Print {
    const target = this.#plan.target(field)
    const joined = this.#join(field, alias)
    if (field.as === 'record') {
      const isThere = this.#column(`${alias}.${field.column}`)
      const record = this.#record(target, joined)
      return (row) => (isThere(row) === null ? null : record(row))
    }
    const [theirs = 'name'] = matchOf(name, field)[0] ?? []
    return orElse(this.#field(target, theirs, joined), field.none)
  }

  #derived(table: ConfigurationTable, field: { through: string; field: string; none?: string }, alias: string): Print {
    const reference = table.fields[field.through] as Reference
    const target = this.#plan.target(reference)
    const print = this.#field(target, field.field, this.#join(reference, alias))
    return orElse((row) => nameOf(print(row)), field.none)
  }

  #join(reference: Reference, alias: string): string {
    const column = `${alias}.${reference.column}`
    const known = this.#joins.get(column)
    if (known) return known.alias
    const join = { table: this.#plan.target(reference).table, alias: `j${this.#joins.size}`, column }
    this.#joins.set(column, join)
    return join.alias
  }

  #column(expression: string): Print {
    const name = `c${this.#columns.length}`
    this.#columns.push(`${expression} as ${name}`)
    return (row) => row[name]
  }
}

function converted(print: Print, convert: (value: unknown) => unknown): Print {
  return (row) => {
    const value = print(row)
    return value === null ? null : convert(value)
  }
}

function orElse(print: Print, none: string | undefined): Print {
  return (row) => print(row) ?? none ?? null
}

/** What is derived is a name, even where the other record shows its own reference whole. */
function nameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}
