import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { canonicalName, isStorable } from '@plinth/kernel/tools'
import type { Candidate } from '../records/candidate.js'
import type { RecordFinders } from '../records/record-finders.js'
import { RecordQuery, type RecordRow } from '../records/record-query.js'
import { keyIn, type PlainRecord } from '../records/record-shape.js'
import { RowFinder } from '../records/row-finder.js'
import type { RowId } from '../row-id.js'
import { uniqueColumnOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'

/** A present record, with its row. */
export interface PresentRecord extends RecordRow {
  readonly record: PlainRecord
}

/** Finds the present records of a table by their keys, identifiers or rows. */
export class PresentRecords {
  readonly #table: ConfigurationTable
  readonly #finders: RecordFinders
  readonly #dialect: Dialect
  readonly #query: RecordQuery
  readonly #identifierFinder: RowFinder | undefined
  /** The field that identifies a record permanently, whatever its key. */
  readonly identifier: string | undefined

  constructor(table: ConfigurationTable, finders: RecordFinders, tables: TransferTables, dialect: Dialect) {
    this.#table = table
    this.#finders = finders
    this.#dialect = dialect
    this.#query = new RecordQuery(table, tables, dialect, { form: 'plain' })
    this.identifier = table.unique?.find((name) => {
      const field = table.fields[name]
      return field?.kind === 'text' && typeof field.default === 'object' && 'generated' in field.default
    })
    this.#identifierFinder =
      this.identifier === undefined ? undefined : new RowFinder(table, [this.identifier], tables, dialect)
  }

  /** Returns the records with the keys of candidates, by `keyText`. */
  async byKey(
    transaction: Knex.Transaction,
    candidates: readonly Pick<Candidate, 'key'>[],
  ): Promise<Map<string, PresentRecord>> {
    const rows = this.#hasPlainKey
      ? await this.#withKeys(transaction, candidates)
      : await this.byId(
          transaction,
          [...(await this.#finders.findKeys(transaction, candidates)).values()].map(({ id }) => id),
        )
    return new Map(rows.map((row) => [this.#finders.keyText(keyIn(row.record, this.#table.key)), row]))
  }

  /** Returns the records with these identifiers, by identifier. */
  async byIdentifier(
    transaction: Knex.Transaction,
    identifiers: readonly string[],
  ): Promise<Map<string, PresentRecord>> {
    if (!this.#identifierFinder || identifiers.length === 0) return new Map()
    const found = await this.#identifierFinder.find(
      transaction,
      identifiers.map((identifier) => [identifier]),
    )
    const rows = await this.byId(
      transaction,
      [...found.values()].map(({ id }) => id),
    )
    return new Map(rows.map((row) => [String(row.record[this.identifier ?? '']), row]))
  }

  /** Returns the records of those rows that exist. */
  async byId(transaction: Knex.Transaction, ids: readonly RowId[]): Promise<PresentRecord[]> {
    return ids.length === 0 ? [] : (await this.#query.rowsOf(transaction, ids)).map(parsed)
  }

  /** Whether the key is a single text field, so that one statement finds the records. */
  get #hasPlainKey(): boolean {
    const [name = '', ...others] = this.#table.key
    return others.length === 0 && this.#table.fields[name]?.kind === 'text'
  }

  async #withKeys(
    transaction: Knex.Transaction,
    candidates: readonly Pick<Candidate, 'key'>[],
  ): Promise<PresentRecord[]> {
    const [name = ''] = this.#table.key
    const field = this.#table.fields[name]
    const isCaseless = field?.kind === 'text' && field.caseless !== undefined
    const keys = candidates.flatMap(({ key: [text = ''] }) => (isStorable(text) ? text : []))
    const texts = isCaseless ? keys.map(canonicalName) : keys
    const { sql, binding } = this.#dialect.isOneOf(uniqueColumnOf(this.#table, name), [...new Set(texts)])
    const filter = (rows: Knex.QueryBuilder) => void rows.whereRaw(sql, [binding as string])
    const rows = await this.#query.rows(transaction, { after: undefined, limit: candidates.length, filter })
    return rows.map(parsed)
  }
}

function parsed(row: RecordRow): PresentRecord {
  return { ...row, record: JSON.parse(row.text) }
}
