import { type SignedIn, type TestDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import fc from 'fast-check'
import { type App, startApp } from '../../../test/support/app.js'
import {
  DATABASE_TABLES,
  type FileRecord,
  fileOf,
  rowCounts,
  type Tables,
} from '../../../test/support/configuration.js'
import { ConfigurationModel, type Problem, type Verdict } from '../../../test/support/configuration-model.js'
import { configurationTables, type FileTables } from '../../../test/support/configuration-records.js'
import { GENERATED, TABLES } from '../../../test/support/table-models.js'

/** Pattern of generated identifiers. */
const GENERATED_IDENTIFIER = /^[0-9a-hjkmnp-tv-z]{16}$/

/**
 * Number of generated cases per property. The environment can set it and the seed:
 * `PLINTH_PROPERTY_RUNS=2000 npx mocha …`.
 */
const RUNS = Number(process.env.PLINTH_PROPERTY_RUNS ?? 8)
const DEFAULT_SEED = 20_261_120
const SEED = Number(process.env.PLINTH_PROPERTY_SEED ?? DEFAULT_SEED)
/** Maximum time for checking a property. */
const PROPERTY_TIMEOUT_MS = 60_000 + RUNS * 10_000
/** Additional time for shrinking a failure. */
const SHRINKING_MS = 20_000

const LEVEL = { sudo: 0, admin: 1 } as const
type Caller = keyof typeof LEVEL

const wholeFile = configurationTables({ allTables: true })
const partialFile = configurationTables({ allTables: false })

describe('the import and export of generated files', function () {
  this.timeout(PROPERTY_TIMEOUT_MS + SHRINKING_MS)

  let sites: readonly Site[]
  before(async () => {
    sites = await Promise.all(testDatabases.map(openSite))
  })
  after(() => onEach(({ app }) => app.stop()))

  for (const caller of ['sudo', 'admin'] as const) {
    it(`reports the result of each record to ${caller}, identically on every database`, () =>
      holds([wholeFile, partialFile], async (first, second) => {
        const model = await freshModel(caller)

        await importAndCompare(model, caller, first)
        await importAndCompare(model, caller, second)
      }))
  }

  it('imports nothing when it is repeated', () =>
    holds([wholeFile], async (file) => {
      const model = await freshModel('sudo')
      await importAndCompare(model, 'sudo', file)

      const report = await importAndCompare(model, 'sudo', file)

      expect(report.summary.imported).to.equal(0)
    }))

  it('reports the same in a dry run and in a failed atomic import, and writes nothing', () =>
    holds([wholeFile, partialFile], async (first, second) => {
      await freshModel('sudo')
      await onEach((site) => upload(site, 'sudo', first))

      await onEach(async (site) => {
        const before = await tablesOf(site)
        const dry = await upload(site, 'sudo', second, '?dry_run=true')
        expect(await tablesOf(site)).to.deep.equal(before)

        const atomic = await upload(site, 'sudo', second, '?atomic=true')
        expect([atomic.results, atomic.summary]).to.deep.equal([dry.results, dry.summary])
        if (atomic.summary.errors === 0) return

        expect(await tablesOf(site)).to.deep.equal(before)
        const real = await upload(site, 'sudo', second)
        expect([real.results, real.summary]).to.deep.equal([dry.results, dry.summary])
      })
    }))

  it('copies a configuration unchanged to a fresh database of the other kind', () =>
    holds([wholeFile, partialFile], async (first, second) => {
      await freshModel('sudo')
      await onEach((site) => upload(site, 'sudo', first))
      await onEach((site) => upload(site, 'sudo', second))
      const exported = await onEach(tablesOf)
      const expected = sites.map((site, i) => withoutOwnIdentities(exported[i] ?? {}, site))

      await onEach(clear)
      await onEach(async (site, i) => {
        const report = await upload(site, 'sudo', exported.at(i - 1) ?? {}) // that of the other site
        expect(report.results.errors).to.deep.equal({})
        expect(withoutOwnIdentities(await tablesOf(site), site)).to.deep.equal(expected.at(i - 1))
      })
    }))

  // This tests the generators, with a fixed seed: with other seeds, 150 cases may lack a rare conflict.
  it('covers every kind of error', () => {
    const kinds = new Set(
      fc.sample(fc.tuple(wholeFile, partialFile), { numRuns: 150, seed: DEFAULT_SEED }).flatMap(([first, second]) => {
        const model = new ConfigurationModel(withoutIds(sites[0]?.firstStart ?? {}), LEVEL.admin)
        return [...resultsIn(first, model), ...resultsIn(second, model)]
      }),
    )

    const records = Object.keys(TABLES).flatMap((name) => [`${name}: imported`, `${name}: skipped`])
    const steps = Object.entries(TABLES).flatMap(([name, { unique, fields, level }]) => {
      const references = Object.values(fields).some(({ kind }) => kind === 'reference')
      const always = ['not an object', 'no key', 'wrong value', 'not an array'].map((step) => `${name}: ${step}`)
      const conflicts = unique.map((field) => `${name}: conflict of ${field}`)
      return [
        ...always,
        ...conflicts,
        ...(references ? [`${name}: unknown reference`] : []),
        ...(level ? [`${name}: above the caller`] : []),
      ]
    })
    const missing = [...records, ...steps, 'an unknown table'].filter((kind) => !kinds.has(kind))
    expect(missing).to.deep.equal([])
  })

  /** Checks a property with generated cases. */
  function holds<Values extends [FileTables, ...FileTables[]]>(
    arbitraries: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
    check: (...values: Values) => Promise<void>,
  ): Promise<void> {
    const property = fc.asyncProperty(fc.tuple<FileTables[]>(...arbitraries), (values) => check(...(values as Values)))
    return fc.assert(property, {
      numRuns: RUNS,
      seed: SEED,
      interruptAfterTimeLimit: PROPERTY_TIMEOUT_MS,
      markInterruptAsFailure: true,
    })
  }

  function onEach<T>(work: (site: Site, index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(sites.map(work))
  }

  /** Resets every database to its state after the first start. Returns a model of that state. */
  async function freshModel(caller: Caller): Promise<ConfigurationModel> {
    await onEach(clear)
    return new ConfigurationModel(withoutIds(sites[0]?.firstStart ?? {}), LEVEL[caller])
  }

  /** Imports on every database, compares reports and resulting rows with the model, and returns the report. */
  async function importAndCompare(model: ConfigurationModel, caller: Caller, file: FileTables): Promise<Report> {
    const verdicts = model.import(file)
    const reports = await onEach(async (site) => {
      const before = await rowCounts(site.app)
      const report = await upload(site, caller, file)
      const after = await rowCounts(site.app)
      expect(report.results.imported).to.deep.equal(addedRows(before, after, file))
      const rows = withoutIds(await tablesOf(site))
      for (const name of Object.keys(TABLES)) expect(rows[name], `rows of ${name}`).to.deep.equal(model.rows[name])
      return report
    })
    const [report = reports[0], ...others] = reports
    for (const other of others) expect(other, 'the report of the other database').to.deep.equal(report)
    expectReport(report as Report, file, verdicts)
    return report as Report
  }
})

/** A started kernel that is reused by all cases. */
interface Site {
  readonly app: App
  readonly sudo: SignedIn
  readonly admin: SignedIn
  /** Rows before any import. */
  readonly firstStart: Tables
}

interface Report {
  readonly message: string
  readonly summary: { readonly imported: number; readonly skipped: number; readonly errors: number }
  readonly results: {
    readonly imported: Readonly<Record<string, number>>
    readonly skipped: Readonly<Record<string, number>>
    readonly errors: Readonly<Record<string, readonly string[]>>
  }
}

async function openSite(database: TestDatabase): Promise<Site> {
  const app = await startApp({ database })
  const sudo = await app.signIn('sudo')
  const admin = await app.signIn('admin')
  const { body } = await sudo.get('/settings/export_config')
  return { app, sudo, admin, firstStart: body.data }
}

/** Deletes all rows that the first start did not create, referring rows first. */
async function clear({ app, firstStart }: Site): Promise<void> {
  await app.services.database.write(async (transaction) => {
    for (const [name, table] of Object.entries(DATABASE_TABLES).reverse()) {
      const kept = (firstStart[name] ?? []).map(({ id }) => Number(id))
      await transaction(table).whereNotIn('id', kept).delete()
    }
  })
}

async function upload(site: Site, caller: Caller, data: FileTables, query = ''): Promise<Report> {
  const { body } = await site[caller].upload(`/settings/import_config${query}`, fileOf(data))
  const { default_password: _, ...report } = body // differs each time
  return report
}

async function tablesOf({ sudo }: Site): Promise<Tables> {
  return (await sudo.get('/settings/export_config')).body.data
}

/** Returns the number of rows added to each known table that the file contains or that has changed. */
function addedRows(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  file: FileTables,
): Record<string, number> {
  const named = Object.keys(after).filter((name) => Object.hasOwn(file, name) || after[name] !== before[name])
  return Object.fromEntries(named.map((name) => [name, Number(after[name]) - Number(before[name])]))
}

function expectReport(report: Report, file: FileTables, verdicts: ReadonlyMap<string, readonly Verdict[]>): void {
  const { results, summary } = report
  const known = Object.keys(file).filter(isKnown)
  const count = (name: string, kind: Verdict['kind']) =>
    (verdicts.get(name) ?? []).filter((verdict) => verdict.kind === kind).length
  const counts = (kind: Verdict['kind']) => Object.fromEntries(known.map((name) => [name, count(name, kind)]))

  expect(results.imported).to.deep.equal(counts('imported'))
  expect(results.skipped).to.deep.equal(counts('skipped'))
  for (const name of Object.keys(file)) {
    const lines = results.errors[name] ?? []
    expect(mismatches(lines, expectedErrors(name, file[name], verdicts.get(name))), name).to.deep.equal(NO_MISMATCHES)
  }
  const lines = Object.values(results.errors).flat()
  expect(Object.keys(file), 'tables with errors').to.include.members(Object.keys(results.errors))
  expect(summary).to.deep.equal({
    imported: sum(Object.values(results.imported)),
    skipped: sum(Object.values(results.skipped)),
    errors: lines.length,
  })
}

/** An expected error line: it starts with the name of the record and contains all words of one of its problems. */
interface ExpectedError {
  readonly name: string
  readonly problems: readonly Problem[]
}

function expectedErrors(name: string, records: unknown, verdicts?: readonly Verdict[]): readonly ExpectedError[] {
  if (verdicts) return verdicts.filter((verdict) => verdict.kind === 'error')
  if (isKnown(name)) return [{ name, problems: [['not an array']] }]
  const count = Array.isArray(records) ? records.length : 0
  return [{ name, problems: [['unknown table', `with ${count} records`]] }]
}

const NO_MISMATCHES = { missing: [], unexplained: [] }

/** Matches lines and errors one to one, as many as possible, by augmenting paths. Returns those without a match. */
function mismatches(lines: readonly string[], errors: readonly ExpectedError[]) {
  const lineOf = new Map<ExpectedError, string>()
  const pair = (line: string, tried: Set<ExpectedError>): boolean =>
    errors.some((error) => {
      if (tried.has(error) || !matches(line, error)) return false
      tried.add(error)
      const before = lineOf.get(error)
      if (before !== undefined && !pair(before, tried)) return false
      lineOf.set(error, line)
      return true
    })
  const unexplained = lines.filter((line) => !pair(line, new Set()))
  return { missing: errors.filter((error) => !lineOf.has(error)), unexplained }
}

function matches(line: string, { name, problems }: ExpectedError): boolean {
  if (!line.startsWith(`${name}: `)) return false
  const reason = line.slice(name.length + 2)
  return problems.some((words) => words.every((word) => reason.includes(word)))
}

/** Returns exported tables without ids, and with a placeholder for generated identifiers. */
function withoutIds(tables: Tables): Tables {
  const identity = (identifier: string) => (GENERATED_IDENTIFIER.test(identifier) ? GENERATED : identifier)
  return mapIdentities(tables, identity)
}

/** Returns exported tables without ids, and with a placeholder for identifiers generated at the first start. */
function withoutOwnIdentities(tables: Tables, { firstStart }: Site): Tables {
  const own = [...(firstStart.Roles ?? []), ...(firstStart.Users ?? [])].map(({ identifier }) => identifier)
  return mapIdentities(tables, (identifier) => (own.includes(identifier) ? GENERATED : identifier))
}

function mapIdentities(tables: Tables, identity: (identifier: string) => string): Tables {
  const entries = Object.entries(tables).map(([name, records]) => [
    name,
    records.map((record) => mapIdentity(name, record, identity)),
  ])
  return Object.fromEntries(entries)
}

function mapIdentity(table: string, record: FileRecord, identity: (identifier: string) => string): FileRecord {
  const entries = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
    const { kind, to = '' } = TABLES[table]?.fields[field] ?? {}
    if (field === 'id' && table !== 'Tags') return []
    if (field === 'identifier' || field === 'id') return [[field, identity(String(value))]]
    const isRecord = kind === 'reference' && typeof value === 'object' && value !== null
    return [[field, isRecord ? mapIdentity(to, value as FileRecord, identity) : value]]
  })
  return Object.fromEntries(entries)
}

/** Returns the expected results of the records and tables of a file, as words. */
function resultsIn(file: FileTables, model: ConfigurationModel): string[] {
  const verdicts = [...model.import(file)].flatMap(([name, all]) =>
    all.map((verdict) => `${name}: ${inWords(verdict)}`),
  )
  const nonArrays = Object.keys(file).filter((name) => isKnown(name) && !Array.isArray(file[name]))
  const unknown = Object.keys(file).some((name) => !isKnown(name))
  return [...verdicts, ...nonArrays.map((name) => `${name}: not an array`), ...(unknown ? ['an unknown table'] : [])]
}

function inWords(verdict: Verdict): string {
  if (verdict.kind !== 'error') return verdict.kind
  return verdict.step === 'conflict' ? `conflict of ${verdict.problems[0]?.[0]?.split(' ')[0]}` : verdict.step
}

function isKnown(name: string): boolean {
  return Object.hasOwn(TABLES, name)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
