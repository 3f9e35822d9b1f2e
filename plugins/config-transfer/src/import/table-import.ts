import type { ConfigurationTable, Dialect, Reference } from '@plinth/kernel'
import type { Knex } from 'knex'
import { matchOf, referencesOf, type TransferPlan } from '../transfer-plan.js'
import { insertRows } from './insert-rows.js'
import { type Found, Lookup, type NaturalKey } from './lookup.js'
import {
  compileValues,
  type FileRecord,
  nameIn,
  quoted,
  RecordProblem,
  referenceText,
  type Values,
} from './record-values.js'
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

/** A record on its way in. */
interface Candidate {
  readonly label: string
  readonly record: FileRecord
  readonly key: NaturalKey
}

/** What a reference of a record names: nothing, something, or something impossible. */
type Named = { readonly key: NaturalKey } | 'nothing' | RecordProblem

/** What the database says of a chunk of records. */
interface Known {
  readonly duplicates: ReadonlyMap<string, Found>
  readonly references: ReadonlyMap<string, ReadonlyMap<string, Found>>
  readonly taken: ReadonlyMap<string, ReadonlyMap<string, Found>>
}

/** What has been accepted from the chunk at hand. */
interface Accepted {
  readonly keys: Set<string>
  readonly taken: ReadonlyMap<string, Set<string>>
  readonly rows: Values[]
}

type Verdict = 'accepted' | 'skipped' | 'parent-missing' | RecordProblem

/**
 * Brings the records of one table in, a chunk at a time: what a chunk needs to know is asked in a few statements, then each
 * record is judged in the order of the file, then what was accepted is written in one statement.
 */
export class TableImport {
  readonly #options: TableImportOptions
  readonly #valuesOf: (record: FileRecord) => Values | RecordProblem
  readonly #byKey: Lookup
  readonly #references: readonly [string, Reference][]
  readonly #byReference: ReadonlyMap<string, Lookup>
  readonly #byUnique: ReadonlyMap<string, Lookup>
  #fixed: Readonly<Values> = {}

