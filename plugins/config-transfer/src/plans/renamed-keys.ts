import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import type { Candidate } from '../records/candidate.js'
import { type NaturalKey, RecordProblem, type ReferenceTarget } from '../records/file-record.js'
import { RecordQuery } from '../records/record-query.js'
import { keyIn } from '../records/record-shape.js'
import type { RowId } from '../row-id.js'
import { referencesOf, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { PlannedRecords } from './planned-records.js'

/** A reference that is part of the key. */
interface KeyReference {
  readonly name: string
  readonly reference: Reference
  /** Its index among the references of the table. */
  readonly index: number
  /** Its index among the fields of the key. */
  readonly part: number
  /** The first of the fields by which it finds its record. */
  readonly field: string
  readonly query: RecordQuery
}

/** A candidate, and what its references refer to. */
export interface Keyed {
  readonly candidate: Candidate
  readonly targets: readonly ReferenceTarget[]
}

/**
 * Translates keys that contain the names of other records. If the plan renames one of these, the keys of the rows that
 * refer to it change with it, and the rows must be found by their present keys.
 */
export class RenamedKeys {
  readonly #planned: PlannedRecords
  readonly #references: readonly KeyReference[]

  constructor(table: ConfigurationTable, planned: PlannedRecords, tables: TransferTables, dialect: Dialect) {
    this.#planned = planned
    this.#references = referencesOf(table).flatMap(([name, reference], index) => {
      const [part, [field = '']] = [table.key.indexOf(name), targetFieldsOf(name, reference)]
      if (part === -1) return []
      const query = new RecordQuery(tables.target(reference), tables, dialect, { form: 'plain' })
      return [{ name, reference, index, part, field, query }]
    })
  }

  /** Whether the plan may change any key in this way. */
  get isAny(): boolean {
    return this.#references.some(({ name, reference }) => this.#planned.isAnyRenamed(reference, name))
  }

  /**
   * Returns for each candidate the present key of the row that will have the candidate's key. `undefined` if no row
   * will, because the record that has a name in this key now gives it up.
   */
  async presentKeysOf(transaction: Knex.Transaction, all: readonly Keyed[]): Promise<(NaturalKey | undefined)[]> {
    let keys: (NaturalKey | undefined)[] = all.map(({ candidate }) => candidate.key)
    for (const keyReference of this.#references) {
      const renamed = all.map(({ targets }) => this.#renamedIn(keyReference, targets[keyReference.index]))
      const names = await namesOf(transaction, keyReference, renamed)
      keys = keys.map((key, index) => {
        const row = renamed[index]
        if (key === undefined || row === null) return undefined
        return row === undefined ? key : key.with(keyReference.part, names.get(row) ?? '')
      })
    }
    return keys
  }

  /** Returns the row that gets the name of a target; `null` if the name is given up; `undefined` if nothing changes. */
  #renamedIn({ reference, name }: KeyReference, target: ReferenceTarget | undefined): RowId | null | undefined {
    if (target === undefined || target === 'none' || target instanceof RecordProblem) return undefined
    const row = this.#planned.renamedRow(reference, name, target.keyText)
    return row ?? (this.#planned.isGivenUp(reference, name, target.keyText) ? null : undefined)
  }
}

/** Returns the present names of rows. */
async function namesOf(
  transaction: Knex.Transaction,
  { query, field }: KeyReference,
  rows: readonly (RowId | null | undefined)[],
): Promise<ReadonlyMap<RowId, string>> {
  const ids = [...new Set(rows)].flatMap((row) => row ?? [])
  if (ids.length === 0) return new Map()
  const records = await query.rowsOf(transaction, ids)
  return new Map(records.map(({ id, text }) => [id, keyIn(JSON.parse(text), [field])[0] ?? '']))
}
