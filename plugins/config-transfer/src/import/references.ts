import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { referencesOf, theirsOf } from '../table-fields.js'
import type { TransferPlan } from '../transfer-plan.js'
import type { Candidate, ResolvedCandidate } from './candidate.js'
import {
  compileNamed,
  type FileRecord,
  type Named,
  type NamedRecord,
  type NaturalKey,
  notFound,
  RecordProblem,
} from './file-record.js'
import { type Found, Lookup } from './lookup.js'
import type { Values } from './record-values.js'

/** Answers of the database that are remembered a reference; a table refers to few units and to many tags. */
const MAX_CACHED_ANSWERS = 20_000
/** Of the names in them: a file may name what is not there, at any length. */
const MAX_CACHED_CHARACTERS = 1_000_000

/** Finds the rows that the records of a table refer to: each is asked for once, many at a time. */
export class References {
  /** Whether a record can refer to another one of its own table, which may come in later. */
  readonly toOwnTable: boolean
  readonly #all: readonly ReferenceFinder[]
  /** The one through which the privilege of a record is found. */
  readonly #privileged: ReferenceFinder | undefined

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.#all = referencesOf(table).map(
      ([name, reference], index) => new ReferenceFinder(name, { reference, index, table, plan, dialect }),
    )
    const [privileged] = table.privilege?.split('.') ?? []
    this.#privileged = this.#all.find(({ name }) => name === privileged)
    this.toOwnTable = this.#all.some(({ isToParent }) => isToParent)
  }

  /** What each reference of a record names. */
  namedBy(record: FileRecord): Named[] {
    return this.#all.map((finder) => finder.namedBy(record))
  }

  /**
   * Finds the numbers of other rows, and the privilege that comes with one. Where a reference is not there, that is the
   * problem of a candidate, and it is an orphan when the reference is to its own table.
   */
  async resolve(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<ResolvedCandidate[]> {
    const sound = candidates.filter(({ problem }) => problem === undefined)
    for (const finder of this.#all) await finder.find(transaction, sound)
    return candidates.map((candidate) => this.#resolved(candidate))
  }

  #resolved(candidate: Candidate): ResolvedCandidate {
    const { values, problem } = candidate
    if (problem) return { candidate, values, problem, isOrphan: false, givenPrivilege: undefined }
    const givenPrivilege = this.#privileged?.found(candidate)?.privilege ?? undefined
    const numbers: Values = {}
    for (const finder of this.#all) {
      const number = finder.numberFor(candidate)
      if (number instanceof RecordProblem) {
        const isOrphan = finder.isToParent && finder.names(candidate)
        return { candidate, values, problem: number, isOrphan, givenPrivilege }
      }
      numbers[finder.column] = number
    }
    return { candidate, values: { ...values, ...numbers }, problem: undefined, isOrphan: false, givenPrivilege }
  }
}

interface ReferenceFinderOptions {
  readonly reference: Reference
  /** Its place among the references of the table. */
  readonly index: number
  readonly table: ConfigurationTable
  readonly plan: TransferPlan
  readonly dialect: Dialect
}

class ReferenceFinder {
  readonly name: string
  /** Where the number of the other row is stored. */
  readonly column: string
  readonly isToParent: boolean
  readonly #reference: Reference
  readonly #index: number
  readonly #lookup: Lookup
  /** What it names in a record. */
  readonly namedBy: (record: FileRecord) => Named
  #remembered = new Map<string, Found | undefined>()
  #rememberedCharacters = 0

  constructor(name: string, { reference, index, table, plan, dialect }: ReferenceFinderOptions) {
    this.name = name
    this.column = reference.column
    this.isToParent = reference.to === table.name
    this.#reference = reference
    this.#index = index
    this.#lookup = new Lookup(plan.target(reference), theirsOf(name, reference), plan, dialect)
    this.namedBy = compileNamed(name, table, (key) => this.#lookup.keyText(key))
  }

  /** Asks for what is not remembered. */
  async find(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<void> {
    if (this.isToParent || this.#remembersTooMuch) this.#forget()
    const unknown = new Map<string, NaturalKey>()
    for (const candidate of candidates) {
      const named = this.#recordNamedIn(candidate)
      if (named && !this.#remembered.has(named.text)) unknown.set(named.text, named.key)
    }
    if (unknown.size === 0) return
    const found = await this.#lookup.find(transaction, [...unknown.values()])
    for (const text of unknown.keys()) {
      this.#remembered.set(text, found.get(text))
      this.#rememberedCharacters += text.length
    }
  }

  get #remembersTooMuch(): boolean {
    return this.#remembered.size > MAX_CACHED_ANSWERS || this.#rememberedCharacters > MAX_CACHED_CHARACTERS
  }

  #forget(): void {
    this.#remembered = new Map()
    this.#rememberedCharacters = 0
  }

  /** The number of the other row, `null` for none; or why it has no number. */
  numberFor(candidate: Candidate): number | null | RecordProblem {
    const named = candidate.named[this.#index]
    if (named instanceof RecordProblem) return named
    if (named === undefined || named === 'nothing') {
      return this.#reference.nullable ? null : new RecordProblem(`${this.name} is missing`)
    }
    return this.#remembered.get(named.text)?.id ?? notFound(this.name, this.#reference, named.key)
  }

  /** Whether a record names another one by it. */
  names(candidate: Candidate): boolean {
    return this.#recordNamedIn(candidate) !== undefined
  }

  /** The row of the record that it names. */
  found(candidate: Candidate): Found | undefined {
    const named = this.#recordNamedIn(candidate)
    return named && this.#remembered.get(named.text)
  }

  #recordNamedIn(candidate: Candidate): NamedRecord | undefined {
    const named = candidate.named[this.#index]
    return named === undefined || named === 'nothing' || named instanceof RecordProblem ? undefined : named
  }
}
