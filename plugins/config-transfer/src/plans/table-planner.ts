import type { Knex } from '@plinth/kernel'
import { IdSet, TextSet } from '../compact-sets.js'
import type { SourceRecords, SourceTable, UnparsedRecords } from '../document/configuration-file.js'
import type { MemoryBudget } from '../memory-budget.js'
import type { Pace } from '../pace.js'
import { readAhead } from '../read-ahead.js'
import type { ResolvedCandidate } from '../records/candidate.js'
import { CandidateReader } from '../records/candidate-reader.js'
import { REPEATED_RECORD, type RecordProblem } from '../records/file-record.js'
import { RecordFinders } from '../records/record-finders.js'
import { RecordShape } from '../records/record-shape.js'
import { References } from '../records/references.js'
import type { RowId } from '../row-id.js'
import { referencesOf, targetFieldsOf } from '../tables/table-fields.js'
import { ForwardReferences } from './forward-references.js'
import { PresentRecords } from './present-records.js'
import { type Match, RecordMatcher } from './record-matcher.js'
import { RecordPlanner, type RecordPlannerOptions } from './record-planner.js'
import { RenamedKeys } from './renamed-keys.js'
import { UnchangedRecords } from './unchanged-records.js'

export interface TablePlannerOptions extends RecordPlannerOptions {
  readonly memory: MemoryBudget
  readonly newIdentifier: () => string
  readonly signal: AbortSignal
  readonly pace: Pace
}

/** The records of a batch, and what was found for them. */
interface MatchedBatch {
  /** Rows whose records are unchanged. */
  readonly unchanged: readonly RowId[]
  readonly matches: readonly Match[]
  readonly refusals: readonly { readonly line: string }[]
}

/** Plans the changes of one table of a source. A record changes only the fields that it has. */
export class TablePlanner {
  readonly #options: TablePlannerOptions
  readonly #shape: RecordShape
  readonly #reader: CandidateReader
  readonly #matcher: RecordMatcher
  readonly #forward: ForwardReferences
  readonly #records: RecordPlanner
  /** The rows that have a record in the source. Complete once the table has been planned. */
  readonly claimed = new IdSet()
  /** The canonical texts of the keys of the records so far. */
  readonly #keys: TextSet
  /** The fields by which records of the table refer to one another. */
  readonly #ownNameFields: readonly string[]
  /** The rows of records that refer to later ones, by the position of the record. */
  readonly #rowsOfForward = new Map<number, RowId>()
  /** Positions of records whose row may belong to another record. */
  #postponed = new IdSet()

