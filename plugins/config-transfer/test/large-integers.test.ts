import { configurationTables, definePlugin, field } from '@plinth/kernel'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, type TestApp } from '@plinth/testing'
import { expect } from 'chai'
import { applyPlan, linesOf, planOf, uploadFile } from '../../../test/support/plans.js'

/** Exceeds the largest signed integer of 32 bits. */
const LARGE = 3_000_000_000
/** PostgreSQL writes this integer as `1e+15` if it is in a double column. */
const QUADRILLION = 1_000_000_000_000_000

describe('a configuration in which a host has stored integers of more than 32 bits', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let sudo: SignedIn
    beforeEach(async () => {
      app = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(gauges) })
      sudo = await app.signIn('sudo')
      await store({ name: 'A', turns: LARGE, ticks: LARGE, site_id: QUADRILLION })
      await store({ name: 'B', turns: -LARGE, ticks: QUADRILLION })
      await store({ name: 'C', turns: 7 })
    })
    afterEach(() => app.stop())

    const store = (row: object) => app.services.database.write((transaction) => transaction('gauges').insert(row))
    const change = (name: string, values: object) =>
      app.services.database.write((transaction) => transaction('gauges').where({ name }).update(values))
    const exported = async (path = '/settings/export_config') => (await sudo.get(path)).body.data.Gauges
    const takeSnapshot = async () => (await sudo.post('/settings/snapshots', {})).body.id

    it('is exported from a snapshot, compared with it and brought back as it was', async () => {
      const before = await exported()
      const snapshot = await takeSnapshot()
      await change('A', { turns: 2 * LARGE, site_id: null })
      await app.services.database.write((transaction) => transaction('gauges').where({ name: 'B' }).delete())

      expect(await exported(`/settings/snapshots/${snapshot}`)).to.deep.equal(before)
      const comparison = await sudo.post('/settings/comparisons', { from: snapshot, to: 'present' })
      expect(await linesOf(sudo, comparison)).to.have.members([
        `~ Gauges A turns: ${LARGE} → ${2 * LARGE} site: Plant → null`,
        '- Gauges B',
      ])
      const plan = await sudo.post(`/settings/snapshots/${snapshot}/plan`)
      expect(await linesOf(sudo, plan)).to.have.members([
        `~ Gauges A turns: ${2 * LARGE} → ${LARGE} site: null → Plant`,
        '+ Gauges B',
      ])
      const { status, text } = await applyPlan(sudo, plan)
      expect(status, text).to.equal(200)
      expect(await exported()).to.deep.equal(before)
    })

    it('keeps them when a file or a merge changes other fields, and takes no new ones from a file', async () => {
      const [a] = await exported()
      const file = {
        Gauges: [
          { ...a, note: 'all fields' },
          { name: 'B', note: 'one field' },
          { name: 'C', turns: LARGE },
        ],
      }

      const plan = await planOf(sudo, file)
      expect(await linesOf(sudo, plan)).to.deep.equal([
        '~ Gauges A note: null → all fields',
        '~ Gauges B note: null → one field',
        '! Gauges C turns must be a whole number from -2147483647 to 2147483647',
      ])
      await applyPlan(sudo, plan)
      const [base, theirs] = [
        await uploadFile(sudo, { Gauges: [{ name: 'A', turns: 1, note: 'all fields' }] }),
        await uploadFile(sudo, { Gauges: [{ name: 'A', turns: 1, note: 'merged' }] }),
      ]
      const { status, text } = await applyPlan(sudo, await sudo.post('/settings/merges', { base, theirs }))

      expect(status, text).to.equal(200)
      expect((await exported()).map(({ turns, note }: Gauge) => [turns, note])).to.deep.equal([
        [LARGE, 'merged'],
        [-LARGE, 'one field'],
        [7, null],
      ])
    })

    it('takes them from a snapshot that is merged into it', async () => {
      const theirs = await takeSnapshot()
      await change('A', { turns: 1 })
      const base = await uploadFile(sudo, { Gauges: [{ name: 'A', turns: 1 }] })

      const merge = await sudo.post('/settings/merges', { base, theirs })
      const { status, text } = await applyPlan(sudo, merge)

      expect(status, text).to.equal(200)
      expect((await exported())[0].turns).to.equal(LARGE)
    })

    it('is not rolled back where that would round them', async () => {
      // The first integer that JavaScript would round, and the largest that SQLite's driver passes on exactly
      const tooLarge = { postgres: '9007199254740993', sqlite: 2 ** 53 }
      await change('A', { turns: tooLarge[app.services.database.dialect.name] })
      const snapshot = await takeSnapshot()
      await change('A', { turns: 1, note: 'changed' })

      const plan = await sudo.post(`/settings/snapshots/${snapshot}/plan`)

      expect(await linesOf(sudo, plan)).to.deep.equal([
        '! Gauges A turns must be a whole number from -9007199254740991 to 9007199254740991',
      ])
    })
  })
})

interface Gauge {
  readonly turns: number
  readonly note: string | null
}

const gauges = definePlugin()({
  name: 'gauges',
  migrations: [
    {
      name: '001-gauges',
      async up(transaction) {
        await transaction.schema.createTable('sites', (table) => {
          table.bigIncrements('id')
          table.text('name').notNullable().unique()
        })
        await transaction('sites').insert({ id: QUADRILLION, name: 'Plant' })
        await transaction.schema.createTable('gauges', (table) => {
          table.increments('id')
          table.text('name').notNullable().unique()
          table.bigInteger('turns').notNullable()
          table.double('ticks')
          table.text('note')
          table.double('site_id')
        })
      },
    },
  ],
  contributes: () => [
    configurationTables.of({
      name: 'Sites',
      table: 'sites',
      key: ['name'],
      fields: { name: field.text({ max: 64 }) },
    }),
    configurationTables.of({
      name: 'Gauges',
      table: 'gauges',
      key: ['name'],
      fields: {
        name: field.text({ max: 64 }),
        turns: field.integer(),
        ticks: field.integer({ nullable: true }),
        note: field.text({ max: 64, nullable: true }),
        site: field.reference({ column: 'site_id', to: 'Sites', as: 'name', nullable: true }),
      },
    }),
  ],
})
