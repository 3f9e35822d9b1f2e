import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { Candidate, UniqueValue } from './candidate.js'
import { type FileRecord, type NaturalKey, uniqueValueOf } from './file-record.js'
import { type FoundRow, RowFinder } from './row-finder.js'

type RowsByKeyText = ReadonlyMap<string, FoundRow>

/** A unique field. */
interface UniqueField {
  readonly name: string
  readonly finder: RowFinder
}

/** Finds records that already exist in a table, by key and by unique fields. */
export class RecordFinders {
  readonly #table: ConfigurationTable
  readonly #byKey: RowFinder
  readonly #unique: readonly UniqueField[]

  constructor(table: ConfigurationTable, tables: TransferTables, dialect: Dialect) {
    this.#table = table
    this.#byKey = new RowFinder(table, table.key, tables, dialect)
    this.#unique = (table.unique ?? []).map((name) => ({ name, finder: new RowFinder(table, [name], tables, dialect) }))
  }

  /** Returns the canonical text of a key, which is identical for all spellings of the same key. */
  keyText(key: NaturalKey): string {
    return this.#byKey.keyText(key)
  }

  /** Returns the values of a record's unique fields. */
  uniqueValues(record: FileRecord): (UniqueValue | undefined)[] {
    return this.#unique.map(({ name, finder }) => {
      const value = uniqueValueOf(name, record, this.#table)
      return value === undefined ? undefined : { value, canonical: finder.keyText([value]) }
    })
  }

  /** Looks up candidates with one statement for the keys and one for each unique field. */
  async find(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<KnownRecords> {
    const duplicates = await this.findKeys(transaction, candidates)
    return new KnownRecords(duplicates, await this.findUniqueValues(transaction, candidates))
  }

  /** Returns the rows with the keys of candidates, by `keyText`. */
  findKeys(transaction: Knex.Transaction, candidates: readonly Pick<Candidate, 'key'>[]): Promise<RowsByKeyText> {
    const keys = candidates.map(({ key }) => key)
    return this.#byKey.find(transaction, keys)
  }

  /** Returns the rows with the unique values of candidates: for each unique field, by the canonical value. */
  async findUniqueValues(transaction: Knex.Transaction, candidates: readonly Candidate[]): Promise<RowsByKeyText[]> {
    const taken: RowsByKeyText[] = []
    for (const [field, { finder }] of this.#unique.entries()) {
      const wanted = candidates.flatMap(({ uniqueValues }) =>
        uniqueValues[field] ? [[uniqueValues[field].value]] : [],
      )
      taken.push(await finder.find(transaction, wanted))
    }
    return taken
  }

  /** Returns the first unique field in which a candidate has the value of another record, and that value. */
  conflict({ uniqueValues }: Candidate, known: KnownRecords): { name: string; value: string } | undefined {
    const index = uniqueValues.findIndex((own, field) => own !== undefined && known.isTaken(field, own.canonical))
    const name = this.#unique[index]?.name
    return name === undefined ? undefined : { name, value: uniqueValues[index]?.value ?? '' }
  }
}

/** The records that were in the table at the time of the search, and those accepted since. */
export class KnownRecords {
  readonly #duplicates: RowsByKeyText
  readonly #taken: readonly RowsByKeyText[]
  readonly #accepted = new ClaimedValues()

  constructor(duplicates: RowsByKeyText, taken: readonly RowsByKeyText[]) {
    this.#duplicates = duplicates
    this.#taken = taken
  }

  /** Whether the record is known. */
  has({ keyText }: Candidate): boolean {
    return this.#duplicates.has(keyText) || this.#accepted.hasKey(keyText)
  }

  /** Whether a known record has this canonical value in the unique field with this index. */
  isTaken(field: number, canonical: string): boolean {
    return (this.#taken[field]?.has(canonical) ?? false) || this.#accepted.hasUnique(field, canonical)
  }

  accept(candidate: Candidate): void {
    this.#accepted.add(candidate)
  }
}

/** Whether no two candidates have the same key or the same value in a unique field. */
export function areDistinct(candidates: readonly Candidate[]): boolean {
  const claimed = new ClaimedValues()
  return candidates.every((candidate) => claimed.add(candidate))
}

/** The keys and unique values of some candidates. */
class ClaimedValues {
  readonly #keys = new Set<string>()
  readonly #unique: Set<string>[] = []

  hasKey(keyText: string): boolean {
    return this.#keys.has(keyText)
  }

  hasUnique(field: number, canonical: string): boolean {
    return this.#unique[field]?.has(canonical) ?? false
  }

  /** Adds a candidate. Returns whether its key and all its unique values are new. */
  add({ keyText, uniqueValues }: Candidate): boolean {
    let isNew = !this.#keys.has(keyText)
    this.#keys.add(keyText)
    for (const [field, own] of uniqueValues.entries()) {
      if (own === undefined) continue
      this.#unique[field] ??= new Set()
      if (this.#unique[field].has(own.canonical)) isNew = false
      this.#unique[field].add(own.canonical)
    }
    return isNew
  }
}
