import type { Dialect, Knex, RowLock } from '@plinth/kernel'
import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'
import { canonicalName, isStorable } from '@plinth/kernel/tools'
import { type RowId, toRowId } from '../row-id.js'
import { columnOf, matchedFields } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { NaturalKey } from './file-record.js'

/** A lock of the rows from which records take their privilege. `presence` prevents deletion, `share` also changes. */
export type TargetLock = Extract<RowLock, 'presence' | 'share'>

export interface FoundRow {
  readonly id: RowId
  /** The privilege of the row; null if its table has none. */
  readonly privilege: number | null
}

/** Returns a part of a key with its length in front, so that different keys never join to the same text. */
const joinable = (part: string) => `${[...part].length}/${part}` // SQL counts code points
const joinableInSql = (column: string) => `length(${column}) || '/' || ${column}`

/** Finds many rows of a table in one statement, by the values of some fields. */
export class RowFinder {
  readonly #table: ConfigurationTable
  readonly #tables: TransferTables
  readonly #dialect: Dialect
  readonly #columns: readonly string[]
  readonly #caseless: readonly boolean[]
  readonly #joins: [table: string, alias: string, column: string][] = []
  readonly #privilege: string | undefined
  readonly #lock: TargetLock | undefined

  /** With a `lock`, the rows that are found stay locked until the transaction ends. */
  constructor(
    table: ConfigurationTable,
    fields: readonly string[],
    tables: TransferTables,
    dialect: Dialect,
    { lock }: { readonly lock?: TargetLock | undefined } = {},
  ) {
    this.#table = table
    this.#tables = tables
    this.#dialect = dialect
    this.#lock = dialect.isShared ? lock : undefined
    const compared = fields.map((name) => this.#comparedColumn(table, name, 't'))
    this.#columns = compared.map(({ column }) => column)
    this.#caseless = compared.map(({ caseless }) => caseless)
    const privilege = table.privilege === undefined ? undefined : table.fields[table.privilege]
    this.#privilege = privilege && table.privilege ? `t.${columnOf(table.privilege, privilege)}` : undefined
  }

  /** Returns the rows that exist, by the `keyText` of their key. */
  async find(transaction: Knex.Transaction, keys: readonly NaturalKey[]): Promise<ReadonlyMap<string, FoundRow>> {
    const storable = keys.filter((key) => key.every(isStorable)) // no row has a value that cannot be stored
    if (storable.length === 0) return new Map()
    const query = transaction(`${this.#table.table} as t`).select(
      't.id',
      ...this.#columns.map((column, i) => `${column} as k${i}`),
    )
    if (this.#privilege) query.select(`${this.#privilege} as privilege`)
    for (const [table, alias, column] of this.#joins) query.join(`${table} as ${alias}`, `${alias}.id`, column)
    for (const [index, column] of this.#columns.entries()) {
      this.#restrict(
        query,
        column,
        storable.map((key) => this.#canonical(key, index)),
      )
    }
    // Without this, n keys of two parts would find up to n² rows. The conditions above use indexes.
    if (this.#columns.length > 1) {
      this.#restrict(
        query,
        `(${this.#columns.map(joinableInSql).join(' || ')})`,
        storable.map((key) => key.map((_, index) => joinable(this.#canonical(key, index))).join('')),
      )
    }
    if (this.#lock === 'presence') query.forKeyShare('t')
    if (this.#lock === 'share') query.forShare('t')
    const rows: Record<string, unknown>[] = await query
    return new Map(
      rows.map((row) => [this.#keyTextOf(row), { id: toRowId(row.id), privilege: (row.privilege as number) ?? null }]),
    )
  }

  #restrict(query: Knex.QueryBuilder, expression: string, texts: readonly string[]): void {
    const { sql, binding } = this.#dialect.isOneOf(expression, [...new Set(texts)])
    query.whereRaw(sql, [binding as string])
  }

  /** Returns the canonical text of a key, which is identical for all spellings of the same key. */
  keyText(key: NaturalKey): string {
    if (this.#columns.length === 1) return this.#canonical(key, 0)
    return JSON.stringify(key.map((_, index) => this.#canonical(key, index)))
  }

  #keyTextOf(row: Record<string, unknown>): string {
    if (this.#columns.length === 1) return String(row.k0)
    return JSON.stringify(this.#columns.map((_, index) => row[`k${index}`]))
  }

  #canonical(key: NaturalKey, index: number): string {
    const text = key[index] ?? ''
    return this.#caseless[index] ? canonicalName(text) : text
  }

  /** Returns the column to compare for a field. Adds the joins that this column needs. */
  #comparedColumn(table: ConfigurationTable, name: string, alias: string): { column: string; caseless: boolean } {
    const field = table.fields[name] as Field
    if (field.kind === 'reference') return this.#columnThrough(name, field, alias)
    const caseless = field.kind === 'text' ? field.caseless : undefined
    const column = typeof caseless === 'string' ? caseless : columnOf(name, field)
    return { column: `${alias}.${column}`, caseless: caseless !== undefined }
  }

  #columnThrough(name: string, field: Reference, alias: string): { column: string; caseless: boolean } {
    const [targetField = 'name'] = matchedFields(name, field)[0] ?? []
    const target = this.#tables.target(field)
    const joined = `j${this.#joins.length}`
    this.#joins.push([target.table, joined, `${alias}.${field.column}`])
    return this.#comparedColumn(target, targetField, joined)
  }
}
