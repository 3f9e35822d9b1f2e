import type { TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { DATABASE_TABLES, type FileRecord, type Tables } from '../../../test/support/configuration.js'
import type { FileTables } from '../../../test/support/configuration-records.js'
import {
  apply,
  configurationFrom,
  holdsForPairs,
  planFile,
  type Site,
  TIMEOUT_MS,
  tablesOf,
  useSites,
} from '../../../test/support/configuration-sites.js'
import { uploadFile } from '../../../test/support/plans.js'

describe('plans between generated configurations', function () {
  this.timeout(TIMEOUT_MS)

  const sites = useSites()

  /** Checks a property with generated pairs of files, on every database. */
  const holds = (check: (site: Site, first: FileTables, second: FileTables) => Promise<void>) =>
    holdsForPairs(async (first, second) => {
      for (const site of sites) await check(site, first, second)
    })

  it('turn one configuration into another, change nothing else, and are undone exactly', () =>
    holds(async (site, first, second) => {
      const other = await configurationFrom(site, second)
      await configurationFrom(site, first)
      const rows = await rowsOf(site)

      const report = await apply(site, await planFile(site, other))
      const changed = await tablesOf(site)
      expect(plantOf(changed), 'the configuration after the plan').to.deep.equal(plantOf(other))

      const nothing = await planFile(site, changed)
      expect(countsOf(nothing), 'a plan of the configuration itself').to.deep.equal(NOTHING)

      const back = await site.sudo.post(`/settings/snapshots/${report.snapshot}/plan`)
      expect(await linesOfPlant(site, back, 'refused'), 'what the rollback refuses').to.deep.equal([])
      await apply(site, back)
      expect(await rowsOf(site), 'the rows after the rollback').to.deep.equal(rows)
    }))

  it('bring any of several states back exactly, whatever was changed after them', () =>
    holds(async (site, first, second) => {
      const files = [first, second, { ...first, Tags: second.Tags ?? [] }]
      const configurations: Tables[] = []
      for (const file of files) configurations.push(await configurationFrom(site, file))
      const states: { readonly snapshot: string; readonly rows: unknown; readonly document: unknown }[] = []
      for (const configuration of configurations) {
        await apply(site, await planFile(site, configuration))
        const { body } = await site.sudo.post('/settings/snapshots', { note: 'state' })
        states.push({ snapshot: body.id, rows: await rowsOf(site), document: await tablesOf(site) })
      }

      for (const { snapshot, document } of states) {
        const { body } = await site.sudo.get(`/settings/snapshots/${snapshot}`)
        expect(plantOf(body.data), 'the snapshot as a file').to.deep.equal(plantOf(document as Tables))
      }
      for (const from of states)
        for (const to of states) {
          const there = await compare(site, from.snapshot, to.snapshot)
          const back = await compare(site, to.snapshot, from.snapshot)
          expect(back, 'the comparison in the other direction').to.deep.equal(there.map(mirrored).sort())
          expect(there.some(isOfPlant)).to.equal(plantJson(from.document) !== plantJson(to.document))
        }
      for (const { snapshot, rows } of [...states.toReversed(), ...states]) {
        await apply(site, await site.sudo.post(`/settings/snapshots/${snapshot}/plan`))
        expect(await rowsOf(site), 'the rows of the state').to.deep.equal(rows)
      }
    }))

  it('of comparisons do not depend on whether a side is a file or the present', () =>
    holds(async (site, first, second) => {
      const other = await configurationFrom(site, second)
      const present = await configurationFrom(site, first)
      const [from, to] = [await uploadFile(site.sudo, present), await uploadFile(site.sudo, other)]

      const there = await compare(site, from, to)
      expect(await compare(site, to, from), 'in the other direction').to.deep.equal(there.map(mirrored).sort())
      expect(await compare(site, 'present', to), 'the present with the file').to.deep.equal(there)
      expect(await compare(site, to, 'present'), 'the file with the present').to.deep.equal(there.map(mirrored).sort())
      expect(await compare(site, 'present', from), 'the present with itself').to.deep.equal([])
      expect(there.some(isOfPlant)).to.equal(plantJson(present) !== plantJson(other))
    }))

  it('of a merge take what only one side has changed', () =>
    holds(async (site, first, second) => {
      const other = await configurationFrom(site, second)
      const ours = await configurationFrom(site, first)
      const [base, theirs] = [await uploadFile(site.sudo, ours), await uploadFile(site.sudo, other)]

      expect(countsOf(await merge(site, base, base)), 'nothing changed by them').to.deep.equal(NOTHING)
      expect(countsOf(await merge(site, theirs, base)), 'they have what we have').to.deep.equal(NOTHING)
      await apply(site, await merge(site, base, theirs))
      expect(plantOf(await tablesOf(site)), 'nothing changed by us').to.deep.equal(plantOf(other))
      const again = await merge(site, base, theirs)
      expect(await linesOfPlant(site, again), 'both have changed the same').to.deep.equal([])
    }))
})

/** Compares two states, and returns their differences as lines. */
async function compare({ sudo }: Site, from: string, to: string): Promise<string[]> {
  const { body, status, text } = await sudo.post('/settings/comparisons', { from, to })
  expect(status, text).to.equal(200)
  const { body: changes } = await sudo.get(`/settings/plans/${body.id}/changes?limit=500`)
  await sudo.delete(`/settings/plans/${body.id}`)
  return changes.map(({ id: _, ...change }: WireChange) => JSON.stringify(withoutNewName(change))).sort()
}

/** Plans a merge without settling conflicts. */
async function merge({ sudo }: Site, base: string, theirs: string): Promise<TestResponse> {
  const plan = await sudo.post('/settings/merges', { base, theirs })
  expect(plan.status, plan.text).to.equal(200)
  return plan
}

interface WireChange {
  readonly id: number
  readonly name: string
  readonly kind: string
}

/** Leaves out the name of a changed record, which is the one after the change and so differs by direction. */
function withoutNewName({ name, ...change }: Omit<WireChange, 'id'>): object {
  return change.kind === 'update' ? change : { ...change, name }
}

/** Returns the changes of a plan, except those of roles and users. */
async function linesOfPlant({ sudo }: Site, { body }: TestResponse, kind?: string): Promise<string[]> {
  const ofKind = kind === undefined ? '' : `&kind=${kind}`
  const { body: changes } = await sudo.get(`/settings/plans/${body.id}/changes?limit=500${ofKind}`)
  return changes.map((change: WireChange) => JSON.stringify(change)).filter(isOfPlant)
}

/** Returns a difference as the other direction of the comparison has it. */
function mirrored(line: string): string {
  const change = JSON.parse(line)
  const kind = { add: 'remove', remove: 'add' }[change.kind as string] ?? change.kind
  const fields = change.fields?.map((field: { name: string; old: unknown; new: unknown }) => ({
    name: field.name,
    old: field.new,
    new: field.old,
  }))
  return JSON.stringify({ ...change, kind, ...(fields && { fields }) })
}

function plantJson(document: unknown): string {
  return JSON.stringify(plantOf(document as Tables))
}

function countsOf({ body }: TestResponse): object {
  const { same, ...counts } = body.summary
  return counts
}

const NOTHING = { add: 0, update: 0, remove: 0, refused: 0, conflict: 0 }

/** Plans remove no roles and users, so these are not always as in the source. */
const PEOPLE_TABLES: readonly string[] = ['Roles', 'Users']

const isOfPlant = (line: string) => !PEOPLE_TABLES.includes(JSON.parse(line).table)

/** Returns the rows of all tables but those of roles and users, which stay, with their ids. */
async function rowsOf({ app }: Site): Promise<unknown> {
  const names = Object.keys(DATABASE_TABLES).filter((name) => !PEOPLE_TABLES.includes(name))
  const entries = names.map(async (name) => {
    const table = DATABASE_TABLES[name] ?? ''
    return [name, await app.services.database.read((knex) => knex(table).orderBy('id'))]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns the records of a plant without the ids of rows, in the order of their content. */
function plantOf(tables: Tables): object {
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([name]) => !PEOPLE_TABLES.includes(name))
      .map(([name, records]) => [name, records.map((record) => JSON.stringify(withoutRowIds(name, record))).sort()]),
  )
}

function withoutRowIds(table: string, record: FileRecord): FileRecord {
  const entries = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
    if (field === 'id' && (table !== 'Tags' || typeof value === 'number')) return []
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    const inner = field === 'tag' ? 'Tags' : ''
    return [[field, isRecord ? withoutRowIds(inner, value as FileRecord) : value]]
  })
  return Object.fromEntries(entries)
}
