import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { TransferPlan } from '../transfer-plan.js'
import type { Candidate, UniqueText } from './candidate.js'
import { type FileRecord, type NaturalKey, uniqueText } from './file-record.js'
import { type Found, Lookup } from './lookup.js'

type FoundByText = ReadonlyMap<string, Found>

/** A unique field. */
interface UniqueField {
  readonly name: string
  readonly lookup: Lookup
}

/** Finds records that already exist in a table, by key and by unique fields. */
export class RecordLookups {
  readonly #table: ConfigurationTable
  readonly #byKey: Lookup
  readonly #unique: readonly UniqueField[]

  constructor(table: ConfigurationTable, plan: TransferPlan, dialect: Dialect) {
    this.#table = table
    this.#byKey = new Lookup(table, table.key, plan, dialect)
    this.#unique = (table.unique ?? []).map((name) => ({ name, lookup: new Lookup(table, [name], plan, dialect) }))
  }

  /** Returns a string that is equal for keys of the same record. */
  keyText(key: NaturalKey): string {
    return this.#byKey.keyText(key)
  }

  /** The values of a record's unique fields. */
  uniqueTexts(record: FileRecord): (UniqueText | undefined)[] {
    return this.#unique.map(({ name, lookup }) => {
      const said = uniqueText(name, record, this.#table)
      return said === undefined ? undefined : { said, text: lookup.keyText([said]) }
    })
  }

  /** Looks up candidates with one statement for the keys and one per unique field. */
  async find(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<KnownRecords> {
    const keys = candidates.map(({ key }) => key)
    const duplicates = await this.#byKey.find(transaction, keys)
    const taken: FoundByText[] = []
    for (const [field, { lookup }] of this.#unique.entries()) {
      const wanted = candidates.flatMap(({ unique }) => (unique[field] ? [[unique[field].said]] : []))
      taken.push(await lookup.find(transaction, wanted))
    }
    return new KnownRecords(duplicates, taken)
  }

  /** The unique field in which a candidate has the same value as another record, and that value. */
  clash({ unique }: Candidate, known: KnownRecords): { name: string; said: string } | undefined {
    const index = unique.findIndex((own, field) => own !== undefined && known.isTaken(field, own.text))
    const name = this.#unique[index]?.name
    return name === undefined ? undefined : { name, said: unique[index]?.said ?? '' }
  }
}

/** Known records: those in the table at the time of the lookup, and those accepted since. */
export class KnownRecords {
  readonly #duplicates: FoundByText
  readonly #taken: readonly FoundByText[]
  readonly #accepted = new HeldTexts()

  constructor(duplicates: FoundByText, taken: readonly FoundByText[]) {
    this.#duplicates = duplicates
    this.#taken = taken
  }

  /** Whether the record is known. */
  has({ keyText }: Candidate): boolean {
    return this.#duplicates.has(keyText) || this.#accepted.hasKey(keyText)
  }

  /** Whether a known record has this value in the unique field with this index. */
  isTaken(field: number, text: string): boolean {
    return (this.#taken[field]?.has(text) ?? false) || this.#accepted.hasUnique(field, text)
  }

  accept(candidate: Candidate): void {
    this.#accepted.hold(candidate)
  }
}

/** Whether no two candidates share their key or a unique field. */
export function areDifferent(candidates: readonly Candidate[]): boolean {
  const held = new HeldTexts()
  return candidates.every((candidate) => held.hold(candidate))
}

/** The keys and unique fields of some candidates. */
class HeldTexts {
  readonly #keys = new Set<string>()
  readonly #unique: Set<string>[] = []

  hasKey(text: string): boolean {
    return this.#keys.has(text)
  }

  hasUnique(field: number, text: string): boolean {
    return this.#unique[field]?.has(text) ?? false
  }

  /** Adds a candidate. Returns whether its key and all its unique values are new. */
  hold({ keyText, unique }: Candidate): boolean {
    let isNew = !this.#keys.has(keyText)
    this.#keys.add(keyText)
    for (const [field, own] of unique.entries()) {
      if (own === undefined) continue
      this.#unique[field] ??= new Set()
      if (this.#unique[field].has(own.text)) isNew = false
      this.#unique[field].add(own.text)
    }
    return isNew
  }
}
