import type { ConfigurationTable, Dialect, RowWriter } from '@plinth/kernel'
import type { Knex } from 'knex'
import { columnOf, type TransferPlan, uniqueColumnOf } from '../transfer-plan.js'
import { type Candidate, labelOf } from './candidate.js'
import { CandidateReader } from './candidate-reader.js'
import type { FileTable } from './configuration-file.js'
import { quoted, RecordProblem } from './file-record.js'
import { areDifferent, type KnownRecords, RecordLookups } from './known-records.js'
import type { Pace } from './pace.js'
import type { Values } from './record-values.js'
import { References } from './references.js'
import { TableTally } from './report.js'

export interface TableImportOptions {
  readonly table: ConfigurationTable
  readonly plan: TransferPlan
  readonly dialect: Dialect
  readonly newIdentifier: () => string
  /** Nothing more privileged than this comes in. */
  readonly callerLevel: number
  readonly signal: AbortSignal
  readonly pace: Pace
}

/** Records that are written in one statement, about. */
const ROWS_AT_ONCE = 500
/** How often rows are judged anew that somebody else kept out by writing the same meanwhile. */
const MOST_ROUNDS = 5
/** How many levels of a tree may come in an order in which parents follow their children. */
const MOST_LEVELS = 100
const TOO_DEEP = new RecordProblem(
  `more than ${MOST_LEVELS} records in a row come before their parents; put parents first`,
)

/**
 * Brings the records of one table in, a batch at a time, by a few statements each. Most batches need two: one for what they
 * refer to, and one that writes and leaves out what is taken. Only what that left out, or what was wrong before, is looked at
 * record by record in the order of the file.
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
    this.#fixed = (await this.#options.table.fixedColumns?.()) ?? {}
    let orphans = await this.#pass(file, this.#tally)
    // Records of a tree come in any order: those whose parent was not there are read again as long as that brings some in.
    for (let level = 1; orphans.size > 0; level += 1) {
      const before = orphans.size
      const isLast = level === MOST_LEVELS
      orphans = await this.#pass(file, new TableTally(), (place) => orphans.has(place))
      if (orphans.size === before || isLast) return this.#refuseOrphans(file, orphans, isLast)
    }
  }

  /**
   * Goes through the records of the file, or some of them. Returns the places of those whose parent is not there yet. While
   * the database writes a batch, the next one is read, checked and resolved, unless it can refer to the one that is written.
   */
  async #pass(
    file: FileTable,
    tally: TableTally,
    isWanted: (place: number) => boolean = () => true,
  ): Promise<Set<number>> {
    const places = new Set<number>()
    let writing = Promise.resolve()
    try {
      for await (const candidates of this.#read(file, tally)) {
        const wanted = candidates.filter(({ place }) => isWanted(place))
        if (this.#references.toOwnTable) await writing
        const orphans = await this.#references.resolve(this.#transaction, wanted)
        await this.#options.pace.giveWay()
        const bringIn = this.#prepare(wanted, (orphan) => {
          if (orphans.has(orphan)) places.add(orphan.place)
          return orphans.has(orphan)
        })
        await writing
        writing = bringIn()
        writing.catch(() => {}) // told when it is awaited
      }
    } finally {
      await writing
    }
    return places
  }

  async *#read(file: FileTable, tally: TableTally): AsyncGenerator<Candidate[]> {
    let candidates: Candidate[] = []
    for await (const batch of file.read()) {
      this.#options.signal.throwIfAborted()
      await this.#options.pace.giveWay()
      candidates.push(...this.#reader.read(batch, tally))
      await this.#options.pace.giveWay()
      if (candidates.length < ROWS_AT_ONCE) continue
      yield candidates
      candidates = []
    }
    if (candidates.length > 0) yield candidates
  }

  async #refuseOrphans(file: FileTable, orphans: ReadonlySet<number>, isTooDeep: boolean): Promise<void> {
    for await (const candidates of this.#read(file, new TableTally())) {
      const left = candidates.filter(({ place }) => orphans.has(place))
      await this.#references.resolve(this.#transaction, left)
      for (const candidate of left) this.#refuse(candidate, isTooDeep ? TOO_DEEP : candidate.problem)
    }
  }

  /** Unless some candidates are alike, those with which nothing is wrong are written at once; the others are judged. */
  #prepare(candidates: readonly Candidate[], mustWait: (candidate: Candidate) => boolean): () => Promise<void> {
    const areAllDifferent = areDifferent(candidates)
    const plain = areAllDifferent ? candidates.filter((candidate) => this.#problemOf(candidate) === undefined) : []
    const write = this.#prepareWriting(plain)
    return async () => {
      const written = await write()
      await this.#judge(
        candidates.filter((candidate) => !written.has(candidate)),
        mustWait,
      )
    }
  }

  /** Duplicates, then what is wrong with a record itself or its references, then clashes, then privilege. */
  async #judge(candidates: readonly Candidate[], mustWait: (candidate: Candidate) => boolean): Promise<void> {
    let left = candidates
    for (let round = 1; left.length > 0; round += 1) {
      if (round > MOST_ROUNDS) throw new Error('rows that were not taken could not be written')
      const known = await this.#lookups.ask(this.#transaction, left)
      const accepted: Candidate[] = []
      for (const candidate of left) {
        if (known.has(candidate)) this.#tally.skipped += 1
        else if (!mustWait(candidate)) {
          const problem = this.#problemIn(candidate, known)
          if (problem) this.#refuse(candidate, problem)
          else accepted.push(candidate)
          if (!problem) known.accept(candidate)
        }
      }
      const written = await this.#prepareWriting(accepted)()
      left = accepted.filter((candidate) => !written.has(candidate))
    }
  }

  #problemIn(candidate: Candidate, known: KnownRecords): RecordProblem | undefined {
    const clash = candidate.problem ? undefined : this.#lookups.clash(candidate, known)
    return clash ? inUse(clash) : this.#problemOf(candidate)
  }

  #problemOf(candidate: Candidate): RecordProblem | undefined {
    return candidate.problem ?? this.#excess(candidate)
  }

  #excess(candidate: Candidate): RecordProblem | undefined {
    const { table, callerLevel } = this.#options
    if (table.privilege === undefined) return undefined
    const level = table.privilege.includes('.')
      ? candidate.givenPrivilege
      : candidate.values[columnOf(table.privilege, table.fields[table.privilege] ?? { kind: 'unread' })]
    return typeof level === 'number' && level < callerLevel
      ? new RecordProblem(`${table.privilege} ${level} is more privileged than the caller`)
      : undefined
  }

  /** Resolves to those that were written; the others share something unique with a row that is there. */
  #prepareWriting(candidates: readonly Candidate[]): () => Promise<ReadonlySet<Candidate>> {
    const write = this.#rows.prepare(candidates.map(({ values }) => Object.assign(values, this.#fixed)))
    return async () => {
      const isWritten = await write()
      const written = new Set(candidates.filter((_, index) => isWritten(index)))
      this.#tally.imported += written.size
      return written
    }
  }

  #refuse(candidate: Candidate, problem: RecordProblem | undefined): void {
    this.#tally.addError(`${labelOf(candidate)}: ${problem?.reason}`)
  }
}

function inUse({ name, said }: { name: string; said: string }): RecordProblem {
  return new RecordProblem(`${name} ${quoted(said)} is in use by another record`)
}
