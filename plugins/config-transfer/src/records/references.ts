import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import type { RowId } from '../row-id.js'
import { referencesOf, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { Candidate, MissingParent, ResolvedCandidate } from './candidate.js'
import {
  type FileRecord,
  type NaturalKey,
  notFoundProblem,
  RecordProblem,
  type ReferenceTarget,
  type TargetRecord,
  targetReader,
} from './file-record.js'
import type { Values } from './record-values.js'
import { type FoundRow, RowFinder, type TargetLock } from './row-finder.js'

/** The names that records get and lose by a plan, by which references find them. */
export interface PlannedNames {
  /** Whether a record with this name will exist that does not exist now. */
  isExpected(reference: Reference, field: string, keyText: string): boolean
  /** Returns the privilege level of the role that will be added under this name, if one will be. */
  addedLevel(reference: Reference, field: string, keyText: string): number | undefined
  /** Whether a row will no longer have its name. */
  losesName(reference: Reference, field: string, id: RowId): boolean
}

/** Stands for the id of a record that a plan will add. */
export const FUTURE_ID = -1
/** Maximum number of looked-up keys that are cached for each reference field. */
const MAX_CACHED_KEYS = 20_000
/** Maximum total length of the cached keys: a file may name many missing records, with long names. */
const MAX_CACHED_CHARACTERS = 1_000_000

/** Finds the rows that the records of a table refer to, with one statement for many records, and caches them. */
export class References {
  /** Whether the table refers to itself: the parent of a record may be imported after it. */
  readonly isSelfReferencing: boolean
  readonly #finders: readonly ReferenceFinder[]
  /** Finds the row from which a record takes its privilege. */
  readonly #privilegeFinder: ReferenceFinder | undefined

  /**
   * With a `lock`, the rows from which records take their privilege are locked. With `planned`, references find the
   * records that will exist once a plan is applied; the id of one that does not exist yet is `FUTURE_ID`.
   */
  constructor(
    table: ConfigurationTable,
    tables: TransferTables,
    dialect: Dialect,
    { lock, planned }: { readonly lock?: TargetLock | undefined; readonly planned?: PlannedNames } = {},
  ) {
    const [privilegeField] = table.privilege?.split('.') ?? []
    this.#finders = referencesOf(table).map(([name, reference], index) => {
      const ownLock = name === privilegeField ? lock : undefined
      return new ReferenceFinder(name, { reference, index, table, tables, dialect, lock: ownLock, planned })
    })
    this.#privilegeFinder = this.#finders.find(({ name }) => name === privilegeField)
    this.isSelfReferencing = this.#finders.some(({ isSelfReference }) => isSelfReference)
  }

  /** Returns the target of each reference of a record, without the database. */
  targetsOf(record: FileRecord): ReferenceTarget[] {
    return this.#finders.map((finder) => finder.targetOf(record))
  }

  /**
   * Adds the ids of the referenced rows, and the privilege of the row from which a record takes its own. If a
   * referenced row is missing, the candidate gets a problem; if that row is its parent in the same table, the candidate
   * is also an orphan. With `exceptOwn`, references to the table itself are left empty.
   */
  async resolve(
    transaction: Knex.Transaction,
    candidates: readonly Candidate[],
    { exceptOwn = false } = {},
  ): Promise<ResolvedCandidate[]> {
    const valid = candidates.filter(({ problem }) => problem === undefined)
    const finders = exceptOwn ? this.#finders.filter(({ isSelfReference }) => !isSelfReference) : this.#finders
    for (const finder of finders) await finder.prefetch(transaction, valid)
    return candidates.map((candidate) => this.#resolved(candidate, finders))
  }

  /** Locks the rows from which records took their privilege. Returns whether each still has the same privilege. */
  async lockPrivileges(transaction: Knex.Transaction): Promise<boolean> {
    return (await this.#privilegeFinder?.lockPrivileges(transaction)) ?? true
  }

  #resolved(candidate: Candidate, finders: readonly ReferenceFinder[]): ResolvedCandidate {
    const { values, problem } = candidate
    if (problem) return { candidate, values, problem, isOrphan: false, referencedPrivilege: undefined }
    const referencedPrivilege = this.#privilegeFinder?.privilegeFor(candidate)
    const ids: Values = {}
    for (const finder of finders) {
      const id = finder.idFor(candidate)
      if (id instanceof RecordProblem) {
        const missingParents = finder.isSelfReference ? this.#missingParents(candidate) : []
        const isOrphan = missingParents.length > 0
        return { candidate, values, problem: id, isOrphan, missingParents, referencedPrivilege }
      }
      ids[finder.column] = id
    }
    return { candidate, values: { ...values, ...ids }, problem: undefined, isOrphan: false, referencedPrivilege }
  }

  #missingParents(candidate: Candidate): MissingParent[] {
    return this.#finders.flatMap((finder) => {
      const keyText = finder.isSelfReference ? finder.targetIn(candidate)?.keyText : undefined
      const isMissing = keyText !== undefined && finder.idFor(candidate) instanceof RecordProblem
      return isMissing ? [{ field: finder.name, keyText }] : []
    })
  }
}

