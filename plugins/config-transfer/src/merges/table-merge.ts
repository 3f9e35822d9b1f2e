import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { IdSet } from '../compact-sets.js'
import { type PairedSources, type RecordPair, recordPairs } from '../comparisons/record-pairs.js'
import type { SourceRecords, SourceTable } from '../document/configuration-file.js'
import type { Pace } from '../pace.js'
import type { Change } from '../plans/change.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import { type PresentRecord, PresentRecords } from '../plans/present-records.js'
import { labelOf } from '../records/candidate.js'
import { RecordFinders } from '../records/record-finders.js'
import { keyIn, type PlainRecord, RecordShape } from '../records/record-shape.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type MergeConflict, type MergedRecord, mergeRecord } from './merged-record.js'
import type { Settlements } from './settlement.js'

export interface TableMergeOptions {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  /** From the base to theirs. */
  readonly sources: PairedSources
  readonly settlements: Settlements
  readonly signal: AbortSignal
  readonly pace: Pace
}

/** A record that they have changed, and what the merge does with it. */
interface Decision {
  readonly name: string
  readonly base: PlainRecord | undefined
  readonly present: PresentRecord | undefined
  readonly theirs: PlainRecord | undefined
  readonly merged: MergedRecord
}

/**
 * Merges what they have changed in a table, compared with the base, into the present records. Each pass reads the
 * sources again, so that the decisions need no memory.
 */
export class TableMerge {
  readonly #options: TableMergeOptions
  readonly #shape: RecordShape
  readonly #finders: RecordFinders
  readonly #present: PresentRecords
  /** The rows to remove, unless a written record turns out to belong to them. */
  readonly #removals = new IdSet()
  /** The rows that are written or removed. */
  readonly #changedRows = new IdSet()
  /** The rows whose records they have changed, whatever the merge does with them. */
  readonly #knownRows = new IdSet()

  constructor(options: TableMergeOptions) {
    const { table, tables, dialect } = options
    this.#options = options
    this.#shape = new RecordShape(table, tables)
    this.#finders = new RecordFinders(table, tables, dialect)
    this.#present = new PresentRecords(table, this.#finders, tables, dialect)
  }

  /** Adds the conflicts to a plan, and finds the rows to remove. Returns whether the merge changes anything. */
  async settle(transaction: Knex.Transaction, changes: ChangeWriter): Promise<boolean> {
    for await (const decisions of this.#decisions(transaction)) for (const decision of decisions) this.#note(decision)
    let isChanged = false
    for await (const decisions of this.#finalDecisions(transaction)) {
      for (const decision of decisions) {
        const { merged } = decision
        if (merged?.kind === 'conflict') changes.add(this.#conflictOf(decision, merged))
        else if (merged) isChanged = true
      }
      await changes.flushIfFull()
    }
    return isChanged
  }

  #note(decision: Decision): void {
    const { merged, present } = decision
    if (!present) return
    this.#knownRows.add(present.id)
    if (merged && merged.kind !== 'conflict') this.#changedRows.add(present.id)
    if (this.#losesRow(decision, present)) this.#removals.add(present.id)
  }

  /** Whether a row is removed, or its key goes to another row, which they have renamed. */
  #losesRow({ merged }: Decision, present: PresentRecord): boolean {
    const identifier = this.#identifier ?? ''
    if (merged?.kind !== 'write') return merged?.kind === 'remove'
    return merged.record[identifier] !== present.record[identifier]
  }

  /** Returns the merged records, once the conflicts are settled, as a table of a file. */
  asSourceTable(transaction: Knex.Transaction): SourceTable {
    const { name } = this.#options.table
    return { name, isList: true, removals: this.#removals, read: () => this.#batches(transaction) }
  }

  async *#batches(transaction: Knex.Transaction): AsyncGenerator<SourceRecords> {
    let precedingCount = 0
    for await (const decisions of this.#finalDecisions(transaction)) {
      const records = await this.#writtenRecords(transaction, decisions)
      // Each comes from a row, or from an uploaded file that has been checked
      yield { precedingCount, records, areStored: true }
      precedingCount += records.length
    }
  }

  /** The decisions once all rows of records that they have changed are known. */
  async *#finalDecisions(transaction: Knex.Transaction): AsyncGenerator<readonly Decision[]> {
    for await (const decisions of this.#decisions(transaction)) yield this.#withRenamed(transaction, decisions)
  }

  /** Recognizes records that both sides have renamed: the row with the identifier has a name that they do not know. */
  async #withRenamed(transaction: Knex.Transaction, decisions: readonly Decision[]): Promise<readonly Decision[]> {
    const identifier = this.#identifier ?? ''
    const identifierOf = ({ base, present, theirs }: Decision) => (base || present ? undefined : theirs?.[identifier])
    const given = decisions.map(identifierOf).filter((value) => typeof value === 'string')
    const holders = await this.#present.byIdentifier(transaction, given)
    return decisions.map((decision) => {
      const holder = holders.get(String(identifierOf(decision)))
      return holder && !this.#knownRows.has(holder.id) ? this.#decideRenamed(decision, holder) : decision
    })
  }

