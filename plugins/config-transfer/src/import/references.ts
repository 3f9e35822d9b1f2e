import type { ConfigurationTable, Dialect, Reference } from '@plinth/kernel'
import type { Knex } from 'knex'
import { referencesOf, type TransferPlan, theirsOf } from '../transfer-plan.js'
import type { Candidate } from './candidate.js'
import { compileNamed, type FileRecord, type Named, type NaturalKey, notFound, RecordProblem } from './file-record.js'
import { type Found, Lookup } from './lookup.js'

/** Answers of the database that are remembered a reference; a table refers to few units and to many tags. */
const MOST_REMEMBERED = 20_000

/** Finds the rows that the records of a table refer to: each is asked for once, many at a time. */
export class References {
  readonly #all: readonly ReferenceFinder[]
  readonly #privileged: ReferenceFinder | undefined

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.#all = referencesOf(table).map(
      ([name, reference]) => new ReferenceFinder(name, reference, { table, plan, dialect }),
    )
    const [privileged] = table.privilege?.split('.') ?? []
    this.#privileged = this.#all.find(({ name }) => name === privileged)
  }

  /**
   * Puts the numbers of other rows into the values of candidates, or a problem into those whose reference is not there.
   * Returns those of them whose parent in the same table is not there yet.
   */
  async resolve(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<ReadonlySet<Candidate>> {
    const sound = candidates.filter(({ problem }) => problem === undefined)
    for (const finder of this.#all) await finder.ask(transaction, sound)
    const orphans = new Set<Candidate>()
    for (const candidate of sound) {
      for (const finder of this.#all) {
        candidate.problem = finder.resolve(candidate)
        if (candidate.problem === undefined) continue
        if (finder.isToParent && finder.isMissing(candidate)) orphans.add(candidate)
        break
      }
    }
    return orphans
  }

  /** The privilege of the row that a record refers to, where that is what the table's privilege is. */
  privilegeOf(candidate: Candidate): number | undefined {
    return this.#privileged?.found(candidate)?.privilege ?? undefined
  }
}

class ReferenceFinder {
  readonly name: string
  /** Whether it is to a row of the same table, which may come in later. */
  readonly isToParent: boolean
  readonly #reference: Reference
  readonly #lookup: Lookup
  readonly #namedBy: (record: FileRecord) => Named
  #remembered = new Map<string, Found | undefined>()

  constructor(
    name: string,
    reference: Reference,
    { table, plan, dialect }: { table: ConfigurationTable; plan: TransferPlan; dialect: Dialect },
  ) {
    this.name = name
    this.isToParent = reference.to === table.name
    this.#reference = reference
    this.#lookup = new Lookup(plan.target(reference), theirsOf(name, reference), plan, dialect)
    this.#namedBy = compileNamed(name, table)
  }

  /** Asks for what is not remembered. */
  async ask(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<void> {
    if (this.isToParent || this.#remembered.size > MOST_REMEMBERED) this.#remembered = new Map()
    const wanted = new Map<string, NaturalKey>()
    for (const { record } of candidates) {
      const named = this.#namedBy(record)
      if (!isKey(named)) continue
      const text = this.#lookup.keyText(named)
      if (!this.#remembered.has(text)) wanted.set(text, named)
    }
    if (wanted.size === 0) return
    const found = await this.#lookup.find(transaction, [...wanted.values()])
    for (const text of wanted.keys()) this.#remembered.set(text, found.get(text))
  }

  resolve({ record, values }: Candidate): RecordProblem | undefined {
    const named = this.#namedBy(record)
    if (named instanceof RecordProblem) return named
    if (named === 'nothing') return this.#reference.nullable ? undefined : new RecordProblem(`${this.name} is missing`)
    const row = this.#remembered.get(this.#lookup.keyText(named))
    if (!row) return notFound(this.name, this.#reference, named)
    values[this.#reference.column] = row.id
    return undefined
  }

  isMissing({ record }: Candidate): boolean {
    const named = this.#namedBy(record)
    return isKey(named) && !this.#remembered.get(this.#lookup.keyText(named))
  }

  found({ record }: Candidate): Found | undefined {
    const named = this.#namedBy(record)
    return isKey(named) ? this.#remembered.get(this.#lookup.keyText(named)) : undefined
  }
}

function isKey(named: Named): named is NaturalKey {
  return named !== 'nothing' && !(named instanceof RecordProblem)
}
