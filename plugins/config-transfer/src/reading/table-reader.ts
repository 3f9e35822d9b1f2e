import type { Database, Knex } from '@plinth/kernel'
import type { Field } from '@plinth/kernel/contracts'
import { errors } from '../errors.js'
import { RecordQuery } from '../records/record-query.js'
import { type RowId, toRowId } from '../row-id.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { ReadableTable, ReadableTables, SearchedColumn } from './readable-tables.js'

/** Maximum count of the records of a historical table, because counting all of them could take long. */
export const MAX_COUNTED = 1_000_000
/** Maximum number of rows per statement: the largest records of the standard tables have 50,000 bytes. */
const ROWS_PER_STATEMENT = 75
/** Length in characters at which a page is full. */
const PAGE_LENGTH = 1_048_576
/** Rows that one statement of a search looks at, so that it holds a connection only briefly. */
const ROWS_PER_SEARCH = 25_000
/** Time after which a search for one page looks at no further rows. */
const SEARCH_TIME_MS = 1_000
const MAX_CONCURRENT_SEARCHES = 2
/** `Retry-After` of `TOO_MANY_RECORD_SEARCHES`. */
const RETRY_AFTER_S = 1

export const FIELD_TYPES = ['text', 'number', 'integer', 'boolean', 'timestamp', 'record'] as const

/** How a field appears in a record. */
export type FieldType = (typeof FIELD_TYPES)[number]

/** A table, for a list of all of them. */
export interface TableSummary {
  readonly name: string
  /** At most 1,000,000 for a historical table. */
  readonly records: number
  readonly historical: boolean
  readonly searchable: boolean
  readonly fields: readonly { readonly name: string; readonly type: FieldType }[]
}

/** Which records of a table to read. */
export interface RecordsQuery {
  /** Part of the name of the records; `undefined` for all. Ignores case, on SQLite only that of ASCII letters. */
  readonly search: string | undefined
  readonly limit: number
  /** The id of the row to continue after; `undefined` for the beginning. */
  readonly after: RowId | undefined
  readonly signal: AbortSignal
}

/** Records as the export writes them. */
export interface Records {
  /** JSON objects, separated by commas. */
  readonly text: string
  /** The id of the row to continue after; `undefined` if there are no further records. */
  readonly next: RowId | undefined
}

interface TableReaderDeps {
  readonly database: Database
  readonly transferTables: TransferTables
  readonly readableTables: ReadableTables
}

/** Reads the configuration and historical tables page by page. */
export class TableReader {
  readonly #database: Database
  readonly #transferTables: TransferTables
  readonly #tables: ReadableTables
  #searches = 0
  #listing: Promise<readonly TableSummary[]> | undefined

  constructor({ database, transferTables, readableTables }: TableReaderDeps) {
    this.#database = database
    this.#transferTables = transferTables
    this.#tables = readableTables
  }