  #decideRenamed(decision: Decision, holder: PresentRecord): Decision {
    const { table, settlements } = this.#options
    const take = settlements.sideFor(table.name, decision.name)
    const reason = `renamed here to ${labelOf(keyIn(holder.record, table.key))}, and by them`
    const fields = this.#shape.differencesInSharedFields(holder.record, decision.theirs ?? {})
    if (take === undefined) return { ...decision, present: holder, merged: { kind: 'conflict', reason, fields } }
    return { ...decision, present: holder, merged: take === 'theirs' ? decision.merged : undefined }
  }

  async *#decisions(transaction: Knex.Transaction): AsyncGenerator<readonly Decision[]> {
    const { table, sources, signal, pace } = this.#options
    for await (const pairs of recordPairs(transaction, table, sources)) {
      signal.throwIfAborted()
      await pace.yieldToRequests()
      const changed = pairs.filter((pair) => this.#isChangedByThem(pair))
      const keys = changed.map(({ from, to }) => ({ key: keyIn(to ?? from ?? {}, table.key) }))
      const rows = await this.#present.byKey(transaction, keys)
      yield changed.map((pair, index) => this.#decide(pair, rows.get(this.#finders.keyText(keys[index]?.key ?? []))))
    }
  }

  #isChangedByThem({ from, to }: RecordPair): boolean {
    return !from || !to || this.#shape.differencesInSharedFields(from, to).length > 0
  }

  #decide({ from: base, to: theirs }: RecordPair, present: PresentRecord | undefined): Decision {
    const { table, settlements } = this.#options
    const name = labelOf(keyIn(present?.record ?? theirs ?? base ?? {}, table.key))
    const rules = { shape: this.#shape, take: settlements.sideFor(table.name, name), identifier: this.#identifier }
    const staysAnyway = !theirs && table.mayBeRemoved === false
    const merged = staysAnyway ? undefined : mergeRecord({ base, ours: present?.record, theirs }, rules)
    return { name, base, present, theirs, merged }
  }

  /**
   * Returns the records to write. A record does not get the identifier of a row that the merge leaves unchanged. A role
   * or user with another identifier on their side gets none, because it may be somebody else: see `namesakeProblem`.
   */
  async #writtenRecords(transaction: Knex.Transaction, decisions: readonly Decision[]): Promise<PlainRecord[]> {
    const written = decisions.flatMap(({ merged, present, theirs }) =>
      merged?.kind === 'write' ? { record: merged.record, present, theirs } : [],
    )
    const identifier = this.#identifier
    if (identifier === undefined) return written.map(({ record }) => record)
    const given = written.map(({ record }) => record[identifier])
    const holders = await this.#present.byIdentifier(
      transaction,
      given.filter((value) => typeof value === 'string'),
    )
    return written.map(({ record, present, theirs }) => {
      const { [identifier]: _, ...others } = record
      const isNamesake = present !== undefined && theirs?.[identifier] !== present.record[identifier]
      if (this.#options.table.privilege !== undefined && isNamesake) return others
      const holder = holders.get(String(record[identifier]))
      if (!holder || holder.id === present?.id || this.#changedRows.has(holder.id)) return record
      return present ? { ...others, [identifier]: present.record[identifier] ?? null } : others
    })
  }

  get #identifier(): string | undefined {
    return this.#present.identifier
  }

  #conflictOf({ name, base, present, theirs }: Decision, { fields, reason }: MergeConflict): Change {
    const { table } = this.#options
    return {
      table: table.name,
      kind: 'conflict',
      name,
      rowId: null,
      before: present?.text ?? null,
      after: theirs ?? null,
      fields,
      reason,
      base: base ?? null,
    }
  }
}
