import type { TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import type { FileRecord, Tables } from '../../../test/support/configuration.js'
import type { FileTables } from '../../../test/support/configuration-records.js'
import {
  apply,
  type Choice,
  configurationFrom,
  holdsForTriples,
  type Site,
  TIMEOUT_MS,
  tablesOf,
  useSites,
} from '../../../test/support/configuration-sites.js'
import { type KeyedRecords, keyedRecords, mergedTable, type Side } from '../../../test/support/merge-model.js'
import { uploadFile } from '../../../test/support/plans.js'

/** The tables in which the sides differ. Tables that refer to them are empty, so that a merge refuses no record. */
const ARRANGEMENTS = {
  'tags and machines': { differing: ['Tags', 'Machines', 'OPCUA', 'OPCUAServer'], empty: ['Alarms', 'TagsMachines'] },
  'alarms and tags of machines': { differing: ['Alarms', 'TagsMachines', 'OPCUA', 'OPCUAServer'], empty: [] },
} as const

type Arrangement = (typeof ARRANGEMENTS)[keyof typeof ARRANGEMENTS]

describe('merges of generated configurations', function () {
  this.timeout(TIMEOUT_MS)

  const sites = useSites()

  let conflictCount = 0
  for (const [what, arrangement] of Object.entries(ARRANGEMENTS))
    it(`do what a model does with ${what} that both sides have changed, however conflicts are settled`, async () => {
      conflictCount = 0
      await holdsForTriples(async (files, choices) => {
        for (const site of sites) conflictCount += await checkMerge(site, arrangement, files, choices)
      })
      expect(conflictCount, 'conflicts in all cases').to.be.greaterThan(sites.length)
    })
})

/** Compares a merge with that of the model. Returns the number of conflicts. */
async function checkMerge(
  site: Site,
  { differing, empty }: Arrangement,
  files: readonly [FileTables, FileTables, FileTables],
  choices: readonly Choice[],
): Promise<number> {
  const [first, ...others] = files
  const common: FileTables = { ...first, ...SEGMENTS }
  const emptied = Object.fromEntries(empty.map((name) => [name, []]))
  const configurations: Tables[] = []
  for (const file of [common, ...others]) {
    const own = differing.map((name) => [name, withoutClashes(name, file[name])])
    configurations.push(await configurationFrom(site, { ...common, ...Object.fromEntries(own), ...emptied }))
  }
  const [base = {}, second = {}, third = {}] = configurations
  const ours = keeping(base, second, differing, choices)
  const theirs = keeping(base, third, differing, choices.toReversed())
  const present = await configurationFrom(site, ours)
  const ids = [
    await uploadFile(site.sudo, withoutIdentifiers(base, differing)),
    await uploadFile(site.sudo, withoutIdentifiers(theirs, differing)),
  ]

  const merged = (table: string, sideFor: (key: string) => Side) => {
    const [from, here, there] = [base, present, theirs].map((tables) => keyedRecords(table, tables))
    return mergedTable({ base: from ?? NONE, ours: here ?? NONE, theirs: there ?? NONE }, sideFor)
  }
  const expected = differing.flatMap((table) =>
    merged(table, () => 'ours').conflicts.map((key) => ({ table, name: key })),
  )
  const open = await merge(site, ids, [])
  expect(await conflictsOf(site, open), 'conflicts').to.have.deep.members(expected)

  const alternating = expected.map((place, index): Settlement => ({ ...place, take: index % 2 ? 'ours' : 'theirs' }))
  for (const settle of [[{ take: 'theirs' }], [{ take: 'ours' }], alternating] as readonly Settlement[][]) {
    await configurationFrom(site, ours)
    const plan = await merge(site, ids, settle)
    expect(plan.body.summary).to.include({ refused: 0, conflict: 0 })
    await apply(site, plan)
    const result = await tablesOf(site)
    for (const table of differing) {
      const sideFor = (key: string) => sideIn(settle, table, key)
      expect(sorted(keyedRecords(table, result)), `${table}, ${JSON.stringify(settle)}`).to.deep.equal(
        sorted(merged(table, sideFor).records),
      )
    }
  }
  return expected.length
}

/** Returns the side that settlements name for a record in conflict. */
function sideIn(settlements: readonly Settlement[], table: string, key: string): Side {
  const found = settlements.find((one) => (one.table ?? table) === table && (one.name ?? key) === key)
  return found?.take ?? 'ours'
}

interface Settlement {
  readonly table?: string
  readonly name?: string
  readonly take: Side
}

/** All segments to which generated tags may refer. */
const SEGMENTS = {
  Manufacturer: [{ name: 'North' }, { name: 'north' }],
  Segment: ['North', 'north'].flatMap((name) => ['North', 'north'].map((manufacturer) => ({ name, manufacturer }))),
}

const NONE: KeyedRecords = new Map()

/** Gives records with different keys different values of unique fields: a merge would have to refuse them otherwise. */
function withoutClashes(table: string, records: unknown): unknown {
  if (!Array.isArray(records)) return records
  return records.map((record: FileRecord | undefined) => {
    if (typeof record?.name !== 'string') return record
    const { id: _, identifier: __, display_name: ___, ...others } = record
    return table === 'OPCUAServer' ? { ...others, namespace: `of ${record.name}` } : others
  })
}

/** Returns a configuration that keeps some records of the base, has some of another one, and lacks others. */
function keeping(base: Tables, changed: Tables, differing: readonly string[], choices: readonly Choice[]): Tables {
  const mixed = differing.map((table, index) => {
    const [from, to] = [base, changed].map((tables) => recordsByKey(table, tables))
    const keys = [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])].sort()
    const records = { keep: from, change: to, remove: NONE }
    const choiceFor = (key: string) => choices[(index * 7 + keys.indexOf(key)) % choices.length] ?? 'keep'
    return [table, keys.flatMap((key) => records[choiceFor(key)]?.get(key) ?? [])]
  })
  return { ...base, ...Object.fromEntries(mixed) }
}

function recordsByKey(table: string, tables: Tables): ReadonlyMap<string, FileRecord> {
  const keys = [...keyedRecords(table, tables).keys()]
  return new Map((tables[table] ?? []).map((record, index) => [keys[index] ?? '', record]))
}

/** Leaves out the identifiers, so that records are matched by their keys alone. */
function withoutIdentifiers(tables: Tables, differing: readonly string[]): Tables {
  const records = differing.map((table) => [
    table,
    (tables[table] ?? []).map(({ id: _, identifier: __, ...others }) => others),
  ])
  return { ...tables, ...Object.fromEntries(records) }
}

async function merge(
  { sudo }: Site,
  [base, theirs]: readonly string[],
  settle: readonly object[],
): Promise<TestResponse> {
  const plan = await sudo.post('/settings/merges', { base, theirs, settle })
  expect(plan.status, plan.text).to.equal(200)
  return plan
}

async function conflictsOf({ sudo }: Site, { body }: TestResponse): Promise<object[]> {
  const { body: changes } = await sudo.get(`/settings/plans/${body.id}/changes?limit=500&kind=conflict`)
  return changes.map(({ table, name }: { table: string; name: string }) => ({ table, name }))
}

const sorted = (records: KeyedRecords) =>
  Object.fromEntries([...records].sort(([one], [other]) => (one < other ? -1 : 1)))
