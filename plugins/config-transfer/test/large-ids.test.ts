import { configurationTables, definePlugin, field, historicalTables } from '@plinth/kernel'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { type SignedIn, startTestApp, type TestApp, type TestResponse, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../../../test/support/configuration.js'
import { applyFile, applyPlan, planOf, uploadFile } from '../../../test/support/plans.js'

const EXPORT = '/settings/export_config'
const TABLES = ['Depots', 'Shelves', 'Areas'] as const
/** More than are read, written or applied at once. */
const DEPOTS = 621
const SHELVES = 530
const AREAS = 40
const READINGS = 230
/** Indexes of two depots that swap their names. They have children, but no shelves. */
const SWAPPED = [103, 116] as const
const [sqlite, postgres] = testDatabases
if (!sqlite || !postgres) throw new Error('a database is missing')

/** The ids of the tables: the first one, and the distance to the next one. */
interface Ids {
  readonly first: bigint
  readonly step: bigint
}

const SMALL: Ids = { first: 1n, step: 1n }
const LARGE: Readonly<Record<string, Ids>> = {
  'above 2^53': { first: 2n ** 53n + 1n, step: 1n },
  'on both sides of 2^53': { first: 2n ** 53n - 300n, step: 1n },
  'far apart': { first: 2n ** 62n + 1n, step: 2n ** 22n + 1n },
}

describe('a configuration whose rows have ids', () => {
  let small: readonly unknown[]
  before(async function () {
    this.timeout(180_000)
    small = await transcriptWith(SMALL)
  })

  for (const [where, ids] of Object.entries(LARGE)) {
    it(`${where} is exported, planned, rolled back and merged as one with small ids`, async () => {
      const transcript = await transcriptWith(ids)

      for (const [index, step] of transcript.entries()) expect(step).to.deep.equal(small[index])
    }).timeout(180_000)
  }

  it('above 2^53 is refused on SQLite, whose driver would round them', async () => {
    const app = await start(sqlite, { faults: 'answered' })
    try {
      const sudo = await app.signIn('sudo')
      await app.services.database.write((transaction) =>
        transaction.raw("INSERT INTO depots (id, identifier, name, code) VALUES (9007199254740993, 'd', 'D', 'd')"),
      )

      expect((await sudo.get('/settings/tables/Depots')).status).to.equal(500)
      expect((await sudo.upload('/settings/plans?mode=mirror', fileOf({ Depots: [] }))).status).to.equal(500)
    } finally {
      await app.stop()
    }
  })
})

/** Runs the scenario. Returns what was seen, with ids as if the first one were 1. */
async function transcriptWith(ids: Ids): Promise<readonly unknown[]> {
  const app = await start(postgres as never)
  try {
    await app.services.database.write((transaction) => restartIds(transaction, ids))
    return await new Scenario(app, await app.signIn('sudo'), ids).run()
  } finally {
    await app.stop()
  }
}

type App = TestApp<StandardServices>
type Transaction = Parameters<Parameters<App['services']['database']['write']>[0]>[0]

function start(database: (typeof testDatabases)[number], options: { readonly faults?: 'answered' } = {}): Promise<App> {
  const settings = { maxPlans: 1_000, snapshots: 1_000 }
  const kernel = (kernelOptions: object) => createStandardKernel(kernelOptions).use(depots)
  return startTestApp({ database, settings, kernel, ...options })
}

async function restartIds(transaction: Transaction, { first, step }: Ids): Promise<void> {
  for (const table of ['depots', 'shelves', 'areas', 'readings'])
    await transaction.raw(`ALTER SEQUENCE ${table}_id_seq INCREMENT BY ${step} RESTART WITH ${first}`)
}

/** Lets the ids of each table continue after its last row, although rows that were not added have used some, too. */
async function continueIds(transaction: Transaction): Promise<void> {
  for (const table of ['depots', 'shelves', 'areas'])
    await transaction.raw(`SELECT setval('${table}_id_seq', max(id)) FROM ${table}`)
}

/** Everything that a configuration can undergo, one step after the other. */
class Scenario {
  readonly #app: App
  readonly #sudo: SignedIn
  readonly #ids: Ids
  readonly #seen: unknown[] = []

  constructor(app: App, sudo: SignedIn, ids: Ids) {
    this.#app = app
    this.#sudo = sudo
    this.#ids = ids
  }

  async run(): Promise<readonly unknown[]> {
    await this.#app.services.database.write((transaction) =>
      transaction.raw(
        `INSERT INTO areas (name, parent_id) VALUES ('area 0', currval(pg_get_serial_sequence('areas', 'id')))`,
      ),
    )
    const children = { ...plant(), Depots: plant().Depots.toReversed() }
    const { body } = await this.#sudo.upload('/settings/import_config', fileOf(children))
    this.#note('import', body.summary)
    await this.#app.services.database.write(addReadings)
    const imported = await this.#exported()
    this.#note('export', this.#relative(imported))
    for (const [table, count] of Object.entries({ Depots: DEPOTS, Shelves: SHELVES, Areas: AREAS }))
      expect(idsIn(imported, table), `ids of ${table}`).to.have.length(count)
    const canonical = await this.#canonical()
    this.#note('canonical export', canonical)
    await this.#readPages()
    await this.#importAgain(imported)
    await this.#plan(imported)
    await this.#app.services.database.write(continueIds)
    const { id: snapshot } = (await this.#sudo.post('/settings/snapshots', {})).body
    await this.#change()
    await this.#mirror()
    await this.#compareAndRollBack(snapshot, imported, canonical)
    await this.#merge()
    return this.#seen
  }

  async #readPages(): Promise<void> {
    for (const path of ['Depots?limit=90', 'Shelves?limit=500', 'Readings?limit=60', 'Depots?limit=200&search=depot']) {
      const pages = await this.#pagesOf(`/settings/tables/${path}`)
      const texts = pages.map(({ text }) => this.#relative(text))
      this.#note(path, texts)
    }
    const records = (await this.#pagesOf('/settings/tables/Readings?limit=60')).flatMap(({ body }) => body)
    expect(records.map(({ value }) => value)).to.deep.equal(range(READINGS).toReversed())
    this.#note('tables', (await this.#sudo.get('/settings/tables')).body)
  }

  async #importAgain(exported: string): Promise<void> {
    const { body } = await this.#sudo.upload('/settings/import_config', exported)
    expect(body.summary.imported).to.equal(0)
    const added = { Depots: [{ name: 'new', code: 'new', identifier: 'new', parent: 'depot 600' }] }
    const { body: more } = await this.#sudo.upload('/settings/import_config', fileOf(added))
    this.#note('imported again', more.summary)
    await applyFile(this.#sudo, { Depots: plant().Depots }, '?mode=mirror')
    expect((await this.#exported()) === exported, 'the added record is removed again').to.equal(true)
  }

  /** Plans the exported file, and a file with the same records in another form, whose rows are found in another way. */
  async #plan(exported: string): Promise<void> {
    const same = await this.#sudo.upload('/settings/plans?mode=mirror', exported)
    const parsed = await planOf(this.#sudo, plant(), '?mode=mirror')
    for (const plan of [same, parsed]) {
      const { Depots, Shelves, Areas } = plan.body.tables
      expect([Depots.same, Shelves.same, Areas.same]).to.deep.equal([DEPOTS, SHELVES, AREAS])
    }
  }

  /** Swaps codes, moves, renames and adds records. */
  async #change(): Promise<void> {
    const { Depots, Areas } = plant()
    const changed = Depots.map((depot, index) => ({
      ...depot,
      ...(index >= 100 && index < 400 && { code: `code ${index ^ 1}` }),
      ...(index >= 600 && { parent: `depot ${index - 300}` }),
      ...(index === 55 && { name: 'renamed' }),
      ...(index === SWAPPED[0] && { name: `depot ${SWAPPED[1]}` }), // so that their children find another row
      ...(index === SWAPPED[1] && { name: `depot ${SWAPPED[0]}` }),
    })).map((depot) => (depot.parent === 'depot 55' ? { ...depot, parent: 'renamed' } : depot))
    const extra = [...changed, { name: 'extra', code: 'extra', identifier: 'extra', parent: 'renamed' }]
    const areas = Areas.map((area, index) => (index > 30 ? { ...area, parent: 'area 1' } : area))
    await this.#apply(
      'changes',
      { Depots: extra, Shelves: [{ name: 'extra', depot: 'extra' }], Areas: areas },
      '?mode=update',
    )
  }

  /** Removes records; others stay because shelves or readings refer to them. */
  async #mirror(): Promise<void> {
    const { Depots, Shelves, Areas } = plant()
    const kept = Depots.filter((_, index) => index % 3 !== 0 || index < 100)
      .filter(({ name }) => name !== 'depot 55')
      .map(({ name }) => ({ name, parent: null }))
    const shelves = Shelves.filter((_, index) => index % 2 === 0)
    await this.#apply('removed shelves', { Shelves: shelves }, '?tables=Shelves:mirror')
    await this.#apply('removals', { Depots: kept, Areas: Areas.slice(0, 12) }, '?mode=mirror')
    await this.#apply('a new row for a removed record', { Areas: Areas.slice(13, 14) }, '')
  }

  async #compareAndRollBack(snapshot: string, before: string, canonical: string): Promise<void> {
    const kept = await this.#sudo.get(`/settings/snapshots/${snapshot}`)
    expect(dataOf(kept.text) === dataOf(before), 'the snapshot has what was exported').to.equal(true)
    const comparison = await this.#sudo.post('/settings/comparisons', { from: snapshot, to: 'present' })
    await this.#noteChanges('comparison', comparison)
    const file = await uploadFile(this.#sudo, plant())
    await this.#noteChanges(
      'comparison with a file',
      await this.#sudo.post('/settings/comparisons', { from: file, to: 'present' }),
    )

    const plan = await this.#sudo.post(`/settings/snapshots/${snapshot}/plan`)
    await this.#noteChanges('rollback', plan)
    expect((await applyPlan(this.#sudo, plan)).status).to.equal(200)

    const after = await this.#exported()
    const areasOf = (text: string) => text.slice(text.indexOf('"Areas":'))
    this.#note('areas', this.#relative(areasOf(after)))
    const others = [before, after].map((text) => dataOf(text).replace(areasOf(text), ''))
    expect(others[0] === others[1], 'rows and ids are those of the snapshot').to.equal(true)
    expect((await this.#canonical()) === canonical, 'the canonical export').to.equal(true)
    const [latest] = (await this.#sudo.get('/settings/snapshots')).body
    await this.#noteChanges('undo', await this.#sudo.post(`/settings/snapshots/${latest.id}/plan`))
  }

  async #merge(): Promise<void> {
    const { Depots, Shelves } = plant()
    const base = await uploadFile(this.#sudo, { Depots, Shelves })
    const theirs = await uploadFile(this.#sudo, {
      Depots: Depots.filter((_, index) => index < 590).map((depot, index) => ({
        ...depot,
        ...(index > 500 && { parent: 'depot 7' }),
      })),
      Shelves: Shelves.filter(({ depot }) => Number(depot.split(' ')[1]) < 300),
    })
    const ours = Depots.slice(540, 560).map((depot) => ({ ...depot, parent: 'depot 8' }))
    await applyFile(this.#sudo, { Depots: ours })

    const conflicts = await this.#sudo.post('/settings/merges', { base, theirs, settle: [] })
    await this.#noteChanges('conflicts', conflicts)
    const settled = await this.#sudo.post('/settings/merges', { base, theirs, settle: [{ take: 'theirs' }] })
    await this.#noteChanges('merge', settled)
    const { status, text } = await applyPlan(this.#sudo, settled)
    expect(status, text).to.equal(200)
    this.#note('merged', this.#relative(await this.#exported()))
  }

  async #apply(what: string, tables: object, query: string): Promise<void> {
    const plan = await planOf(this.#sudo, tables as never, query)
    await this.#noteChanges(what, plan)
    const { status, body, text } = await applyPlan(this.#sudo, plan)
    expect(status, text).to.equal(200)
    this.#note(`applied ${what}`, body.summary)
    this.#note(`after ${what}`, this.#relative(await this.#exported()))
  }

  async #noteChanges(what: string, plan: TestResponse): Promise<void> {
    expect(plan.status, plan.text).to.equal(200)
    const pages = await this.#pagesOf(`/settings/plans/${plan.body.id}/changes?limit=500`)
    this.#note(what, [plan.body.tables, pages.flatMap(({ body }) => body)])
  }

  /** The tables as they are exported, without those of the standard plugins. */
  async #exported(): Promise<string> {
    const { status, text } = await this.#sudo.get(EXPORT)
    expect(status).to.equal(200)
    return text.replace(/^.*?"Depots":/s, '{"version":"1.0","data":{"Depots":')
  }

  async #canonical(): Promise<string> {
    const { status, body } = await this.#sudo.get('/settings/canonical_config')
    expect(status).to.equal(200)
    return JSON.stringify(TABLES.map((name) => body.data[name]))
  }

  async #pagesOf(path: string): Promise<TestResponse[]> {
    const pages: TestResponse[] = []
    for (let next: string | undefined = path; next !== undefined; ) {
      const page: TestResponse = await this.#sudo.get(next)
      expect(page.status, page.text).to.equal(200)
      pages.push(page)
      if (pages.length > 50) throw new Error(`${path} does not end`)
      const query: string | undefined = /<(\?.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
      next = query && `${path.split('?')[0]}${query}`
    }
    return pages
  }

  #note(what: string, value: unknown): void {
    this.#seen.push([what, value])
  }

  /** Replaces ids by those that they would be if the first one were 1. */
  #relative(text: string): string {
    const { first, step } = this.#ids
    return text.replace(/"id":(\d+)/g, (_, id: string) => {
      const distance = BigInt(id) - first
      return `"id":${distance % step === 0n ? distance / step + 1n : id}`
    })
  }
}

/** Returns the ids of the records of a table, each once. */
function idsIn(exported: string, table: string): string[] {
  const [, records = ''] = exported.split(`"${table}":[`)
  return [...new Set((records.split(']')[0] ?? '').match(/^\{"id":\d+/gm))]
}

const dataOf = (text: string) => text.replace(/^.*?"Depots":/s, '')

const range = (length: number) => Array.from({ length }, (_, index) => index)

/** Depots that refer to earlier and later ones of their table, shelves in them, and areas in a tree. */
function plant() {
  return {
    Depots: range(DEPOTS).map((index) => ({
      name: `depot ${index}`,
      code: `code ${index}`,
      identifier: `identifier ${index}`,
      parent: index === 0 ? null : `depot ${Math.floor(index / 3)}`,
    })),
    Shelves: range(SHELVES).map((index) => ({ name: `shelf ${index % 40}`, depot: `depot ${(index * 37) % DEPOTS}` })),
    Areas: range(AREAS).map((index) => ({ name: `area ${index}`, parent: `area ${Math.floor(index / 3)}` })),
  }
}

async function addReadings(transaction: Transaction): Promise<void> {
  await transaction.raw(`INSERT INTO readings (value, depot_id)
    SELECT v, (SELECT id FROM depots WHERE name = 'depot ' || (v * 2)) FROM generate_series(0, ${READINGS - 1}) v ORDER BY v`)
}

const depots = definePlugin()({
  name: 'depots',
  migrations: [
    {
      name: '001-depots',
      async up(transaction) {
        await transaction.schema.createTable('depots', (table) => {
          table.bigIncrements('id')
          table.text('identifier').notNullable().unique()
          table.text('name').notNullable().unique()
          table.text('code').notNullable().unique()
          table.bigInteger('parent_id').references('depots.id')
        })
        await transaction.schema.createTable('shelves', (table) => {
          table.bigIncrements('id')
          table.text('name').notNullable()
          table.bigInteger('depot_id').notNullable().references('depots.id')
          table.unique(['name', 'depot_id'])
        })
        await transaction.schema.createTable('areas', (table) => {
          table.bigIncrements('id')
          table.text('name').notNullable().unique()
          table.bigInteger('parent_id').notNullable().references('areas.id')
        })
        await transaction.schema.createTable('readings', (table) => {
          table.bigIncrements('id')
          table.integer('value').notNullable()
          table.bigInteger('depot_id').references('depots.id').onDelete('SET NULL')
        })
      },
    },
  ],
  contributes: () => [
    configurationTables.of({
      name: 'Depots',
      table: 'depots',
      key: ['name'],
      unique: ['identifier', 'code'],
      fields: {
        id: field.rowId(),
        identifier: field.text({ max: 64, default: { generated: 'identifier' } }),
        name: field.text({ max: 64 }),
        code: field.text({ max: 64 }),
        parent: field.reference({ column: 'parent_id', to: 'Depots', as: 'name', nullable: true }),
      },
    }),
    configurationTables.of({
      name: 'Shelves',
      table: 'shelves',
      key: ['name', 'depot'],
      fields: {
        id: field.rowId(),
        name: field.text({ max: 64 }),
        depot: field.reference({ column: 'depot_id', to: 'Depots', as: 'record', by: { name: 'depot' } }),
      },
    }),
    configurationTables.of({
      name: 'Areas',
      table: 'areas',
      key: ['name'],
      fields: {
        id: field.rowId(),
        name: field.text({ max: 64 }),
        parent: field.reference({ column: 'parent_id', to: 'Areas', as: 'name' }),
      },
    }),
    historicalTables.of({
      name: 'Readings',
      table: 'readings',
      fields: {
        id: field.rowId(),
        value: field.integer(),
        depot: field.reference({ column: 'depot_id', to: 'Depots', as: 'record', nullable: true }),
      },
    }),
  ],
})
