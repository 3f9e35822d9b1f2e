import type { Dialect, Knex, RowWriter } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { SourceTable } from '../document/configuration-file.js'
import type { Pace } from '../pace.js'
import { type Candidate, labelOf, type Refusal, type ResolvedCandidate } from '../records/candidate.js'
import { CandidateReader, type CheckedRecords } from '../records/candidate-reader.js'
import { inUseProblem, RecordProblem } from '../records/file-record.js'
import type { ImportAuthority } from '../records/import-authority.js'
import { areDistinct, type KnownRecords, RecordFinders } from '../records/record-finders.js'
import { noRoomProblem, roomIn } from '../records/record-limit.js'
import { isAdminLevel, levelOf, MAX_ADMINS, TOO_MANY_ADMINS } from '../records/record-privilege.js'
import type { Values } from '../records/record-values.js'
import { References } from '../records/references.js'
import { uniqueColumnOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { TableTally } from './import-report.js'
import { RecordGroup } from './record-group.js'

export interface TableImportOptions {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly newIdentifier: () => string
  /** Values that every imported row gets in addition to those of the file. */
  readonly columns: Readonly<Values>
  readonly authority: ImportAuthority
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  readonly pace: Pace
  /** Called after each batch of processed records. */
  readonly onProgress: () => void
}

/** Maximum number of attempts to write rows that conflict with rows of concurrent transactions. */
const MAX_ATTEMPTS = 5
/** Maximum number of passes over a file that lists children before their parents. */
const MAX_PASSES = 100
/** Maximum interval between two statements, so that the transaction is never idle for long. */
const KEEP_ALIVE_INTERVAL_MS = 250
const TOO_MANY_PASSES = new RecordProblem(
  `its parent was imported only after ${MAX_PASSES} passes over the file; put parents first`,
)

/**
 * Imports the records of one table in batches. Most batches need two statements: one finds the referenced rows, the
 * other inserts the rows and leaves out those that conflict with existing ones. Only records that the insert left out,
 * or that have a problem, are then checked one by one, in the order of the file.
 */
export class TableImport {
  readonly #transaction: Knex.Transaction
  readonly #options: TableImportOptions
  readonly #finders: RecordFinders
  readonly #references: References
  readonly #reader: CandidateReader
  readonly #rows: RowWriter
  readonly #tally: TableTally
  /** Values that every row gets, whatever its record contains. */
  #fixedColumns: Readonly<Values> = {}
  /** How many records may be imported. */
  #room = 0
  /** Time of the last keep-alive statement, by `performance.now()`. */
  #keptAliveAt = performance.now()

  constructor(transaction: Knex.Transaction, options: TableImportOptions, tally: TableTally) {
    const { table, tables, dialect, newIdentifier } = options
    this.#transaction = transaction
    this.#options = options
    this.#rows = dialect.rowWriter(transaction, {
      table: table.table,
      key: table.key.map((name) => uniqueColumnOf(table, name)),
    })
    this.#finders = new RecordFinders(table, tables, dialect)
    this.#references = new References(table, tables, dialect, {
      lock: options.isDryRun ? undefined : 'presence', // lockPrivileges() follows
    })
    this.#reader = new CandidateReader({
      table,
      finders: this.#finders,
      references: this.#references,
      newIdentifier,
    })
    this.#tally = tally
  }

  async run(file: SourceTable): Promise<void> {
    this.#room = await roomIn(this.#transaction, this.#options.table)
    this.#fixedColumns = { ...this.#options.columns, ...(await this.#options.table.fixedColumns?.()) }
    let orphans = await this.#pass(file)
    // A file may list children before their parents, so orphans are read again as long as each pass imports some.
    for (let pass = 1; orphans.size > 0; pass += 1) {
      const before = orphans.size
      orphans = await this.#pass(file, orphans)
      if (orphans.size === before || pass === MAX_PASSES) return this.#refuseOrphans(file, orphans)
    }
  }

  /**
   * Locks the roles of the imported users. Returns whether each still has the level that was compared with the
   * caller's: until now, others could change it.
   */
  lockPrivileges(transaction: Knex.Transaction): Promise<boolean> {
    return this.#references.lockPrivileges(transaction)
  }

  /**
   * Imports the records of the file, or only those at the given positions. Returns the positions of the orphans, whose
   * parent does not exist yet. While the database writes a batch, the next one is read, checked and resolved, unless
   * its records can refer to those of the previous batch.
   */
  async #pass(file: SourceTable, positions?: ReadonlySet<number>): Promise<Set<number>> {
    const orphans = new Set<number>()
    let writing: Promise<unknown> = Promise.resolve()
    try {
      for await (const batch of this.#read(file, positions)) {
        if (this.#references.isSelfReferencing) {
          for (const { position } of await this.#importTree(batch)) orphans.add(position)
          continue
        }
        const resolved = await this.#references.resolve(this.#transaction, batch.candidates)
        await this.#options.pace.yieldToRequests()
        if (this.#options.table.maxRecords !== undefined) await writing // the room depends on what was written
        const writeBatch = this.#prepare(resolved, batch.refusals)
        await writing
        writing = writeBatch()
        writing.catch(() => {}) // the error is thrown where it is awaited
      }
    } finally {
      await writing
    }
    return orphans
  }

  /** Imports a batch level by level, as long as each round imports some records. Returns the remaining orphans. */
  async #importTree({ candidates, refusals }: CheckedRecords): Promise<readonly Candidate[]> {
    let remaining: readonly Candidate[] = candidates
    for (let isFirst = true; ; isFirst = false) {
      this.#options.signal.throwIfAborted()
      const resolved = await this.#references.resolve(this.#transaction, remaining)
      const orphans = await this.#prepare(resolved, isFirst ? refusals : [])()
      if (orphans.length === 0 || orphans.length === remaining.length) return orphans
      remaining = orphans
    }
  }

  async *#read(file: SourceTable, positions?: ReadonlySet<number>): AsyncGenerator<CheckedRecords> {
    let group = new RecordGroup()
    for await (const batch of file.read()) {
      this.#options.signal.throwIfAborted()
      await this.#options.pace.yieldToRequests()
      await this.#keepAlive()
      const { candidates, refusals } = this.#reader.read(batch)
      await this.#options.pace.yieldToRequests()
      const wanted = positions && candidates.filter(({ position }) => positions.has(position))
      group.add(wanted ? { candidates: wanted, refusals: [] } : { candidates, refusals }, batch.bytes ?? 0)
      if (!group.isFull) continue
      yield group
      group = new RecordGroup()
    }
    yield group
  }

  /** Executes a statement at intervals: refused records need none, and PostgreSQL aborts idle transactions. */
  async #keepAlive(): Promise<void> {
    if (performance.now() - this.#keptAliveAt < KEEP_ALIVE_INTERVAL_MS) return
    this.#keptAliveAt = performance.now()
    await this.#transaction.raw('SELECT 1')
  }

  async #refuseOrphans(file: SourceTable, positions: ReadonlySet<number>): Promise<void> {
    for await (const { candidates } of this.#read(file, positions)) {
      const resolved = await this.#references.resolve(this.#transaction, candidates)
      this.#tally.refuse(resolved.map(({ candidate, problem = TOO_MANY_PASSES }) => refusal(candidate, problem)))
    }
  }

  /**
   * Returns a function that imports a batch and resolves to its orphans. Candidates without a problem are written in
   * one statement, unless two candidates of the batch conflict; the others are checked one by one.
   */
  #prepare(resolved: readonly ResolvedCandidate[], refusals: readonly Refusal[]): () => Promise<readonly Candidate[]> {
    const areAllDistinct = areDistinct(resolved.map(({ candidate }) => candidate))
    const valid = areAllDistinct ? resolved.filter((one) => this.#problemOf(one) === undefined) : []
    const write = this.#prepareWriting(valid.slice(0, Math.max(0, this.#room - this.#tally.imported)))
    return async () => {
      const written = await write()
      const checked = await this.#checkOneByOne(resolved.filter((one) => !written.has(one)))
      this.#tally.refuse([...refusals, ...checked.refusals])
      this.#options.onProgress()
      return checked.orphans
    }
  }

  /**
   * Checks each record in the documented order: duplicates, problems of the record and its references, conflicts,
   * privilege. Writes the records that pass. Checks again those that were not written because of a concurrent change.
   */
  async #checkOneByOne(resolved: readonly ResolvedCandidate[]) {
    const refusals: Refusal[] = []
    const orphans: Candidate[] = []
    let remaining = resolved
    for (let attempt = 1; remaining.length > 0; attempt += 1) {
      if (attempt > MAX_ATTEMPTS) throw new Error('rows without a visible conflict could not be written')
      const known = await this.#finders.find(
        this.#transaction,
        remaining.map(({ candidate }) => candidate),
      )
      const accepted: ResolvedCandidate[] = []
      for (const one of remaining) {
        const { candidate, isOrphan } = one
        const exists = known.has(candidate)
        const problem = exists || isOrphan ? undefined : this.#problemAmong(known, one)
        if (exists) this.#tally.skip(labelOf(candidate.key))
        else if (isOrphan) orphans.push(candidate)
        else if (problem) refusals.push(refusal(candidate, problem))
        else {
          known.accept(candidate)
          accepted.push(one)
        }
      }
      const written = await this.#prepareWriting(accepted)()
      remaining = accepted.filter((one) => !written.has(one))
    }
    return { refusals, orphans }
  }

  #problemAmong(known: KnownRecords, resolved: ResolvedCandidate): RecordProblem | undefined {
    const conflict = resolved.problem ? undefined : this.#finders.conflict(resolved.candidate, known)
    return conflict ? inUseProblem(conflict) : this.#problemOf(resolved)
  }

  #problemOf(resolved: ResolvedCandidate): RecordProblem | undefined {
    const hasRoom = this.#tally.imported < this.#room
    return (
      resolved.problem ?? this.#privilegeProblem(resolved) ?? (hasRoom ? undefined : noRoomProblem(this.#options.table))
    )
  }

  #privilegeProblem(resolved: ResolvedCandidate): RecordProblem | undefined {
    const { table, authority } = this.#options
    const level = levelOf(table, resolved)
    const problem = level === undefined ? undefined : authority.problemOf(level)
    if (problem !== undefined) return new RecordProblem(`${table.privilege} ${problem}`)
    return isAdminLevel(level) && this.#tally.admins >= MAX_ADMINS ? TOO_MANY_ADMINS : undefined
  }

  /** Adds the written roles and users to the tally. */
  #tallyPrivileged(written: Iterable<ResolvedCandidate>): void {
    for (const one of written) {
      const level = levelOf(this.#options.table, one)
      if (level !== undefined) this.#tally.addPrivileged({ name: labelOf(one.candidate.key), level })
    }
  }

  /** Returns a function that writes rows and resolves to those written; the others conflict with existing rows. */
  #prepareWriting(resolved: readonly ResolvedCandidate[]): () => Promise<ReadonlySet<ResolvedCandidate>> {
    const write = this.#rows.prepare(resolved.map(({ values }) => ({ ...values, ...this.#fixedColumns })))
    return async () => {
      const isWritten = await write()
      const written = new Set(resolved.filter((_, index) => isWritten(index)))
      this.#tally.imported += written.size
      this.#tallyPrivileged(written)
      return written
    }
  }
}

function refusal(candidate: Candidate, problem: RecordProblem): Refusal {
  return { position: candidate.position, line: `${labelOf(candidate.key)}: ${problem.reason}` }
}