  constructor(options: TablePlannerOptions) {
    const { table, tables, dialect, planned, newIdentifier } = options
    this.#options = options
    this.#keys = new TextSet(options.memory)
    this.#shape = new RecordShape(table, tables)
    const finders = new RecordFinders(table, tables, dialect)
    const references = new References(table, tables, dialect, { planned })
    this.#reader = new CandidateReader({ table, finders, references, newIdentifier })
    const present = new PresentRecords(table, finders, tables, dialect)
    this.#matcher = new RecordMatcher({
      present,
      shape: this.#shape,
      reader: this.#reader,
      finders,
      references,
      renamedKeys: new RenamedKeys(table, planned, tables, dialect),
      onlyAdds: options.mode === 'add',
      isTaken: (id, position) => this.claimed.has(id) && this.#rowsOfForward.get(position) !== id,
    })
    this.#forward = new ForwardReferences(table, planned)
    const own = referencesOf(table).filter(([, { to }]) => to === table.name)
    this.#ownNameFields = own.flatMap(([name, reference]) => targetFieldsOf(name, reference))
    this.#records = new RecordPlanner(options, {
      shape: this.#shape,
      finders,
      references,
      identifier: present.identifier,
      ownNameFields: this.#ownNameFields,
    })
  }

  async plan(transaction: Knex.Transaction, source: SourceTable): Promise<void> {
    await this.#records.begin(transaction)
    if (this.#ownNameFields.length > 0 && this.#options.mode !== 'add') await this.#markRenamed(transaction, source)
    await this.#pass(transaction, source)
    if (this.#postponed.size > 0) {
      const positions = this.#postponed
      this.#postponed = new IdSet()
      await this.#pass(transaction, source, { positions, isKeyEnough: true })
    }
    const positions = this.#forward.settle((record) => this.#options.planned.expectAdded(this.#options.table, record))
    if (positions.size > 0) await this.#pass(transaction, source, { positions, isKeyEnough: true, isLast: true })
    this.#keys.release()
  }

  /**
   * Marks the rows that get another name, for a table that refers to itself: no reference finds a record under its
   * previous name, not even in records that come before it. Of records with the same key or row, only the first counts:
   * the others are refused.
   */
  async #markRenamed(transaction: Knex.Transaction, source: SourceTable): Promise<void> {
    const { table, planned, memory } = this.#options
    const [keys, rows] = [new TextSet(memory), new IdSet()]
    for await (const batch of source.read()) {
      await this.#continue()
      const { candidates } = this.#reader.read(batch)
      const { matches } = await this.#matcher.match(transaction, batch, candidates, { isKeyEnough: false })
      for (const match of matches) {
        const { candidate, present } = match
        const isFirst = keys.add(candidate.keyText) && (present === undefined || rows.add(present.id))
        if (!isFirst || !present || candidate.problem) continue
        const after = this.#records.after(match)
        const different = new Set(this.#shape.differences(present.record, after))
        const fields = this.#ownNameFields.filter((name) => different.has(name))
        planned.markUpdated(table, { row: present, after, fields })
      }
    }
  }

  async #pass(transaction: Knex.Transaction, source: SourceTable, options: PassOptions = {}): Promise<void> {
    // The text of a role or user does not say whether the caller may change it
    const isRecognizable = options.positions === undefined && this.#options.table.privilege === undefined
    const batches =
      isRecognizable && source.readUnparsed
        ? this.#recognized(transaction, source.readUnparsed())
        : this.#matched(transaction, source.read(), options)
    for await (const { unchanged, matches, refusals } of readAhead(batches)) {
      for (const id of unchanged) this.claimed.add(id)
      this.#options.changes.count(this.#options.table.name, 'same', unchanged.length)
      for (const { line } of refusals) this.#records.refuseLine(line)
      await this.#decideAll(transaction, matches, options)
      await this.#options.changes.flushIfFull()
      await this.#options.pace.yieldToRequests()
    }
  }

  /** Matches the records of a file, except for those that are unchanged. */
  async *#recognized(
    transaction: Knex.Transaction,
    batches: AsyncGenerator<UnparsedRecords>,
  ): AsyncGenerator<MatchedBatch> {
    const { table, tables, dialect } = this.#options
    const unchangedRecords = new UnchangedRecords(table, tables, dialect)
    for await (const batch of batches) {
      await this.#continue()
      const unchanged = this.#areIndependent() ? await unchangedRecords.find(transaction, batch) : undefined
      if (unchanged) yield { unchanged, matches: [], refusals: [] }
      else {
        const matched = await this.#match(transaction, batch.parse(), {})
        unchangedRecords.continueAfter(matched.matches.flatMap(({ present }) => present?.id ?? []))
        yield matched
      }
    }
  }

  async *#matched(
    transaction: Knex.Transaction,
    batches: AsyncGenerator<SourceRecords>,
    options: PassOptions,
  ): AsyncGenerator<MatchedBatch> {
    for await (const batch of batches) {
      await this.#continue()
      yield this.#match(transaction, batch, options)
    }
  }

  async #match(
    transaction: Knex.Transaction,
    batch: SourceRecords,
    { positions, isKeyEnough = false }: PassOptions,
  ): Promise<MatchedBatch> {
    const { candidates, refusals } = this.#reader.read(batch)
    const wanted = positions ? candidates.filter(({ position }) => positions.has(position)) : candidates
    const { matches, postponed } = await this.#matcher.match(transaction, batch, wanted, { isKeyEnough })
    for (const position of postponed) this.#postponed.add(position)
    return { unchanged: [], matches, refusals: positions ? [] : refusals }
  }

  async #continue(): Promise<void> {
    this.#options.signal.throwIfAborted()
    await this.#options.pace.yieldToRequests()
  }

  /** Whether each record can be planned on its own, because no record that the table refers to loses its name. */
  #areIndependent(): boolean {
    const { table, planned } = this.#options
    return !referencesOf(table).some(([name, reference]) => planned.anyLosesName(reference, name))
  }

  async #decideAll(transaction: Knex.Transaction, matches: readonly Match[], { isLast }: PassOptions): Promise<void> {
    const undecided: Match[] = []
    const { table, mode, changes } = this.#options
    const areIndependent = this.#areIndependent()
    for (const match of matches) {
      const problem = this.#claim(match, isLast === true)
      if (problem) this.#records.refuse(match.candidate, problem, match.present)
      else if ((areIndependent || mode === 'add') && this.#records.isSame(match)) changes.count(table.name, 'same')
      else if (!areIndependent || !this.#records.planAlone(match)) undecided.push(match)
    }
    if (undecided.length === 0) return
    const postpone = (match: Match, resolved: ResolvedCandidate) => this.#postponeForward(match, resolved)
    await this.#records.planAll(transaction, undecided, isLast ? undefined : postpone)
  }

  /** Claims the key and the row for a record. Returns a problem if an earlier record has claimed either of them. */
  #claim({ candidate, present }: Match, isLast: boolean): RecordProblem | undefined {
    const isNewKey = this.#keys.add(candidate.keyText) || isLast // it was claimed when the record was postponed
    const isOwnRow = isLast && this.#rowsOfForward.get(candidate.position) === present?.id
    const isNewRow = present === undefined || isOwnRow || this.claimed.add(present.id)
    return isNewKey && isNewRow ? undefined : REPEATED_RECORD
  }

  /** Postpones a record that refers to a later one of its own table. */
  #postponeForward({ candidate, present }: Match, resolved: ResolvedCandidate): void {
    if (present) this.#rowsOfForward.set(candidate.position, present.id)
    const record = this.#shape.of(candidate)
    this.#forward.add(candidate.position, record, resolved.missingParents ?? [], present === undefined)
  }
}

interface PassOptions {
  /** Only the records at these positions are planned. */
  readonly positions?: Pick<ReadonlySet<number>, 'has'>
  /** Whether a record may take the row with its key, because it is known which rows belong to others. */
  readonly isKeyEnough?: boolean
  /** Whether this is the last pass: it decides records that refer to later ones. */
  readonly isLast?: boolean
}
