import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { RecordQuery } from '../export/record-query.js'
import type { Candidate } from '../import/candidate.js'
import { type NaturalKey, RecordProblem, type ReferenceTarget } from '../import/file-record.js'
import { keyIn } from '../record-shape.js'
import type { RowId } from '../row-id.js'
import { referencesOf, targetFieldsOf } from '../table-fields.js'
import type { TransferTables } from '../transfer-tables.js'
import type { PlannedRecords } from './planned-records.js'

/** A reference that is part of the key. */
interface KeyReference {
  readonly name: string
  readonly reference: Reference
  /** Its index among the references of the table, and among the fields of the key. */
  readonly index: number
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
 * The keys of records whose references are part of the key, if the plan gives other names to the records that these
 * find: a row under a renamed record has another key then, and must be found by the present one.
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

  /** Whether any key may be another one now. */
  get isAny(): boolean {
    return this.#references.some(({ name, reference }) => this.#planned.isAnyRenamed(reference, name))
  }

  /**
   * Returns for each candidate the present key of the row that will have its key: the same one, or another; `undefined`
   * if no row will, because a record that gives up its name has the name in it now.
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

  /** Returns the row that gets the name of a target; null if no row will have the name. */
  #renamedIn({ reference, name }: KeyReference, target: ReferenceTarget | undefined): RowId | null | undefined {
    if (target === undefined || target === 'none' || target instanceof RecordProblem) return undefined
    const row = this.#planned.renamedRow(reference, name, target.keyText)
    return row ?? (this.#planned.isLeft(reference, name, target.keyText) ? null : undefined)
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
