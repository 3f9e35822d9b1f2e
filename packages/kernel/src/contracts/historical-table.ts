import type { Field } from './configuration-table.js'

/**
 * Describes a table of historical data, which grows with time and is neither exported nor imported, so that it can be
 * read over REST. Contributed to the point `historicalTables`.
 */
export interface HistoricalTable {
  /** Its name in the REST API. Must differ from the names of all other historical and configuration tables. */
  readonly name: string
  /**
   * The database table. Its primary key is a whole number `id`, which the database assigns in the order of creation; on
   * SQLite it must stay below 2⁵³.
   */
  readonly table: string
  /** The text field in which a search looks. Default: the table cannot be searched. */
  readonly searched?: string
  /** The fields of a record, in the order in which they are shown. They may refer to configuration tables. */
  readonly fields: Readonly<Record<string, Field>>
}
