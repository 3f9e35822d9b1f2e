import { type Contributions, type Dialect, historicalTables, StartupError, type StoredTable } from '@plinth/kernel'
import type { ConfigurationTable, Field, HistoricalTable } from '@plinth/kernel/contracts'
import { fieldProblems } from '../tables/field-problems.js'
import { storedTableProblems } from '../tables/stored-table-problems.js'
import { columnOf, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'

/** A column that a search looks in: one of the table, or one of another table that a column refers to. */
export interface SearchedColumn {
  readonly column: string
  /** The table that the column refers to, and the column there. */
  readonly target?: { readonly table: string; readonly column: string }
}

/** A table that can be read over REST. */
export interface ReadableTable {
  readonly table: ConfigurationTable
  readonly isHistorical: boolean
  /** Where a search looks; empty if the table cannot be searched. */
  readonly searched: readonly SearchedColumn[]
}

interface ReadableTablesDeps {
  readonly transferTables: TransferTables
  readonly contributions: Contributions
}

/** The configuration tables, and the historical tables, that can be read over REST. */
export class ReadableTables {
  readonly #tables: TransferTables
  readonly #contributions: Contributions
  #all: readonly ReadableTable[] | undefined

  constructor({ transferTables, contributions }: ReadableTablesDeps) {
    this.#tables = transferTables
    this.#contributions = contributions
  }

  /** The configuration tables in the order of an exported file, then the historical ones. */
  get all(): readonly ReadableTable[] {
    this.#all ??= [...this.#tables.inFileOrder.map((table) => this.#ofConfiguration(table)), ...this.#historical]
    return this.#all
  }

  find(name: string): ReadableTable | undefined {
    return this.all.find(({ table }) => table.name === name)
  }

  /** Throws a `StartupError` for inconsistent descriptions of historical tables. */
  check(): void {
    const names = this.all.map(({ table }) => table.name)
    this.#checkEach((table) => [
      ...(names.filter((name) => name === table.name).length > 1
        ? [`There is more than one table "${table.name}". Rename one.`]
        : []),
      ...fieldProblems(table, this.#tables.inFileOrder),
    ])
    this.#checkEach((_, { name, searched, fields }) =>
      searched === undefined || fields[searched]?.kind === 'text'
        ? []
        : [`"searched" of the historical table "${name}" names "${searched}", which is not one of its text fields.`],
    )
  }

  /** Throws a `StartupError` if the columns do not match the descriptions of historical tables. */
  checkColumns(stored: ReadonlyMap<string, StoredTable>, dialect: Dialect): void {
    this.#checkEach((table) => storedTableProblems(table, stored.get(table.table), this.#tables, dialect))
  }

  get #historical(): readonly ReadableTable[] {
    return this.#contributions.to(historicalTables).map((description) => {
      const { fields, searched } = description
      const field = searched === undefined ? undefined : fields[searched]
      return {
        table: asConfigurationTable(description),
        isHistorical: true,
        searched: searched === undefined || !field ? [] : [{ column: columnOf(searched, field) }],
      }
    })
  }

  /** Throws a `StartupError` with the problems of all historical tables, if there are any. */
  #checkEach(problemsOf: (table: ConfigurationTable, description: HistoricalTable) => readonly string[]): void {
    const problems = this.#contributions.to(historicalTables).flatMap((description) => {
      const plugin = this.#contributions.contributorOf(historicalTables, description)
      return problemsOf(asConfigurationTable(description), description).map(
        (problem) => `The plugin "${plugin}": ${problem}`,
      )
    })
    if (problems.length > 0) throw new StartupError(problems)
  }

  #ofConfiguration(table: ConfigurationTable): ReadableTable {
    const searched = table.key.flatMap((name) => this.#searchedBy(name, table.fields[name]))
    return { table, isHistorical: false, searched }
  }

  /** A search finds a record by the text fields of its key, and by the names of the records that its key refers to. */
  #searchedBy(name: string, field: Field | undefined): SearchedColumn[] {
    if (field?.kind === 'text') return [{ column: columnOf(name, field) }]
    if (field?.kind !== 'reference') return []
    const target = this.#tables.target(field)
    const [targetName = 'name'] = targetFieldsOf(name, field)
    const targetField = target.fields[targetName]
    if (targetField?.kind !== 'text') return []
    return [{ column: field.column, target: { table: target.table, column: columnOf(targetName, targetField) } }]
  }
}

/** A historical table has no key. It gets `fixedColumns` because its fields need not fill all columns. */
function asConfigurationTable({ name, table, fields }: HistoricalTable): ConfigurationTable {
  return { name, table, fields, key: [], fixedColumns: async () => ({}) }
}
