import type { Knex } from '@plinth/kernel'
import type { SourceRecords } from '../document/configuration-file.js'
import type { Candidate } from '../records/candidate.js'
import type { CandidateReader } from '../records/candidate-reader.js'
import type { NaturalKey } from '../records/file-record.js'
import type { RecordFinders } from '../records/record-finders.js'
import type { RecordShape } from '../records/record-shape.js'
import type { References } from '../records/references.js'
import { compareRowIds, type RowId } from '../row-id.js'
import type { PresentRecord, PresentRecords } from './present-records.js'
import type { RenamedKeys } from './renamed-keys.js'

/** A record of the source, and the row that it is about. */
export interface Match {
  /** The record. Fields that it lacks are taken from the row. */
  readonly candidate: Candidate
  readonly present: PresentRecord | undefined
  /**
   * Whether the row was found by identifier or, for a snapshot, by row id. Also true for a file if the table has no
   * identifiers.
   */
  readonly isIdentified: boolean
  /** The row that has the key of the record, once the records that the key refers to have their new names. */
  readonly keyHolder: RowId | undefined
  /** The id that its row had in the snapshot; `null` for other sources. */
  readonly previousId: RowId | null
}

interface RecordMatcherDeps {
  readonly present: PresentRecords
  readonly shape: RecordShape
  readonly reader: CandidateReader
  readonly finders: RecordFinders
  readonly references: References
  readonly renamedKeys: RenamedKeys
  /** Whether existing records stay as they are. */
  readonly onlyAdds: boolean
  /** Whether a row belongs to a record at another position. */
  readonly isTaken: (id: RowId, position: number) => boolean
}

/**
 * Finds the row that each record of a source is about: the row with its identifier; otherwise the row with its key, if
 * no other record of the source has that row's identifier. First it tries the row that will have the key once the
 * records that the key refers to are renamed, then the row that has the key now. For a record of a snapshot, it first
 * tries the row with the same id.
 */
export class RecordMatcher {
  readonly #deps: RecordMatcherDeps

  constructor(deps: RecordMatcherDeps) {
    this.#deps = deps
  }

  /**
   * Matches candidates of a batch. Unless `isKeyEnough`, postpones candidates that have only the key of a row, because
   * the row may belong to a later record of the source, and returns their positions.
   */
  async match(
    transaction: Knex.Transaction,
    batch: SourceRecords,
    candidates: readonly Candidate[],
    { isKeyEnough }: { readonly isKeyEnough: boolean },
  ): Promise<{ readonly matches: readonly Match[]; readonly postponed: readonly number[] }> {
    if (candidates.length === 0) return { matches: [], postponed: [] }
    const byKey = await this.#deps.present.byKey(transaction, candidates)
    const byFutureKey = await this.#rowsByFutureKey(transaction, batch, candidates, byKey)
    const byIdentity = batch.rowIds
      ? await this.#rowsOfSnapshot(transaction, batch, candidates, byKey)
      : await this.#rowsByIdentifier(transaction, batch, candidates, byKey)
    const [matches, postponed]: [Match[], number[]] = [[], []]
    for (const candidate of candidates) {
      const own = byIdentity.get(candidate)
      const keyHolder = byFutureKey.get(candidate)
      const present = own ?? ifMatchable(keyHolder, batch) ?? ifMatchable(byKey.get(candidate.keyText), batch)
      const hasItsKey = present?.id === keyHolder?.id && !this.#mayBelongToOther(batch, candidate)
      const isSure = present === undefined || own !== undefined || hasItsKey
      if (!isSure && !isKeyEnough) {
        postponed.push(candidate.position)
        continue
      }
      const row = isSure || !this.#deps.isTaken(present.id, candidate.position) ? present : undefined
      const previousId = batch.rowIds?.[indexIn(batch, candidate)] ?? null
      matches.push({
        candidate: this.#completed(candidate, batch, row),
        present: row,
        isIdentified: own !== undefined || (this.#deps.present.identifier === undefined && previousId === null),
        keyHolder: keyHolder?.id,
        previousId,
      })
    }
    return { matches, postponed }
  }

  /** Returns the rows that will have the keys of candidates, once the records in these keys have their new names. */
  async #rowsByFutureKey(
    transaction: Knex.Transaction,
    batch: SourceRecords,
    candidates: readonly Candidate[],
    byKey: ReadonlyMap<string, PresentRecord>,
  ): Promise<ReadonlyMap<Candidate, PresentRecord | undefined>> {
    const { renamedKeys, references, present, finders } = this.#deps
    const found = new Map(candidates.map((candidate) => [candidate, byKey.get(candidate.keyText)]))
    if (!renamedKeys.isAny) return found
    const others = new Map<Candidate, NaturalKey>()
    const keyed = candidates.map((candidate) => ({ candidate, targets: references.targetsOf(rawOf(batch, candidate)) }))
    const presentKeys = await renamedKeys.presentKeysOf(transaction, keyed)
    for (const [index, candidate] of candidates.entries()) {
      const key = presentKeys[index]
      if (key === candidate.key) continue
      found.set(candidate, undefined)
      if (key) others.set(candidate, key)
    }
    const keys = [...others.values()].map((key) => ({ key }))
    const rows = keys.length === 0 ? new Map() : await present.byKey(transaction, keys)
    for (const [candidate, key] of others) found.set(candidate, rows.get(finders.keyText(key)))
    return found
  }

