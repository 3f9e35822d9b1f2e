import type { ConfigurationTable, Dialect } from '@plinth/kernel'
import type { Knex } from 'knex'
import { matchOf, referencesOf, type TransferPlan } from '../transfer-plan.js'
import type { Candidate } from './candidates.js'
import { isKey, type NaturalKey, namedBy, uniqueText } from './file-record.js'
import { type Found, Lookup } from './lookup.js'

type FoundByKey = ReadonlyMap<string, Found>

/** What a table's import has to ask of the database, compiled once. */
export class TableLookups {
  readonly table: ConfigurationTable
  readonly byKey: Lookup
  readonly byReference: ReadonlyMap<string, Lookup>
  readonly byUnique: ReadonlyMap<string, Lookup>

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.table = table
    this.byKey = new Lookup(table, table.key, plan, dialect)
    this.byReference = new Map(
      referencesOf(table).map(([name, reference]) => {
        const theirs = matchOf(name, reference).map(([field]) => field)
        return [name, new Lookup(plan.target(reference), theirs, plan, dialect)]
      }),
    )
    this.byUnique = new Map((table.unique ?? []).map((name) => [name, new Lookup(table, [name], plan, dialect)]))
  }

  /** Asks all that a chunk of records needs to know, in one statement each for its keys, references and unique fields. */
  async ask(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<KnownRecords> {
    const duplicates = await this.byKey.find(
      transaction,
      candidates.map(({ key }) => key),
    )
    const targets = new Map<string, FoundByKey>()
    for (const [name, lookup] of this.byReference) {
      const named = candidates.map(({ record }) => namedBy(name, record, this.table))
      const keys = named.filter(isKey).map(({ key }) => key)
      targets.set(name, await lookup.find(transaction, keys))
    }
    const taken = new Map<string, FoundByKey>()
    for (const [name, lookup] of this.byUnique) {
      const texts = candidates.map(({ record }) => uniqueText(name, record, this.table))
      const keys = texts.filter((text) => text !== undefined).map((text) => [text])
      taken.set(name, await lookup.find(transaction, keys))
    }
    return new KnownRecords(this, { duplicates, targets, taken })
  }
}

/** What is there already: in the database, and accepted from the same chunk. */
export class KnownRecords {
  readonly #lookups: TableLookups
  readonly #duplicates: FoundByKey
  readonly #targets: ReadonlyMap<string, FoundByKey>
  readonly #taken: ReadonlyMap<string, FoundByKey>
  readonly #accepted = new Set<string>()

  constructor(
    lookups: TableLookups,
    found: {
      duplicates: FoundByKey
      targets: ReadonlyMap<string, FoundByKey>
      taken: ReadonlyMap<string, FoundByKey>
    },
  ) {
    this.#lookups = lookups
    this.#duplicates = found.duplicates
    this.#targets = found.targets
    this.#taken = found.taken
  }

  /** Whether a record with that key is there. */
  has(key: NaturalKey): boolean {
    const text = this.#lookups.byKey.keyText(key)
    return this.#duplicates.has(text) || this.#accepted.has(text)
  }

  /** The row that a reference names. */
  target(reference: string, key: NaturalKey): Found | undefined {
    return this.#targets.get(reference)?.get(this.#lookups.byReference.get(reference)?.keyText(key) ?? '')
  }

  /** The unique field of a record whose value another record has. */
  clash(record: Candidate['record']): { name: string; text: string } | undefined {
    for (const name of this.#lookups.byUnique.keys()) {
      const text = uniqueText(name, record, this.#lookups.table)
      if (text !== undefined && this.#isTaken(name, text)) return { name, text }
    }
    return undefined
  }

  accept({ key, record }: Candidate): void {
    this.#accepted.add(this.#lookups.byKey.keyText(key))
    for (const name of this.#lookups.byUnique.keys()) {
      const text = uniqueText(name, record, this.#lookups.table)
      if (text !== undefined) this.#accepted.add(this.#mark(name, text))
    }
  }

  #isTaken(name: string, text: string): boolean {
    const isStored = this.#taken.get(name)?.has(this.#lookups.byUnique.get(name)?.keyText([text]) ?? '') ?? false
    return isStored || this.#accepted.has(this.#mark(name, text))
  }

  #mark(name: string, text: string): string {
    return `${name}:${this.#lookups.byUnique.get(name)?.keyText([text])}`
  }
}
