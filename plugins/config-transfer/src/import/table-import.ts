import type { ConfigurationTable, Dialect, Reference } from '@plinth/kernel'
import type { Knex } from 'knex'
import { referencesOf, type TransferPlan } from '../transfer-plan.js'
import { type Candidate, candidatesOf } from './candidates.js'
import { isKey, namedBy, notFound, quoted, RecordProblem } from './file-record.js'
import { insertRows } from './insert-rows.js'
import { type KnownRecords, TableLookups } from './known-records.js'
import { compileValues, type ReadValues, type Values } from './record-values.js'
import type { TableTally } from './report.js'

/** Records a statement. */
const CHUNK = 1_000

export interface TableImportOptions {
  readonly table: ConfigurationTable
  readonly plan: TransferPlan
  readonly dialect: Dialect
  readonly newIdentifier: () => string
  /** Nothing more privileged than this comes in. */
  readonly callerLevel: number
}

/** What becomes of a record: its values are written, or it is there already, or its parent is not there yet, or it is wrong. */
type Verdict = Values | 'skipped' | 'parent-missing' | RecordProblem

/**
 * Brings the records of one table in, a chunk at a time: what a chunk needs to know is asked in a few statements, then each
 * record is judged in the order of the file, then what was accepted is written in one statement.
 */
export class TableImport {
  readonly #table: ConfigurationTable
  readonly #dialect: Dialect
  readonly #callerLevel: number
  readonly #lookups: TableLookups
  readonly #valuesOf: ReadValues
  readonly #references: readonly [string, Reference][]

  constructor({ table, plan, dialect, newIdentifier, callerLevel }: TableImportOptions) {
    this.#table = table
    this.#dialect = dialect
    this.#callerLevel = callerLevel
    this.#lookups = new TableLookups(table, plan, dialect)
    this.#valuesOf = compileValues(table, newIdentifier)
    this.#references = referencesOf(table)
  }

  async run(transaction: Knex.Transaction, records: readonly unknown[], tally: TableTally): Promise<void> {
    const fixed = (await this.#table.fixedColumns?.()) ?? {}
    let waiting: Candidate[] = []
    for (const [start, part] of chunks(records)) {
      const candidates = candidatesOf(this.#table, part, start, tally)
      waiting.push(...(await this.#chunk(transaction, candidates, fixed, tally)))
    }
    // Records of a tree come in any order: those whose parent was not there are tried again while that brings some in.
    for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
      before = waiting.length
      const again = waiting
      waiting = []
      for (const [, part] of chunks(again)) waiting.push(...(await this.#chunk(transaction, part, fixed, tally)))
    }
    for (const { label, record } of waiting) tally.addError(`${label}: ${this.#missingParent(record).reason}`)
  }

  /** Returns those whose parent in the same table is not there yet. */
  async #chunk(
    transaction: Knex.Transaction,
    candidates: readonly Candidate[],
    fixed: Readonly<Values>,
    tally: TableTally,
  ): Promise<Candidate[]> {
    const known = await this.#lookups.ask(transaction, candidates)
    const rows: Values[] = []
    const waiting: Candidate[] = []
    for (const candidate of candidates) {
      const verdict = this.#judge(candidate, known)
      if (verdict === 'parent-missing') {
        waiting.push(candidate)
      } else if (verdict === 'skipped') {
        tally.skipped += 1
      } else if (verdict instanceof RecordProblem) {
        tally.addError(`${candidate.label}: ${verdict.reason}`)
      } else {
        known.accept(candidate)
        rows.push({ ...verdict, ...fixed })
      }
    }
    await insertRows(transaction, this.#dialect, this.#table.table, rows)
    tally.imported += rows.length
    return waiting
  }

  /** Duplicates, then types and limits, then references, then clashes, then privilege. */
  #judge({ key, record }: Candidate, known: KnownRecords): Verdict {
    if (known.has(key)) return 'skipped'
    const values = this.#valuesOf(record)
    if (values instanceof RecordProblem) return values
    return (
      this.#resolve(record, values, known) ??
      this.#clash(record, known) ??
      this.#excess(record, values, known) ??
      values
    )
  }

  /** Puts the numbers of other rows into their columns. */
  #resolve(
    record: Candidate['record'],
    values: Values,
    known: KnownRecords,
  ): RecordProblem | 'parent-missing' | undefined {
    for (const [name, reference] of this.#references) {
      const named = namedBy(name, record, this.#table)
      if (named instanceof RecordProblem) return named
      if (named === 'nothing') {
        if (!reference.nullable) return new RecordProblem(`${name} is missing`)
        continue
      }
      const found = known.target(name, named.key)
      if (found) values[reference.column] = found.id
      else return reference.to === this.#table.name ? 'parent-missing' : notFound(name, reference, named.key)
    }
    return undefined
  }

  #clash(record: Candidate['record'], known: KnownRecords): RecordProblem | undefined {
    const clash = known.clash(record)
    return clash && new RecordProblem(`${clash.name} ${quoted(clash.text)} is in use by another record`)
  }

  #excess(record: Candidate['record'], values: Values, known: KnownRecords): RecordProblem | undefined {
    const { privilege } = this.#table
    if (privilege === undefined) return undefined
    const level = this.#privilegeOf(privilege, record, values, known)
    return level !== null && level < this.#callerLevel
      ? new RecordProblem(`${privilege} ${level} is more privileged than the caller`)
      : undefined
  }

  #privilegeOf(path: string, record: Candidate['record'], values: Values, known: KnownRecords): number | null {
    const [first = '', second] = path.split('.')
    if (second === undefined) return Number(values[first])
    const named = namedBy(first, record, this.#table)
    return isKey(named) ? (known.target(first, named.key)?.privilege ?? null) : null
  }

  #missingParent(record: Candidate['record']): RecordProblem {
    const [name, reference] = this.#references.find(([, { to }]) => to === this.#table.name) ?? []
    const named = name === undefined ? 'nothing' : namedBy(name, record, this.#table)
    if (name === undefined || reference === undefined || !isKey(named))
      return new RecordProblem('its parent is not found')
    return notFound(name, reference, named.key)
  }
}

function* chunks<T>(items: readonly T[]): Generator<[start: number, part: readonly T[]]> {
  for (let start = 0; start < items.length; start += CHUNK) yield [start, items.slice(start, start + CHUNK)]
}
