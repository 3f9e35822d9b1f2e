import type { Dialect, Knex, RowWriter } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { columnOf, uniqueColumnOf } from '../table-fields.js'
import type { TransferPlan } from '../transfer-plan.js'
import { type Candidate, labelOf, type ResolvedCandidate } from './candidate.js'
import { CandidateReader, type ReadRecords } from './candidate-reader.js'
import type { FileTable } from './configuration-file.js'
import { quoted, RecordProblem } from './file-record.js'
import { areDifferent, type KnownRecords, RecordLookups } from './known-records.js'
import type { Pace } from './pace.js'
import { RecordGroup } from './record-group.js'
import type { Values } from './record-values.js'
import { References } from './references.js'
import type { Refusal, TableTally } from './report.js'

export interface TableImportOptions {
  readonly table: ConfigurationTable
  readonly plan: TransferPlan
  readonly dialect: Dialect
  readonly newIdentifier: () => string
  /** What every row of this import holds beside what the file brings. */
  readonly columns: Readonly<Values>
  /** Nothing more privileged than this comes in. */
  readonly callerLevel: number
  readonly signal: AbortSignal
  readonly pace: Pace
  /** Called when the fate of some more records is known. */
  readonly onJudged: () => void
}

/** How often rows are judged anew that somebody else kept out by writing the same meanwhile. */
const MAX_ROUNDS = 5
/** How often a file is read for the sake of children that come before their parents. */
const MAX_PASSES = 100
/** How often the database hears of a transaction, whether there is something to write or not. */
const KEEP_INTERVAL_MS = 250
const TOO_DEEP = new RecordProblem(
  `its parent came in only after ${MAX_PASSES} passes over the file; put parents first`,
)

/**
 * Brings the records of one table in, a batch at a time, by a few statements each. Most batches need two: one for what
 * they refer to, and one that writes and leaves out what is taken. Only what that left out, or what was wrong before,
 * is looked at record by record in the order of the file.
 */
export class TableImport {
  readonly #transaction: Knex.Transaction
  readonly #options: TableImportOptions
  readonly #lookups: RecordLookups
  readonly #references: References
  readonly #reader: CandidateReader
  readonly #rows: RowWriter
  readonly #tally: TableTally
  #fixed: Readonly<Values> = {}
  /** When the transaction was last kept from being idle, by `performance.now()`. */
  #keptAt = performance.now()