  constructor(options: TableImportOptions) {
    const { table, plan, dialect, newIdentifier } = options
    this.#options = options
    this.#valuesOf = compileValues(table, newIdentifier)
    this.#byKey = new Lookup(table, table.key, plan, dialect)
    this.#references = referencesOf(table)
    this.#byReference = new Map(
      this.#references.map(([name, reference]) => {
        const theirs = matchOf(name, reference).map(([field]) => field)
        return [name, new Lookup(plan.target(reference), theirs, plan, dialect)]
      }),
    )
    this.#byUnique = new Map((table.unique ?? []).map((name) => [name, new Lookup(table, [name], plan, dialect)]))
  }

  async run(transaction: Knex.Transaction, records: readonly unknown[], tally: TableTally): Promise<void> {
    this.#fixed = (await this.#options.table.fixedColumns?.()) ?? {}
    let waiting: Candidate[] = []
    for (let start = 0; start < records.length; start += CHUNK) {
      const candidates = this.#candidates(records.slice(start, start + CHUNK), start, tally)
      waiting.push(...(await this.#chunk(transaction, candidates, tally)))
    }
    // Records of a tree come in any order: those whose parent was not there are tried again while that brings some in.
    for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
      before = waiting.length
      const again = waiting
      waiting = []
      for (let start = 0; start < again.length; start += CHUNK) {
        waiting.push(...(await this.#chunk(transaction, again.slice(start, start + CHUNK), tally)))
      }
    }
    for (const candidate of waiting) tally.addError(`${candidate.label}: ${this.#missingParent(candidate.record)}`)
  }

  /** Shape, and whether the key is there. */
  #candidates(records: readonly unknown[], start: number, tally: TableTally): Candidate[] {
    const candidates: Candidate[] = []
    for (const [index, record] of records.entries()) {
      const place = `record ${start + index + 1}`
      if (typeof record !== 'object' || record === null || Array.isArray(record)) {
        tally.addError(`${place}: is not an object`)
        continue
      }
      const parts = this.#options.table.key.map((name) => nameIn(record[name as keyof typeof record]))
      const absent = parts.findIndex((part) => part === undefined || part === '')
      if (absent >= 0) tally.addError(`${place}: ${this.#options.table.key[absent]} is missing`)
      else candidates.push({ label: labelOf(parts as string[]), record: record as FileRecord, key: parts as string[] })
    }
    return candidates
  }

  /** Returns those whose parent in the same table is not there yet. */
  async #chunk(
    transaction: Knex.Transaction,
    candidates: readonly Candidate[],
    tally: TableTally,
  ): Promise<Candidate[]> {
    const known = await this.#ask(transaction, candidates)
    const accepted: Accepted = {
      keys: new Set(),
      taken: new Map([...this.#byUnique.keys()].map((name) => [name, new Set()])),
      rows: [],
    }
    const waiting: Candidate[] = []
    for (const candidate of candidates) {
      const verdict = this.#judge(candidate, known, accepted)
      if (verdict === 'parent-missing') waiting.push(candidate)
      else if (verdict === 'skipped') tally.skipped += 1
      else if (verdict !== 'accepted') tally.addError(`${candidate.label}: ${verdict.reason}`)
    }
    await insertRows(transaction, this.#options.dialect, this.#options.table.table, accepted.rows)
    tally.imported += accepted.rows.length
    return waiting
  }

  async #ask(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<Known> {
    const duplicates = await this.#byKey.find(
      transaction,
      candidates.map(({ key }) => key),
    )
    const references = new Map<string, ReadonlyMap<string, Found>>()
    for (const [name, lookup] of this.#byReference) {
      const named = candidates.map(({ record }) => this.#named(record, name))
      references.set(
        name,
        await lookup.find(
          transaction,
          named.flatMap((item) => (isKey(item) ? [item.key] : [])),
        ),
      )
    }
    const taken = new Map<string, ReadonlyMap<string, Found>>()
    for (const [name, lookup] of this.#byUnique) {
      const texts = candidates.flatMap(({ record }) => this.#uniqueText(record, name) ?? [])
      taken.set(
        name,
        await lookup.find(
          transaction,
          texts.map((text) => [text]),
        ),
      )
    }
    return { duplicates, references, taken }
  }

  /** Duplicates, then types and limits, then references, then clashes, then privilege. */
  #judge({ record, key }: Candidate, known: Known, accepted: Accepted): Verdict {
    const keyText = this.#byKey.keyText(key)
    if (known.duplicates.has(keyText) || accepted.keys.has(keyText)) return 'skipped'
    const values = this.#valuesOf(record)
    if (values instanceof RecordProblem) return values
    const problem =
      this.#resolve(record, values, known, accepted) ??
      this.#clash(record, known, accepted) ??
      this.#excess(record, values, known)
    if (problem !== undefined) return problem
    this.#accept(record, keyText, values, accepted)
    return 'accepted'
  }

  /** Puts the numbers of other rows into their columns. */
  #resolve(record: FileRecord, values: Values, known: Known, accepted: Accepted): Verdict | undefined {
    for (const [name, reference] of this.#references) {
      const named = this.#named(record, name)
      if (named instanceof RecordProblem) return named
      if (named === 'nothing') {
        if (!reference.nullable) return new RecordProblem(`${name} is missing`)
        continue
      }
      const keyText = this.#byReference.get(name)?.keyText(named.key) ?? ''
      const found = known.references.get(name)?.get(keyText)
      if (found) values[reference.column] = found.id
      else if (reference.to === this.#options.table.name && accepted) return 'parent-missing'
      else return notFound(name, reference, named.key)
    }
    return undefined
  }

  #clash(record: FileRecord, known: Known, accepted: Accepted): RecordProblem | undefined {
    for (const [name, lookup] of this.#byUnique) {
      const text = this.#uniqueText(record, name)
      if (text === undefined) continue
      const keyText = lookup.keyText([text])
      if (known.taken.get(name)?.has(keyText) || accepted.taken.get(name)?.has(keyText)) {
        return new RecordProblem(`${name} ${quoted(text)} is in use by another record`)
      }
    }
    return undefined
  }

  #excess(record: FileRecord, values: Values, known: Known): RecordProblem | undefined {
    const { table, callerLevel } = this.#options
    if (table.privilege === undefined) return undefined
    const level = this.#privilegeOf(table.privilege, record, values, known)
    return level !== null && level < callerLevel
      ? new RecordProblem(`${table.privilege} ${level} is more privileged than the caller`)
      : undefined
  }

  #privilegeOf(path: string, record: FileRecord, values: Values, known: Known): number | null {
    const [first = '', second] = path.split('.')
    if (second === undefined) return Number(values[first])
    const named = this.#named(record, first)
    if (!isKey(named)) return null
    return known.references.get(first)?.get(this.#byReference.get(first)?.keyText(named.key) ?? '')?.privilege ?? null
  }

  #accept(record: FileRecord, keyText: string, values: Values, accepted: Accepted): void {
    accepted.keys.add(keyText)
    accepted.rows.push({ ...values, ...this.#fixed })
    for (const [name, lookup] of this.#byUnique) {
      const text = this.#uniqueText(record, name)
      if (text !== undefined) accepted.taken.get(name)?.add(lookup.keyText([text]))
    }
  }

  /** The text of a unique field, given or by default. A generated identifier clashes with nobody's. */
  #uniqueText(record: FileRecord, name: string): string | undefined {
    const field = this.#options.table.fields[name]
    const said = record[name]
    const text =
      said === undefined && field?.kind === 'text' && typeof field.default === 'object'
        ? record[field.default.field]
        : said
    return typeof text === 'string' ? text : undefined
  }

  #named(record: FileRecord, name: string): Named {
    const { table } = this.#options
    const reference = table.fields[name] as Reference
    const parts = matchOf(name, reference).map(([, ours]) => ({
      ours,
      text: nameIn(referenceText(record, ours, table)),
    }))
    const own = parts.find(({ ours }) => ours === name)
    const isNothing = own?.text === undefined || (reference.none !== undefined && own.text === reference.none)
    if (!isNothing) return { key: parts.map(({ text }) => text ?? '') }
    const other = parts.find(({ ours, text }) => ours !== name && text)
    return other ? new RecordProblem(`${other.ours} ${quoted(other.text ?? '')} is given without ${name}`) : 'nothing'
  }

  #missingParent(record: FileRecord): string {
    const own = this.#references.find(([, { to }]) => to === this.#options.table.name)
    const named = own ? this.#named(record, own[0]) : 'nothing'
    return own && isKey(named) ? notFound(own[0], own[1], named.key).reason : 'its parent is not found'
  }
}

function isKey(named: Named): named is { readonly key: NaturalKey } {
  return named !== 'nothing' && !(named instanceof RecordProblem)
}

function labelOf(parts: readonly string[]): string {
  return parts.map((part) => (part.length > 255 ? `${part.slice(0, 255)}…` : part)).join(' / ')
}

function notFound(name: string, reference: Reference, key: NaturalKey): RecordProblem {
  const parts = matchOf(name, reference).map(([, ours], index) => `${ours} ${quoted(key[index] ?? '')}`)
  return new RecordProblem(`${parts.join(' of ')} not found`)
}