  /** Whether the row with the key of a record may have the identifier of another record. */
  #mayBelongToOther(batch: SourceRecords, candidate: Candidate): boolean {
    return !this.#deps.onlyAdds && batch.rowIds === undefined && this.#identifierIn(batch, candidate) !== undefined
  }

  async #rowsOfSnapshot(
    transaction: Knex.Transaction,
    batch: SourceRecords,
    candidates: readonly Candidate[],
    byKey: ReadonlyMap<string, PresentRecord>,
  ): Promise<Map<Candidate, PresentRecord>> {
    const idOf = (candidate: Candidate) => batch.rowIds?.[indexIn(batch, candidate)] ?? 0
    const known = new Map([...byKey.values()].map((row) => [row.id, row]))
    const others = candidates.map(idOf).filter((id) => !known.has(id))
    for (const row of await this.#deps.present.byId(transaction, others)) known.set(row.id, row)
    return new Map(
      candidates.flatMap((candidate) => {
        const row = known.get(idOf(candidate))
        return row ? [[candidate, row] as const] : []
      }),
    )
  }

  async #rowsByIdentifier(
    transaction: Knex.Transaction,
    batch: SourceRecords,
    candidates: readonly Candidate[],
    byKey: ReadonlyMap<string, PresentRecord>,
  ): Promise<Map<Candidate, PresentRecord>> {
    const { identifier } = this.#deps.present
    const found = new Map<Candidate, PresentRecord>()
    if (identifier === undefined) return found
    const others = new Map<Candidate, string>()
    for (const candidate of candidates) {
      const given = this.#identifierIn(batch, candidate)
      const present = byKey.get(candidate.keyText)
      if (given === undefined) continue
      if (present?.record[identifier] === given) found.set(candidate, present)
      else others.set(candidate, given)
    }
    if (this.#deps.onlyAdds) return found
    const rows = await this.#deps.present.byIdentifier(transaction, [...new Set(others.values())])
    for (const [candidate, given] of others) {
      const row = rows.get(given)
      if (row) found.set(candidate, row)
    }
    return found
  }

  #identifierIn(batch: SourceRecords, candidate: Candidate): string | undefined {
    const { identifier } = this.#deps.present
    const given = identifier === undefined ? undefined : rawOf(batch, candidate)[identifier]
    return typeof given === 'string' ? given : undefined
  }

  /** Reads a record again with the fields that it lacks, so that they keep their values. */
  #completed(candidate: Candidate, batch: SourceRecords, present: PresentRecord | undefined): Candidate {
    if (!present || this.#deps.onlyAdds) return candidate
    const raw = rawOf(batch, candidate)
    const completed = this.#deps.shape.completed(raw, present.record)
    if (completed === raw && !candidate.problem) return candidate
    const again = this.#deps.reader.read(
      { ...batch, precedingCount: candidate.position - 1, records: [completed] },
      present.record,
    )
    return again.candidates[0] ?? candidate
  }
}

/**
 * Returns a row unless the source is a snapshot and the row existed in it: then it belongs to the record with its id.
 */
function ifMatchable(found: PresentRecord | undefined, { lastId }: SourceRecords): PresentRecord | undefined {
  return found && lastId !== undefined && compareRowIds(found.id, lastId) <= 0 ? undefined : found
}

function indexIn({ precedingCount }: SourceRecords, { position }: Candidate): number {
  return position - precedingCount - 1
}

function rawOf(batch: SourceRecords, candidate: Candidate): Readonly<Record<string, unknown>> {
  return batch.records[indexIn(batch, candidate)] as Readonly<Record<string, unknown>>
}
