import type { Administrator, Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { type Candidate, labelOf, type ResolvedCandidate } from '../records/candidate.js'
import { RecordProblem } from '../records/file-record.js'
import { namedProblemIn } from '../records/named-problem.js'
import type { RecordFinders } from '../records/record-finders.js'
import { noRoomProblem, roomIn } from '../records/record-limit.js'
import { isAdminLevel, levelOf, MAX_ADMINS, TOO_MANY_ADMINS } from '../records/record-privilege.js'
import type { PlainRecord, RecordShape } from '../records/record-shape.js'
import type { References } from '../records/references.js'
import type { FoundRow } from '../records/row-finder.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type Change, refusedChange } from './change.js'
import { namesakeProblem, privilegeProblem, updateProblem } from './change-rules.js'
import type { ChangeWriter } from './change-writer.js'
import type { Contest, ContestedValues } from './contested-values.js'
import { currentLevels } from './current-levels.js'
import { movedReferences } from './moved-references.js'
import type { PlanMode } from './plan-mode.js'
import type { PlannedRecords } from './planned-records.js'
import type { PresentRecord } from './present-records.js'
import type { Match } from './record-matcher.js'

export interface RecordPlannerOptions {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly mode: PlanMode
  readonly caller: Administrator
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
  /** Collects the changes of the table to values that other rows have now. */
  readonly contested: ContestedValues
}

interface RecordPlannerDeps {
  readonly shape: RecordShape
  readonly finders: RecordFinders
  readonly references: References
  /** The name of the field that identifies the records, if there is one. */
  readonly identifier: string | undefined
  /** The fields by which records of the table refer to one another. */
  readonly ownNameFields: readonly string[]
}

/** Takes a record that refers to a later one of its own table. */
type Postpone = (match: Match, resolved: ResolvedCandidate) => void

/** Decides what becomes of each record of a table: it stays as it is, is changed, added or refused. */
export class RecordPlanner {
  readonly #options: RecordPlannerOptions
  readonly #deps: RecordPlannerDeps
  readonly #shape: RecordShape
  /** The fields whose values depend on other records: keys, unique fields and references. */
  readonly #concernsOthers: ReadonlySet<string>
  /** Number of roles and users as privileged as an admin that are added or changed. */
  #adminCount = 0
  /** How many records may still be added. */
  #room = 0

  constructor(options: RecordPlannerOptions, deps: RecordPlannerDeps) {
    const { table } = options
    this.#options = options
    this.#deps = deps
    this.#shape = deps.shape
    const references = deps.shape.fields.filter(({ reference }) => reference).map(({ name }) => name)
    this.#concernsOthers = new Set([...table.key, ...(table.unique ?? []), ...references])
  }

  /** Call this before the first record. */
  async begin(transaction: Knex.Transaction): Promise<void> {
    this.#room = await roomIn(transaction, this.#options.table)
  }

  /** Whether the record is as it will be. */
  isSame(match: Match): boolean {
    const { candidate, present } = match
    if (!present) return false
    if (this.#options.mode === 'add') return true
    if (candidate.problem) return false
    if (this.#options.table.privilege === undefined) return this.#shape.isRecord(candidate, present.record)
    return this.#shape.differences(present.record, this.after(match)).length === 0
  }

  /**
   * Returns the record as it will be. Roles and users keep their identifiers, because sessions rely on them: in a file
   * of another installation, the same user has another one.
   */
  after({ candidate, present }: Match): PlainRecord {
    const record = this.#shape.of(candidate)
    const { identifier } = this.#deps
    if (!present || identifier === undefined || this.#options.table.privilege === undefined) return record
    return { ...record, [identifier]: present.record[identifier] ?? null }
  }

  /** Plans an update if it concerns no other record. Returns whether it did. */
  planAlone(match: Match): boolean {
    const { candidate, present } = match
    if (!present || candidate.problem || this.#options.table.privilege !== undefined) return false
    const after = this.#shape.of(candidate)
    const different = this.#shape.differences(present.record, after)
    if (different.some((name) => this.#concernsOthers.has(name))) return false
    this.#plan(match, after, different, [])
    return true
  }

  /** Plans records that may concern others. Those that refer to later ones are postponed, or refused without that. */
  async planAll(
    transaction: Knex.Transaction,
    matches: readonly Match[],
    postpone: Postpone | undefined,
  ): Promise<void> {
    const { table, caller } = this.#options
    const candidates = matches.map(({ candidate }) => candidate)
    const resolved = await this.#deps.references.resolve(transaction, candidates)
    const taken = await this.#deps.finders.findUniqueValues(transaction, candidates)
    const moved = await movedReferences(transaction, this.#options, matches)
    const presentRecords = matches.map(({ present }) => present?.record ?? {})
    const levels = await currentLevels(transaction, this.#options, presentRecords)
    for (const [index, match] of matches.entries()) {
      const one = resolved[index] as ResolvedCandidate
      const currentLevel = match.present ? levels[index] : undefined
      const problem =
        one.problem ??
        privilegeProblem(table, caller, one, currentLevel) ??
        this.#namesakeProblem(match, one, currentLevel) ??
        this.#countAdmin(match, one, currentLevel) ??
        this.#takeRoom(match)
      if (one.isOrphan && postpone) postpone(match, one)
      else if (problem) this.#refuseChange(match, problem)
      else this.#decide(match, taken, moved.get(match) ?? [])
    }
  }

  refuse(candidate: Candidate, problem: RecordProblem, present: PresentRecord | undefined): void {
    const { table, changes } = this.#options
    const refused = refusedChange(table.name, { name: labelOf(candidate.key), reason: problem.reason })
    changes.add({ ...refused, rowId: present?.id ?? null, before: present?.text ?? null })
  }

  /** Refuses a record without a complete key, given its error line. */
  refuseLine(line: string): void {
    const { table, changes } = this.#options
    changes.add(refusedChange(table.name, namedProblemIn(line)))
  }

  #namesakeProblem(
    match: Match,
    resolved: ResolvedCandidate,
    currentLevel: number | undefined,
  ): RecordProblem | undefined {
    const { present, isIdentified, previousId } = match
    if (!present || isIdentified || currentLevel === undefined) return undefined
    const fields = this.#shape.differences(present.record, this.after(match))
    return namesakeProblem(this.#options.table, resolved, { currentLevel, fields, isOfSnapshot: previousId !== null })
  }

  /** Counts an admin that is added or changed. Returns the problem of one too many. */
  #countAdmin(match: Match, resolved: ResolvedCandidate, currentLevel: number | undefined): RecordProblem | undefined {
    const isAdmin = isAdminLevel(levelOf(this.#options.table, resolved)) || isAdminLevel(currentLevel)
    if (!isAdmin || this.isSame(match)) return undefined
    this.#adminCount += 1
    return this.#adminCount > MAX_ADMINS ? TOO_MANY_ADMINS : undefined
  }

  /** Counts a record that is added. Returns the problem of one too many. */
  #takeRoom({ present }: Match): RecordProblem | undefined {
    if (present) return undefined
    this.#room -= 1
    return this.#room < 0 ? noRoomProblem(this.#options.table) : undefined
  }

  /** Plans the change of a record without a problem of its own. */
  #decide(match: Match, taken: readonly ReadonlyMap<string, FoundRow>[], moved: readonly string[]): void {
    const { present } = match
    const after = this.after(match)
    const different = present ? this.#shape.differences(present.record, after) : []
    const fields = [...new Set([...different, ...moved])]
    const contests = this.#options.contested.find(match, taken, present ? fields : undefined)
    if (contests instanceof RecordProblem) this.#refuseChange(match, contests)
    else this.#plan(match, after, fields, contests)
  }

  /** Adds the change of a record to the plan, if there is any. */
  #plan(match: Match, after: PlainRecord, fields: readonly string[], contests: readonly Contest[]): void {
    const { table, planned, changes, contested } = this.#options
    const { candidate, present, previousId } = match
    if (present && fields.length === 0) return void changes.count(table.name, 'same')
    const problem = present && updateProblem(table, fields)
    if (problem) return void this.#refuseChange(match, problem)
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

  /** Refuses a record whose row keeps its name. */
  #refuseChange(match: Match, problem: RecordProblem): void {
    const { table, planned } = this.#options
    const { candidate, present } = match
    const fields = this.#deps.ownNameFields
    if (present) planned.unmarkUpdated(table, { row: present, after: this.after(match), fields })
    this.refuse(candidate, problem, present)
  }
}
