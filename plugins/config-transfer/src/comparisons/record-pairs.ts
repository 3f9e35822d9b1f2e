import type { Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TextSet } from '../compact-sets.js'
import { MemoryBudget } from '../memory-budget.js'
import type { PlainRecord } from '../records/record-shape.js'
import { isSearchable, type RecordSource, type SearchableSource } from './record-source.js'

/** The records with the same key in two sources; `undefined` in a source that lacks it. */
export interface RecordPair {
  readonly from: PlainRecord | undefined
  readonly to: PlainRecord | undefined
}

/** The two sources whose records are paired. At least one of them is searchable. */
export interface PairedSources {
  readonly from: RecordSource
  readonly to: RecordSource
}

/**
 * Yields the records of a table in two sources, paired by key, page by page. If a record cannot be read in one source,
 * its key is skipped in both, so that it is not reported as missing.
 */
export async function* recordPairs(
  transaction: Knex.Transaction,
  table: ConfigurationTable,
  { from, to }: PairedSources,
): AsyncGenerator<readonly RecordPair[]> {
  if (isSearchable(to)) {
    for await (const pairs of searchedPairs(transaction, table, from, to))
      yield pairs.map(({ scanned, searched }) => ({ from: scanned, to: searched }))
  } else if (isSearchable(from)) {
    for await (const pairs of searchedPairs(transaction, table, to, from))
      yield pairs.map(({ scanned, searched }) => ({ from: searched, to: scanned }))
  }
}

interface SearchedPair {
  readonly scanned: PlainRecord | undefined
  readonly searched: PlainRecord | undefined
}

/** Reads one source and searches the other for the keys of each page; then yields what only the other has. */
async function* searchedPairs(
  transaction: Knex.Transaction,
  table: ConfigurationTable,
  scannedSource: RecordSource,
  searchedSource: SearchableSource,
): AsyncGenerator<readonly SearchedPair[]> {
  const seen = new TextSet(new MemoryBudget({ share: 0.5 })) // a merge makes a plan at the same time
  for await (const page of scannedSource.pages(transaction, table)) {
    const keyDigests = page.map(({ keyDigest }) => keyDigest)
    const found = await searchedSource.withKeys(transaction, table, keyDigests)
    for (const keyDigest of keyDigests) seen.add(keyDigest)
    yield page.flatMap(({ keyDigest, record: scanned }) => {
      const searched = found.get(keyDigest)
      return scanned === null || searched === null ? [] : { scanned, searched }
    })
  }
  for await (const page of searchedSource.pages(transaction, table)) {
    const others = page.filter(({ keyDigest }) => !seen.has(keyDigest))
    yield others.flatMap(({ record }) => (record ? { scanned: undefined, searched: record } : []))
  }
}