  constructor(transaction: Knex.Transaction, options: TableImportOptions, tally: TableTally) {
    const { table, plan, dialect, newIdentifier } = options
    this.#transaction = transaction
    this.#options = options
    this.#rows = dialect.rowWriter(transaction, {
      table: table.table,
      key: table.key.map((name) => uniqueColumnOf(table, name)),
    })
    this.#lookups = new RecordLookups(table, plan, dialect)
    this.#references = new References(table, plan, dialect)
    this.#reader = new CandidateReader({
      table,
      lookups: this.#lookups,
      references: this.#references,
      newIdentifier,
    })
    this.#tally = tally
  }

  async run(file: FileTable): Promise<void> {
    this.#fixed = { ...this.#options.columns, ...(await this.#options.table.fixedColumns?.()) }
    let orphans = await this.#pass(file)
    // Records of a tree come in any order: those whose parent was not there are read again as long as that brings some
    // in.
    for (let pass = 1; orphans.size > 0; pass += 1) {
      const before = orphans.size
      orphans = await this.#pass(file, orphans)
      if (orphans.size === before || pass === MAX_PASSES) return this.#refuseOrphans(file, orphans)
    }
  }

  /**
   * Goes through the records of the file, or those at some places. Returns the places of those whose parent is not
   * there yet. While the database writes a batch, the next one is read, checked and resolved, unless it can refer to
   * the one before.
   */
  async #pass(file: FileTable, places?: ReadonlySet<number>): Promise<Set<number>> {
    const orphans = new Set<number>()
    let writing: Promise<unknown> = Promise.resolve()
    try {
      for await (const batch of this.#read(file, places)) {
        if (this.#references.toOwnTable) {
          for (const { place } of await this.#bringInFamily(batch)) orphans.add(place)
          continue
        }
        const resolved = await this.#references.resolve(this.#transaction, batch.candidates)
        await this.#options.pace.giveWay()
        const bringIn = this.#prepare(resolved, batch.refusals)
        await writing
        writing = bringIn()
        writing.catch(() => {}) // told when it is awaited
      }
    } finally {
      await writing
    }
    return orphans
  }

  /** Level by level, as long as that brings some in. Returns those whose parent is not there yet. */
  async #bringInFamily({ candidates, refusals }: ReadRecords): Promise<readonly Candidate[]> {
    let left: readonly Candidate[] = candidates
    for (let isFirst = true; ; isFirst = false) {
      this.#options.signal.throwIfAborted()
      const resolved = await this.#references.resolve(this.#transaction, left)
      const orphans = await this.#prepare(resolved, isFirst ? refusals : [])()
      if (orphans.length === 0 || orphans.length === left.length) return orphans
      left = orphans
    }
  }

  async *#read(file: FileTable, places?: ReadonlySet<number>): AsyncGenerator<ReadRecords> {
    let group = new RecordGroup()
    for await (const batch of file.read()) {
      this.#options.signal.throwIfAborted()
      await this.#options.pace.giveWay()
      await this.#keepTransaction()
      const { candidates, refusals } = this.#reader.read(batch)
      await this.#options.pace.giveWay()
      const wanted = places && candidates.filter(({ place }) => places.has(place))
      group.add(wanted ? { candidates: wanted, refusals: [] } : { candidates, refusals }, batch.bytes)
      if (!group.isFull) continue
      yield group
      group = new RecordGroup()
    }
    yield group
  }

  /** PostgreSQL ends a transaction that is idle for a while, and refused records need no statement. */
  async #keepTransaction(): Promise<void> {
    if (performance.now() - this.#keptAt < KEEP_INTERVAL_MS) return
    this.#keptAt = performance.now()
    await this.#transaction.raw('SELECT 1')
  }

  async #refuseOrphans(file: FileTable, places: ReadonlySet<number>): Promise<void> {
    for await (const { candidates } of this.#read(file, places)) {
      const resolved = await this.#references.resolve(this.#transaction, candidates)
      this.#tally.refuse(resolved.map(({ candidate, problem = TOO_DEEP }) => refusal(candidate, problem)))
    }
  }

  /**
   * Unless some candidates are alike, those with which nothing is wrong are written at once; the others are judged.
   * Resolves to the orphans.
   */
  #prepare(resolved: readonly ResolvedCandidate[], refusals: readonly Refusal[]): () => Promise<readonly Candidate[]> {
    const areAllDifferent = areDifferent(resolved.map(({ candidate }) => candidate))
    const plain = areAllDifferent ? resolved.filter((one) => this.#problemOf(one) === undefined) : []
    const write = this.#prepareWriting(plain)
    return async () => {
      const written = await write()
      const judged = await this.#judge(resolved.filter((one) => !written.has(one)))
      this.#tally.refuse([...refusals, ...judged.refusals])
      this.#options.onJudged()
      return judged.orphans
    }
  }

  /**
   * Duplicates, then what is wrong with a record itself or its references, then clashes, then privilege. An orphan that
   * is a duplicate counts as that.
   */
  async #judge(resolved: readonly ResolvedCandidate[]) {
    const refusals: Refusal[] = []
    const orphans: Candidate[] = []
    let left = resolved
    for (let round = 1; left.length > 0; round += 1) {
      if (round > MAX_ROUNDS) throw new Error('rows that were not taken could not be written')
      const known = await this.#lookups.find(
        this.#transaction,
        left.map(({ candidate }) => candidate),
      )
      const accepted: ResolvedCandidate[] = []
      for (const one of left) {
        const { candidate, isOrphan } = one
        const isThere = known.has(candidate)
        const problem = isThere || isOrphan ? undefined : this.#problemIn(one, known)
        if (isThere) this.#tally.skipped += 1
        else if (isOrphan) orphans.push(candidate)
        else if (problem) refusals.push(refusal(candidate, problem))
        else {
          known.accept(candidate)
          accepted.push(one)
        }
      }
      const written = await this.#prepareWriting(accepted)()
      left = accepted.filter((one) => !written.has(one))
    }
    return { refusals, orphans }
  }

  #problemIn(resolved: ResolvedCandidate, known: KnownRecords): RecordProblem | undefined {
    const clash = resolved.problem ? undefined : this.#lookups.clash(resolved.candidate, known)
    return clash ? inUse(clash) : this.#problemOf(resolved)
  }

  #problemOf(resolved: ResolvedCandidate): RecordProblem | undefined {
    return resolved.problem ?? this.#excess(resolved)
  }

  #excess({ givenPrivilege, values }: ResolvedCandidate): RecordProblem | undefined {
    const { table, callerLevel } = this.#options
    if (table.privilege === undefined) return undefined
    const level = table.privilege.includes('.')
      ? givenPrivilege
      : values[columnOf(table.privilege, table.fields[table.privilege] ?? { kind: 'unread' })]
    return typeof level === 'number' && level < callerLevel
      ? new RecordProblem(`${table.privilege} ${level} is more privileged than the caller may bring in`)
      : undefined
  }

  /** Resolves to those that were written; the others share something unique with a row that is there. */
  #prepareWriting(resolved: readonly ResolvedCandidate[]): () => Promise<ReadonlySet<ResolvedCandidate>> {
    const write = this.#rows.prepare(resolved.map(({ values }) => ({ ...values, ...this.#fixed })))
    return async () => {
      const isWritten = await write()
      const written = new Set(resolved.filter((_, index) => isWritten(index)))
      this.#tally.imported += written.size
      return written
    }
  }
}

function refusal(candidate: Candidate, problem: RecordProblem): Refusal {
  return { place: candidate.place, line: `${labelOf(candidate.key)}: ${problem.reason}` }
}

function inUse({ name, said }: { name: string; said: string }): RecordProblem {
  return new RecordProblem(`${name} ${quoted(said)} is in use by another record`)
}