  /** Returns all tables. Concurrent calls share the counting. */
  list(): Promise<readonly TableSummary[]> {
    this.#listing ??= this.#countAll().finally(() => {
      this.#listing = undefined
    })
    return this.#listing
  }

  /** Returns whether a table has names to search for. Throws `TABLE_NOT_FOUND` (404). */
  isSearchable(name: string): boolean {
    return this.#find(name).searched.length > 0
  }

  /**
   * Returns a page of records: the oldest first, of a historical table the newest first. A page may have fewer than
   * `limit` records although there are more: large records, and searches that find little, end it early. Throws
   * `TABLE_NOT_FOUND` (404) and `TOO_MANY_RECORD_SEARCHES` (503).
   */
  async read(name: string, query: RecordsQuery): Promise<Records> {
    const table = this.#find(name)
    if (query.search === undefined) return this.#page(table, query)
    if (this.#searches >= MAX_CONCURRENT_SEARCHES)
      throw errors.TOO_MANY_RECORD_SEARCHES({}, { retryAfter: RETRY_AFTER_S })
    this.#searches += 1
    try {
      return await this.#search(table, query.search, query)
    } finally {
      this.#searches -= 1
    }
  }

  #find(name: string): ReadableTable {
    const table = this.#tables.find(name)
    if (!table) throw errors.TABLE_NOT_FOUND()
    return table
  }

  async #countAll(): Promise<readonly TableSummary[]> {
    const summaries: TableSummary[] = []
    for (const { table, isHistorical, searched } of this.#tables.all) {
      const fields = Object.entries(table.fields).filter(([, { kind }]) => kind !== 'ignored')
      summaries.push({
        name: table.name,
        records: await this.#count(table.table, isHistorical),
        historical: isHistorical,
        searchable: searched.length > 0,
        fields: fields.map(([name, field]) => ({ name, type: typeOf(field) })),
      })
    }
    return summaries
  }

  #count(table: string, isHistorical: boolean): Promise<number> {
    return this.#database.read(async (knex) => {
      const rows = knex(table).select('id')
      if (isHistorical) rows.limit(MAX_COUNTED)
      const [row] = await knex.from(rows.as('rows')).count({ count: '*' })
      return Number(row?.count)
    })
  }

  async #page({ table, isHistorical }: ReadableTable, { limit, after, signal }: RecordsQuery): Promise<Records> {
    const query = new RecordQuery(table, this.#transferTables, this.#database.dialect)
    const page = new PageOfRecords(limit)
    let position = after
    while (!page.isFull) {
      signal.throwIfAborted()
      const rows = Math.min(ROWS_PER_STATEMENT, page.missing)
      const range = { after: position, limit: rows, isNewestFirst: isHistorical }
      const found = await this.#database.read((knex) => query.range(knex, range))
      if (found) page.add(found)
      if (!found || found.count < rows) return page.end()
      position = found.last
    }
    return page.continuedAfter(position)
  }

  /** Searches a number of rows at a time, until the page is full or the time is up. */
  async #search(
    { table, isHistorical, searched }: ReadableTable,
    search: string,
    { limit, after, signal }: RecordsQuery,
  ) {
    const query = new RecordQuery(table, this.#transferTables, this.#database.dialect)
    const page = new PageOfRecords(limit)
    const deadline = performance.now() + SEARCH_TIME_MS
    const filter = (rows: Knex.QueryBuilder) =>
      void rows.where((either) => matchAny(either, table.table, searched, search))
    let position = after
    while (!page.isFull && performance.now() < deadline) {
      signal.throwIfAborted()
      const from = position
      const upTo = await this.#database.read((knex) => endOfRows(knex, table.table, from, isHistorical))
      if (upTo === undefined) return page.end()
      const rows = Math.min(ROWS_PER_STATEMENT, page.missing)
      const range = { after: from, upTo, limit: rows, isNewestFirst: isHistorical, filter }
      const found = await this.#database.read((knex) => query.range(knex, range))
      if (found) page.add(found)
      position = found && found.count === rows ? found.last : upTo
    }
    return page.continuedAfter(position)
  }
}

/** Collects the records of a page. */
class PageOfRecords {
  readonly #limit: number
  readonly #parts: string[] = []
  #count = 0
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get missing(): number {
    return this.#limit - this.#count
  }

  get isFull(): boolean {
    return this.missing === 0 || this.#length >= PAGE_LENGTH
  }

  add({ text, count }: { readonly text: string; readonly count: number }): void {
    this.#parts.push(text)
    this.#count += count
    this.#length += text.length
  }

  end(): Records {
    return { text: this.#parts.join(','), next: undefined }
  }

  continuedAfter(position: RowId | undefined): Records {
    return { text: this.#parts.join(','), next: position }
  }
}

/** Returns the id of the last of the rows that a statement of a search looks at; `undefined` if there are none. */
async function endOfRows(
  knex: Knex,
  table: string,
  after: RowId | undefined,
  isNewestFirst: boolean,
): Promise<RowId | undefined> {
  const rows = knex(table)
    .select('id')
    .orderBy('id', isNewestFirst ? 'desc' : 'asc')
    .limit(ROWS_PER_SEARCH)
  if (after !== undefined) rows.whereRaw(`id ${isNewestFirst ? '<' : '>'} CAST(? AS bigint)`, [after])
  const [row] = await knex.from(rows.as('rows')).max({ highest: 'id' }).min({ lowest: 'id' })
  if (row?.highest == null) return undefined
  return toRowId(isNewestFirst ? row.lowest : row.highest)
}

/** Restricts rows to those that contain the text in any of the columns. */
function matchAny(rows: Knex.QueryBuilder, table: string, searched: readonly SearchedColumn[], text: string): void {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = (column: string): [string, string[]] => [`lower(??) LIKE lower(?) ESCAPE '\\'`, [column, pattern]]
  for (const { column, target } of searched) {
    if (!target) rows.orWhereRaw(...matches(`${table}.${column}`))
    else
      rows.orWhereRaw(`EXISTS (SELECT 1 FROM ?? AS target WHERE target.id = ?? AND ${matches('')[0]})`, [
        target.table,
        `${table}.${column}`,
        `target.${target.column}`,
        pattern,
      ])
  }
}

function typeOf(field: Field): FieldType {
  switch (field.kind) {
    case 'row-id':
      return 'integer'
    case 'reference':
      return field.as === 'record' ? 'record' : 'text'
    case 'derived':
    case 'ignored':
      return 'text'
    default:
      return field.kind
  }
}
