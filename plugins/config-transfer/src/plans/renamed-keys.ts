import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { Candidate } from '../import/candidate.js'
import { type NaturalKey, RecordProblem, type ReferenceTarget } from '../import/file-record.js'
import { referencesOf } from '../table-fields.js'
import type { PlannedRecords } from './planned-records.js'

/**
 * The keys of records whose references are part of the key, if the plan gives other names to the records that these
 * find: a row under a renamed record has another key then, and must be found by the present one.
 */
export class RenamedKeys {
  readonly #table: ConfigurationTable
  readonly #planned: PlannedRecords

  constructor(table: ConfigurationTable, planned: PlannedRecords) {
    this.#table = table
    this.#planned = planned
  }

  /** Whether any key may be another one now. */
  get isAny(): boolean {
    return referencesOf(this.#table).some(
      ([name, reference]) => this.#table.key.includes(name) && this.#planned.isAnyRenamed(reference, name),
    )
  }

  /**
   * Returns the present key of the row that will have the key of a candidate: the same one, or another; `undefined` if
   * no row will, because a record that gives up its name has the name in it now.
   */
  presentKeyOf({ key }: Candidate, targets: readonly ReferenceTarget[]): NaturalKey | undefined {
    let isSame = true
    const parts = [...key]
    for (const [index, [name, reference]] of referencesOf(this.#table).entries()) {
      const [part, target] = [this.#table.key.indexOf(name), targets[index]]
      if (part === -1 || target === undefined || target === 'none' || target instanceof RecordProblem) continue
      const previous = this.#planned.previousName(reference, name, target.keyText)
      if (previous === undefined && this.#planned.isLeft(reference, name, target.keyText)) return undefined
      if (previous === undefined) continue
      parts[part] = previous
      isSame = false
    }
    return isSame ? key : parts
  }
}
