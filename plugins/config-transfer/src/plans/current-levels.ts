import { type Dialect, type Knex, SUDO } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { keyIn, type PlainRecord } from '../records/record-shape.js'
import { RowFinder } from '../records/row-finder.js'
import { matchedFields, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'

interface Context {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
}

/** Returns the present privilege levels of roles or users, `SUDO` if a role is not found; `undefined` for others. */
export async function currentLevels(
  transaction: Knex.Transaction,
  { table, tables, dialect }: Context,
  records: readonly PlainRecord[],
): Promise<(number | undefined)[]> {
  if (table.privilege === undefined || records.length === 0) return records.map(() => undefined)
  const [name = ''] = table.privilege.split('.')
  const reference = table.fields[name]
  if (reference?.kind !== 'reference') return records.map((record) => Number(record[name]))
  const finder = new RowFinder(tables.target(reference), targetFieldsOf(name, reference), tables, dialect)
  const ownFields = matchedFields(name, reference).map(([, ownField]) => ownField)
  const keys = records.map((record) => keyIn(record, ownFields))
  const rows = await finder.find(transaction, keys)
  return keys.map((key) => rows.get(finder.keyText(key))?.privilege ?? SUDO)
}
