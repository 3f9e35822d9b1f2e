import type { ConfigurationTable, Dialect } from '@plinth/kernel'
import type { Knex } from 'knex'
import type { TransferPlan } from '../transfer-plan.js'
import type { Candidate } from './candidate.js'
import { uniqueText } from './file-record.js'
import { type Found, Lookup } from './lookup.js'

type FoundByKey = ReadonlyMap<string, Found>

/** A field that no two records share. */
interface UniqueField {
  readonly name: string
  readonly lookup: Lookup
}

/** Tells what is in a table already, by its key and its unique fields. */
export class RecordLookups {
  readonly #table: ConfigurationTable
  readonly #byKey: Lookup
  readonly #unique: readonly UniqueField[]

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.#table = table
    this.#byKey = new Lookup(table, table.key, plan, dialect)
    this.#unique = (table.unique ?? []).map((name) => ({ name, lookup: new Lookup(table, [name], plan, dialect) }))
  }

  /** Asks in one statement each for the keys and for the unique fields of candidates. */
  async ask(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<KnownRecords> {
    const keys = candidates.map(({ key }) => key)
    const duplicates = await this.#byKey.find(transaction, keys)
    const taken = new Map<string, FoundByKey>()
    for (const { name, lookup } of this.#unique) {
      const texts = candidates.map(({ record }) => uniqueText(name, record, this.#table))
      const wanted = texts.filter((text) => text !== undefined).map((text) => [text])
      taken.set(name, await lookup.find(transaction, wanted))
    }
    return new KnownRecords(this, duplicates, taken)
  }

  /** Equal for candidates that are the same record. */
  keyText({ key }: Candidate): string {
    return this.#byKey.keyText(key)
  }

  /** What a candidate has in the unique fields, comparable. */
  uniqueTexts({ record }: Candidate): { name: string; said: string; text: string }[] {
    return this.#unique.flatMap(({ name, lookup }) => {
      const said = uniqueText(name, record, this.#table)
      return said === undefined ? [] : [{ name, said, text: lookup.keyText([said]) }]
    })
  }

  /** Whether no two of them share their key or a unique field. */
  areDifferent(candidates: readonly Candidate[]): boolean {
    const held = new Set<string>()
    let marks = 0
    for (const candidate of candidates) {
      held.add(`:${this.keyText(candidate)}`)
      marks += 1
      for (const { name, text } of this.uniqueTexts(candidate)) {
        held.add(`${name}:${text}`)
        marks += 1
      }
    }
    return held.size === marks
  }
}

/** What is there: in the table when it was asked, and accepted since. */
export class KnownRecords {
  readonly #lookups: RecordLookups
  readonly #duplicates: FoundByKey
  readonly #taken: ReadonlyMap<string, FoundByKey>
  readonly #accepted = new Set<string>()

  constructor(lookups: RecordLookups, duplicates: FoundByKey, taken: ReadonlyMap<string, FoundByKey>) {
    this.#lookups = lookups
    this.#duplicates = duplicates
    this.#taken = taken
  }

  /** Whether the record is there. */
  has(candidate: Candidate): boolean {
    const text = this.#lookups.keyText(candidate)
    return this.#duplicates.has(text) || this.#accepted.has(`:${text}`)
  }

  /** The unique field of a candidate whose value another record has. */
  clash(candidate: Candidate): { name: string; said: string } | undefined {
    return this.#lookups
      .uniqueTexts(candidate)
      .find(({ name, text }) => this.#taken.get(name)?.has(text) || this.#accepted.has(`${name}:${text}`))
  }

  accept(candidate: Candidate): void {
    this.#accepted.add(`:${this.#lookups.keyText(candidate)}`)
    for (const { name, text } of this.#lookups.uniqueTexts(candidate)) this.#accepted.add(`${name}:${text}`)
  }
}