interface ReferenceFinderOptions {
  readonly reference: Reference
  /** Index of the reference among those of the table. */
  readonly index: number
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly lock: TargetLock | undefined
  readonly planned: PlannedNames | undefined
}

/** Finds the rows that one reference of a table points to. */
class ReferenceFinder {
  readonly name: string
  /** The column that holds the id of the other row. */
  readonly column: string
  readonly isSelfReference: boolean
  readonly #reference: Reference
  readonly #index: number
  readonly #finder: RowFinder
  readonly #planned: PlannedNames | undefined
  /** Returns the target of the reference in a record. */
  readonly targetOf: (record: FileRecord) => ReferenceTarget
  /** Found rows by key text; `undefined` if there is no such row. */
  #cached = new Map<string, FoundRow | undefined>()
  #cachedCharacters = 0
  /** The rows whose privileges were asked for, by key text. */
  readonly #privileges = new Map<string, { readonly key: NaturalKey; readonly privilege: number }>()
  readonly #newFinder: (lock: TargetLock | undefined) => RowFinder

  constructor(name: string, options: ReferenceFinderOptions) {
    const { reference, index, table, tables, dialect, lock, planned } = options
    this.name = name
    this.#planned = planned
    this.column = reference.column
    this.isSelfReference = reference.to === table.name
    this.#reference = reference
    this.#index = index
    const target = tables.target(reference)
    this.#newFinder = (rowLock) =>
      new RowFinder(target, targetFieldsOf(name, reference), tables, dialect, { lock: rowLock })
    this.#finder = this.#newFinder(lock)
    this.targetOf = targetReader(name, table, (key) => this.#finder.keyText(key))
  }

  /** Caches the rows of the targets. Clears the cache first for parents, which may have been imported since. */
  async prefetch(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<void> {
    if (this.isSelfReference || this.#isCacheFull) this.#clearCache()
    const uncached = new Map<string, NaturalKey>()
    for (const candidate of candidates) {
      const target = this.targetIn(candidate)
      if (target && !this.#cached.has(target.keyText)) uncached.set(target.keyText, target.key)
    }
    if (uncached.size === 0) return
    const found = await this.#finder.find(transaction, [...uncached.values()])
    for (const keyText of uncached.keys()) {
      this.#cached.set(keyText, found.get(keyText))
      this.#cachedCharacters += keyText.length
    }
  }

  get #isCacheFull(): boolean {
    return this.#cached.size > MAX_CACHED_KEYS || this.#cachedCharacters > MAX_CACHED_CHARACTERS
  }

  #clearCache(): void {
    this.#cached = new Map()
    this.#cachedCharacters = 0
  }

  /** Returns the id of the other row, `null` if the reference is empty, or the reason why there is no id. */
  idFor(candidate: Candidate): RowId | null | RecordProblem {
    const target = candidate.targets[this.#index]
    if (target instanceof RecordProblem) return target
    if (target === undefined || target === 'none') {
      return this.#reference.nullable ? null : new RecordProblem(`${this.name} is missing`)
    }
    const id = this.#cached.get(target.keyText)?.id
    if (id !== undefined && !this.#planned?.losesName(this.#reference, this.name, id)) return id
    return this.#planned?.isExpected(this.#reference, this.name, target.keyText)
      ? FUTURE_ID
      : notFoundProblem(this.name, this.#reference, target.key)
  }

  /**
   * Returns the privilege of the row that the reference of a candidate points to, and notes it for `lockPrivileges`;
   * otherwise that of the record that a plan adds.
   */
  privilegeFor(candidate: Candidate): number | undefined {
    const target = this.targetIn(candidate)
    if (target === undefined) return undefined
    const privilege = this.#cached.get(target.keyText)?.privilege
    if (privilege === undefined || privilege === null)
      return this.#planned?.addedLevel(this.#reference, this.name, target.keyText)
    if (!this.#privileges.has(target.keyText)) this.#privileges.set(target.keyText, { key: target.key, privilege })
    return privilege
  }

  /** Locks the rows whose privileges were asked for. Returns whether each still has the same privilege. */
  async lockPrivileges(transaction: Knex.Transaction): Promise<boolean> {
    const wanted = [...this.#privileges]
    const rows = await this.#newFinder('share').find(
      transaction,
      wanted.map(([, { key }]) => key),
    )
    return wanted.every(([keyText, { privilege }]) => rows.get(keyText)?.privilege === privilege)
  }

  /** Returns the record that the reference of a candidate points to, if it points to any. */
  targetIn(candidate: Candidate): TargetRecord | undefined {
    const target = candidate.targets[this.#index]
    return target === undefined || target === 'none' || target instanceof RecordProblem ? undefined : target
  }
}
