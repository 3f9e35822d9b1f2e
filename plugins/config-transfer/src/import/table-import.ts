import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConfigurationTable, Dialect, NewRows } from '@plinth/kernel'
import type { Knex } from 'knex'
import { ahead } from '../ahead.js'
import { columnOf, type TransferPlan } from '../transfer-plan.js'
import { type Candidate, candidatesOf, labelOf } from './candidate.js'
import type { FileTable } from './configuration-file.js'
import { quoted, RecordProblem } from './file-record.js'
import { RecordLookups } from './known-records.js'
import { compileValues, type ReadValues, type Values } from './record-values.js'
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
}

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
  readonly #options: TableImportOptions
  readonly #records: RecordLookups
  readonly #references: References
  readonly #valuesOf: ReadValues
  readonly #tally: TableTally
  #fixed: Readonly<Values> = {}

  constructor(options: TableImportOptions, tally: TableTally) {
    const { table, plan, dialect, newIdentifier } = options
    this.#options = options
    this.#records = new RecordLookups(table, plan, dialect)
    this.#references = new References(table, plan, dialect)
    this.#valuesOf = compileValues(table, newIdentifier)
    this.#tally = tally
  }

  async run(transaction: Knex.Transaction, file: FileTable): Promise<void> {
    this.#fixed = (await this.#options.table.fixedColumns?.()) ?? {}
    let orphans = await this.#pass(transaction, file, this.#tally)
    // Records of a tree come in any order: those whose parent was not there are read again as long as that brings some in.
    for (let level = 1; orphans.size > 0; level += 1) {
      const before = orphans.size
      const isLast = level === MOST_LEVELS
      orphans = await this.#pass(transaction, file, new TableTally(), (place) => orphans.has(place))
      if (orphans.size === before || isLast) return this.#refuseOrphans(transaction, file, orphans, isLast)
    }
  }

  /** Goes through the records of the file, or some of them. Returns the places of those whose parent is not there yet. */
  async #pass(
    transaction: Knex.Transaction,
    file: FileTable,
    tally: TableTally,
    isWanted: (place: number) => boolean = () => true,
  ): Promise<Set<number>> {
    const places = new Set<number>()
    for await (const candidates of ahead(this.#read(file, tally))) {
      const wanted = candidates.filter(({ place }) => isWanted(place))
      for (const { place } of await this.#bringIn(transaction, wanted)) places.add(place)
    }
    return places
  }

  async *#read(file: FileTable, tally: TableTally): AsyncGenerator<Candidate[]> {
    for await (const batch of file.read()) {
      this.#options.signal.throwIfAborted()
      await nextTurn() // other requests between parsing and checking
      yield candidatesOf(this.#options.table, batch, this.#valuesOf, tally)
      await nextTurn()
    }
  }

  async #refuseOrphans(
    transaction: Knex.Transaction,
    file: FileTable,
    orphans: ReadonlySet<number>,
    isTooDeep: boolean,
  ): Promise<void> {
    for await (const candidates of this.#read(file, new TableTally())) {
      const left = candidates.filter(({ place }) => orphans.has(place))
      await this.#references.resolve(transaction, left)
      for (const candidate of left) this.#refuse(candidate, isTooDeep ? TOO_DEEP : candidate.problem)
    }
  }

  /** Returns those whose parent in the same table is not there yet. */
  async #bringIn(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<Candidate[]> {
    const orphans = await this.#references.resolve(transaction, candidates)
    const areDifferent = this.#records.areDifferent(candidates)
    const plain = areDifferent ? candidates.filter((candidate) => this.#problemOf(candidate) === undefined) : []
    const written = await this.#write(transaction, plain)
    const delicate = candidates.filter((candidate) => !written.has(candidate))
    return this.#judge(transaction, delicate, orphans)
  }

  /** Duplicates, then what is wrong with a record itself or its references, then clashes, then privilege. */
  async #judge(
    transaction: Knex.Transaction,
    candidates: readonly Candidate[],
    orphans: ReadonlySet<Candidate>,
  ): Promise<Candidate[]> {
    const waiting: Candidate[] = []
    let left = candidates
    for (let round = 1; left.length > 0; round += 1) {
      if (round > MOST_ROUNDS) throw new Error('rows that were not taken could not be written')
      const known = await this.#records.ask(transaction, left)
      const accepted: Candidate[] = []
      for (const candidate of left) {
        if (known.has(candidate)) this.#tally.skipped += 1
        else if (orphans.has(candidate)) waiting.push(candidate)
        else {
          const clash = candidate.problem ? undefined : known.clash(candidate)
          const problem = clash ? inUse(clash) : this.#problemOf(candidate)
          if (problem) this.#refuse(candidate, problem)
          else {
            known.accept(candidate)
            accepted.push(candidate)
          }
        }
      }
      const written = await this.#write(transaction, accepted)
      left = accepted.filter((candidate) => !written.has(candidate))
    }
    return waiting
  }

  #problemOf(candidate: Candidate): RecordProblem | undefined {
    return candidate.problem ?? this.#excess(candidate)
  }

  #excess(candidate: Candidate): RecordProblem | undefined {
    const { table, callerLevel } = this.#options
    if (table.privilege === undefined) return undefined
    const level = table.privilege.includes('.')
      ? this.#references.privilegeOf(candidate)
      : candidate.values[columnOf(table.privilege, table.fields[table.privilege] ?? { kind: 'unread' })]
    return typeof level === 'number' && level < callerLevel
      ? new RecordProblem(`${table.privilege} ${level} is more privileged than the caller`)
      : undefined
  }

  /** Returns those that were written; the others share something unique with a row that is there. */
  async #write(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<ReadonlySet<Candidate>> {
    if (candidates.length === 0) return new Set()
    const { table, dialect } = this.#options
    const rows: NewRows = {
      table: table.table,
      key: table.key.map((name) => keyColumn(table, name)),
      rows: candidates.map(({ values }) => Object.assign(values, this.#fixed)),
    }
    const isWritten = await dialect.insertUnlessTaken(transaction, rows)
    const written = new Set(candidates.filter((_, index) => isWritten(index)))
    this.#tally.imported += written.size
    return written
  }

  #refuse(candidate: Candidate, problem: RecordProblem | undefined): void {
    this.#tally.addError(`${labelOf(candidate)}: ${problem?.reason}`)
  }
}

function inUse({ name, said }: { name: string; said: string }): RecordProblem {
  return new RecordProblem(`${name} ${quoted(said)} is in use by another record`)
}

/** The column that holds a field of the key in the form in which it is unique. */
function keyColumn(table: ConfigurationTable, name: string): string {
  const field = table.fields[name]
  if (!field) return name
  return field.kind === 'text' && typeof field.caseless === 'string' ? field.caseless : columnOf(name, field)
}
