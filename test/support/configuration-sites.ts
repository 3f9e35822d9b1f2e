import { type SignedIn, type TestDatabase, type TestResponse, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import fc from 'fast-check'
import { type App, startApp } from './app.js'
import { DATABASE_TABLES, fileOf, type Tables } from './configuration.js'
import { configurationTables, type FileTables } from './configuration-records.js'

/** Number of cases generated for each property. */
const RUNS = Number(process.env.PLINTH_PROPERTY_RUNS ?? 4)
/** The same seed generates the same cases. */
const SEED = Number(process.env.PLINTH_PROPERTY_SEED ?? 20_261_125)
/** Maximum time for checking a property: several times what a slow machine needs. */
const PROPERTY_TIMEOUT_MS = 120_000 + RUNS * 30_000
/** Additional time for shrinking a failure. */
const SHRINKING_MS = 20_000
/** Timeout of a property, with the time for shrinking a failure. */
export const TIMEOUT_MS = PROPERTY_TIMEOUT_MS + SHRINKING_MS

const generated = configurationTables({ allTables: true })

/** Checks a property of generated pairs of files. */
export function holdsForPairs(check: (first: FileTables, second: FileTables) => Promise<void>): Promise<void> {
  return holds(fc.asyncProperty(generated, generated, check))
}

/** What one side of a merge does with a record of the base. */
export type Choice = 'keep' | 'change' | 'remove'

/** Number of choices for all records of a side, which reuses them when it has more records. */
const CHOICES = 31

/** Checks a property of three generated files and of choices, with which a test derives two sides from the first. */
export function holdsForTriples(
  check: (files: readonly [FileTables, FileTables, FileTables], choices: readonly Choice[]) => Promise<void>,
): Promise<void> {
  const choice = fc.constantFrom<Choice>('keep', 'change', 'change', 'remove')
  const choices = fc.array(choice, { minLength: CHOICES, maxLength: CHOICES })
  return holds(fc.asyncProperty(fc.tuple(generated, generated, generated), choices, check))
}

function holds<T>(property: fc.IAsyncProperty<T>): Promise<void> {
  const limits = { interruptAfterTimeLimit: PROPERTY_TIMEOUT_MS, markInterruptAsFailure: true }
  return fc.assert(property, { numRuns: RUNS, seed: SEED, ...limits })
}

/** A started kernel that is reused by all cases. */
export interface Site {
  readonly app: App
  readonly sudo: SignedIn
  readonly firstStart: Tables
}

/** Opens a site on every database for the tests of a suite. Returns the list, which is filled before they run. */
export function useSites(): readonly Site[] {
  const sites: Site[] = []
  before(async () => {
    sites.push(...(await Promise.all(testDatabases.map(openSite))))
  })
  after(() => Promise.all(sites.map(({ app }) => app.stop())))
  return sites
}

async function openSite(database: TestDatabase): Promise<Site> {
  const app = await startApp({ database, settings: { maxPlans: 1000, snapshots: 1000, freshLoginLifetime: 86_400 } })
  const sudo = await app.signIn('sudo')
  return { app, sudo, firstStart: (await sudo.get('/settings/export_config')).body.data }
}

/** Deletes all rows that the first start did not create, and imports a file. Returns the configuration. */
export async function configurationFrom(site: Site, file: FileTables): Promise<Tables> {
  await emptySite(site)
  await site.sudo.upload('/settings/import_config', fileOf(file))
  return tablesOf(site)
}

/** Deletes all rows that the first start did not create. */
export async function emptySite({ app, firstStart }: Site): Promise<void> {
  await app.services.database.write(async (transaction) => {
    for (const [name, table] of Object.entries(DATABASE_TABLES).reverse()) {
      const kept = (firstStart[name] ?? []).map(({ id }) => Number(id))
      await transaction(table).whereNotIn('id', kept).delete()
    }
  })
}

/** Plans to make the configuration equal to these tables. */
export async function planFile({ sudo }: Site, tables: Tables): Promise<TestResponse> {
  const plan = await sudo.upload('/settings/plans?mode=mirror', fileOf(tables))
  expect(plan.status, plan.text).to.equal(200)
  return plan
}

/** Applies a plan and deletes it. Returns the report. */
export async function apply({ sudo }: Site, plan: TestResponse): Promise<{ readonly snapshot: string }> {
  expect(plan.status, plan.text).to.equal(200)
  const headers = { 'If-Match': String(plan.headers.etag) }
  const { status, body, text } = await sudo.post(`/settings/plans/${plan.body.id}/apply`, undefined, { headers })
  expect(status, text).to.equal(200)
  await sudo.delete(`/settings/plans/${plan.body.id}`)
  return body
}

export async function tablesOf({ sudo }: Site): Promise<Tables> {
  return (await sudo.get('/settings/export_config')).body.data
}
