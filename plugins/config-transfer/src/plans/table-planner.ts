import type { Administrator, Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { IdSet, TextSet } from '../compact-sets.js'
import type { SourceRecords, SourceTable, UnparsedRecords } from '../document/configuration-file.js'
import type { Pace } from '../pace.js'
import { readAhead } from '../read-ahead.js'
import { type Candidate, labelOf, type ResolvedCandidate } from '../records/candidate.js'
import { CandidateReader } from '../records/candidate-reader.js'
import { REPEATED_RECORD, RecordProblem } from '../records/file-record.js'
import { namedProblemIn } from '../records/named-problem.js'
import { RecordFinders } from '../records/record-finders.js'
import { noRoomProblem, roomIn } from '../records/record-limit.js'
import { isAdminLevel, levelOf, MAX_ADMINS, TOO_MANY_ADMINS } from '../records/record-privilege.js'
import { type PlainRecord, RecordShape } from '../records/record-shape.js'
import { References } from '../records/references.js'
import type { FoundRow } from '../records/row-finder.js'
import type { RowId } from '../row-id.js'
import type { SetMemory } from '../set-memory.js'
import { referencesOf, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type Change, refusedChange } from './change.js'
import { namesakeProblem, privilegeProblem, updateProblem } from './change-rules.js'
import type { ChangeWriter } from './change-writer.js'
import type { Contest, ContestedValues } from './contested-values.js'
import { currentLevels } from './current-levels.js'
import { ForwardReferences } from './forward-references.js'
import { movedReferences } from './moved-references.js'
import type { PlanMode } from './plan-mode.js'
import type { PlannedRecords } from './planned-records.js'
import { type PresentRecord, PresentRecords } from './present-records.js'
import { type Match, RecordMatcher } from './record-matcher.js'
import { RenamedKeys } from './renamed-keys.js'
import { UnchangedRecords } from './unchanged-records.js'

export interface TablePlannerOptions {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly mode: PlanMode
  readonly caller: Administrator
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
  /** Collects the changes of the table to values that other rows have now. */
  readonly contested: ContestedValues
  readonly memory: SetMemory
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
  readonly #finders: RecordFinders
  readonly #references: References
  readonly #reader: CandidateReader
  readonly #present: PresentRecords
  readonly #matcher: RecordMatcher
  readonly #forward: ForwardReferences
  /** The rows that have a record in the source. Complete once the table has been planned. */
  readonly claimed = new IdSet()
  /** The canonical texts of the keys of the records so far. */
  readonly #keys: TextSet
  /** The fields whose values depend on other records: keys, unique fields and references. */
  readonly #concernsOthers: ReadonlySet<string>
  /** The fields by which records of the table refer to one another. */
  readonly #ownNameFields: readonly string[]
  /** The rows of records that refer to later ones, by the position of the record. */
  readonly #rowsOfForward = new Map<number, RowId>()
  /** Number of roles and users as privileged as an admin that are added or changed. */
  #adminCount = 0
  /** How many records may still be added. */
  #room = 0
  /** Positions of records whose row may belong to another record. */
  #postponed = new IdSet()

  constructor(options: TablePlannerOptions) {
    const { table, tables, dialect, planned, newIdentifier } = options
    this.#options = options
    this.#keys = new TextSet(options.memory)
    this.#shape = new RecordShape(table, tables)
    this.#finders = new RecordFinders(table, tables, dialect)
    this.#references = new References(table, tables, dialect, { planned })
    this.#reader = new CandidateReader({ table, finders: this.#finders, references: this.#references, newIdentifier })
    this.#present = new PresentRecords(table, this.#finders, tables, dialect)
    this.#matcher = new RecordMatcher({
      present: this.#present,
      shape: this.#shape,
      reader: this.#reader,
      finders: this.#finders,
      references: this.#references,
      renamedKeys: new RenamedKeys(table, planned, tables, dialect),
      onlyAdds: options.mode === 'add',
      isTaken: (id, position) => this.claimed.has(id) && this.#rowsOfForward.get(position) !== id,
    })
    this.#forward = new ForwardReferences(table, planned)
    const own = referencesOf(table).filter(([, { to }]) => to === table.name)
    this.#ownNameFields = own.flatMap(([name, reference]) => targetFieldsOf(name, reference))
    const references = this.#shape.fields.filter(({ reference }) => reference).map(({ name }) => name)
    this.#concernsOthers = new Set([...table.key, ...(table.unique ?? []), ...references])
  }

  async plan(transaction: Knex.Transaction, source: SourceTable): Promise<void> {
    this.#room = await roomIn(transaction, this.#options.table)
    if (this.#ownNameFields.length > 0 && this.#options.mode !== 'add') await this.#markRenamed(transaction, source)
    await this.#pass(transaction, source)
    if (this.#postponed.size > 0) {
      const positions = this.#postponed
      this.#postponed = new IdSet()
      await this.#pass(transaction, source, { positions, isKeyEnough: true })
    }
    const positions = this.#forward.settle((record) => this.#expect(record))
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
        const after = this.#after(match)
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
      for (const { line } of refusals) this.#refuseLine(line)
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
    const { table, mode, caller } = this.#options
    const areIndependent = this.#areIndependent()
    for (const match of matches) {
      const problem = this.#claim(match, isLast === true)
      if (problem) await this.#refuse(match.candidate, problem, match.present)
      else if ((areIndependent || mode === 'add') && this.#isSame(match))
        this.#options.changes.count(table.name, 'same')
      else if (!areIndependent || !(await this.#decideAlone(match))) undecided.push(match)
    }
    if (undecided.length === 0) return
    const candidates = undecided.map(({ candidate }) => candidate)
    const resolved = await this.#references.resolve(transaction, candidates)
    const taken = await this.#finders.findUniqueValues(transaction, candidates)
    const moved = await movedReferences(transaction, this.#options, undecided)
    const presentRecords = undecided.map(({ present }) => present?.record ?? {})
    const levels = await currentLevels(transaction, this.#options, presentRecords)
    for (const [index, match] of undecided.entries()) {
      const one = resolved[index] as ResolvedCandidate
      const currentLevel = match.present ? levels[index] : undefined
      const problem =
        one.problem ??
        privilegeProblem(table, caller, one, currentLevel) ??
        this.#namesakeProblem(match, one, currentLevel) ??
        this.#countAdmin(match, one, currentLevel) ??
        this.#takeRoom(match)
      if (one.isOrphan && !isLast) this.#postponeForward(match, one)
      else if (problem) await this.#refuseChange(match, problem)
      else await this.#decide(match, taken, moved.get(match) ?? [])
    }
  }

  /** Claims the key and the row for a record. Returns a problem if an earlier record has claimed either of them. */
  #claim({ candidate, present }: Match, isLast: boolean): RecordProblem | undefined {
    const isNewKey = this.#keys.add(candidate.keyText) || isLast // it was claimed when the record was postponed
    const isOwnRow = isLast && this.#rowsOfForward.get(candidate.position) === present?.id
    const isNewRow = present === undefined || isOwnRow || this.claimed.add(present.id)
    return isNewKey && isNewRow ? undefined : REPEATED_RECORD
  }

  #isSame(match: Match): boolean {
    const { candidate, present } = match
    if (!present) return false
    if (this.#options.mode === 'add') return true
    if (candidate.problem) return false
    if (this.#options.table.privilege === undefined) return this.#shape.isRecord(candidate, present.record)
    return this.#shape.differences(present.record, this.#after(match)).length === 0
  }

  /**
   * Returns the record as it will be. Roles and users keep their identifiers, because sessions rely on them: in a file
   * of another installation, the same user has another one.
   */
  #after({ candidate, present }: Match): PlainRecord {
    const record = this.#shape.of(candidate)
    const { identifier } = this.#present
    if (!present || identifier === undefined || this.#options.table.privilege === undefined) return record
    return { ...record, [identifier]: present.record[identifier] ?? null }
  }

  #namesakeProblem(
    match: Match,
    resolved: ResolvedCandidate,
    currentLevel: number | undefined,
  ): RecordProblem | undefined {
    const { present, isIdentified, previousId } = match
    if (!present || isIdentified || currentLevel === undefined) return undefined
    const fields = this.#shape.differences(present.record, this.#after(match))
    return namesakeProblem(this.#options.table, resolved, { currentLevel, fields, isOfSnapshot: previousId !== null })
  }

  /** Counts an admin that is added or changed. Returns the problem of one too many. */
  #countAdmin(match: Match, resolved: ResolvedCandidate, currentLevel: number | undefined): RecordProblem | undefined {
    const isAdmin = isAdminLevel(levelOf(this.#options.table, resolved)) || isAdminLevel(currentLevel)
    if (!isAdmin || this.#isSame(match)) return undefined
    this.#adminCount += 1
    return this.#adminCount > MAX_ADMINS ? TOO_MANY_ADMINS : undefined
  }

  /** Counts a record that is added. Returns the problem of one too many. */
  #takeRoom({ present }: Match): RecordProblem | undefined {
    if (present) return undefined
    this.#room -= 1
    return this.#room < 0 ? noRoomProblem(this.#options.table) : undefined
  }

  /** Plans an update if it concerns no other record. Returns whether it did. */
  async #decideAlone(match: Match): Promise<boolean> {
    const { candidate, present } = match
    if (!present || candidate.problem || this.#options.table.privilege !== undefined) return false
    const after = this.#shape.of(candidate)
    const different = this.#shape.differences(present.record, after)
    if (different.some((name) => this.#concernsOthers.has(name))) return false
    await this.#plan(match, after, different, [])
    return true
  }

  /** Postpones a record that refers to a later one of its own table. */
  #postponeForward({ candidate, present }: Match, resolved: ResolvedCandidate): void {
    if (present) this.#rowsOfForward.set(candidate.position, present.id)
    const record = this.#shape.of(candidate)
    this.#forward.add(candidate.position, record, resolved.missingParents ?? [], present === undefined)
  }

  /** Plans the change of a record without a problem of its own. */
  async #decide(
    match: Match,
    taken: readonly ReadonlyMap<string, FoundRow>[],
    moved: readonly string[],
  ): Promise<void> {
    const { present } = match
    const after = this.#after(match)
    const different = present ? this.#shape.differences(present.record, after) : []
    const fields = [...new Set([...different, ...moved])]
    const contests = this.#options.contested.find(match, taken, present ? fields : undefined)
    if (contests instanceof RecordProblem) await this.#refuseChange(match, contests)
    else await this.#plan(match, after, fields, contests)
  }

  /** Adds the change of a record to the plan, if there is any. */
  async #plan(
    match: Match,
    after: PlainRecord,
    fields: readonly string[],
    contests: readonly Contest[],
  ): Promise<void> {
    const { table, planned, changes, contested } = this.#options
    const { candidate, present, previousId } = match
    if (present && fields.length === 0) return changes.count(table.name, 'same')
    const problem = present && updateProblem(table, fields)
    if (problem) return this.#refuseChange(match, problem)
    const name = labelOf(candidate.key)
    const common = { table: table.name, name, after, reason: null }
    const change: Change = present
      ? { ...common, kind: 'update', rowId: present.id, before: present.text, fields }
      : { ...common, kind: 'add', rowId: previousId, before: null, fields: null }
    const seq = changes.add(change)
    if (present) planned.expectUpdated(table, { row: present, after, fields })
    else planned.expectAdded(table, after)
    contested.add({ ...change, seq }, contests)
  }

  #expect(record: PlainRecord): void {
    this.#options.planned.expectAdded(this.#options.table, record)
  }

  /** Refuses a record whose row keeps its name. */
  async #refuseChange(match: Match, problem: RecordProblem): Promise<void> {
    const { table, planned } = this.#options
    const { candidate, present } = match
    if (present) planned.unmarkUpdated(table, { row: present, after: this.#after(match), fields: this.#ownNameFields })
    await this.#refuse(candidate, problem, present)
  }

  async #refuse(candidate: Candidate, problem: RecordProblem, present: PresentRecord | undefined): Promise<void> {
    const { table, changes } = this.#options
    const refused = refusedChange(table.name, { name: labelOf(candidate.key), reason: problem.reason })
    changes.add({ ...refused, rowId: present?.id ?? null, before: present?.text ?? null })
  }

  /** Refuses a record without a complete key, given its error line. */
  #refuseLine(line: string): void {
    const { table, changes } = this.#options
    changes.add(refusedChange(table.name, namedProblemIn(line)))
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
