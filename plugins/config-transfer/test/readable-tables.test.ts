import { definePlugin, field, historicalTables } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, type TestResponse, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const TAG_COUNT = 130
const PLANT = {
  version: '1.0',
  data: {
    Manufacturer: [{ name: 'Acme' }, { name: 'Ajax' }],
    Segment: [{ name: 'North', manufacturer: 'Acme' }],
    Variables: [{ name: 'Temperature' }],
    Units: [{ name: 'degree Celsius', variable: 'Temperature', unit: '°C' }],
    DataTypes: [{ name: 'float' }],
    Tags: Array.from({ length: TAG_COUNT }, (_, index) => ({
      name: `T-${String(index).padStart(3, '0')}${index === 7 ? ' 100%_Pumpe' : ''}`,
      unit: '°C',
      data_type: 'float',
      segment: index % 2 === 0 ? 'North' : '',
      manufacturer: index % 2 === 0 ? 'Acme' : '',
    })),
    AlarmTypes: [{ name: 'HIGH' }],
    AlarmStates: [{ name: 'Normal', mnemonic: 'NORM', condition: 'Normal', status: 'Annunciated' }],
    Alarms: [{ name: 'A-1', tag: 'T-000', alarm_type: 'HIGH', trigger_value: 5 }],
    Machines: [{ name: 'Mixer' }],
    TagsMachines: [
      { machine: 'Mixer', tag: 'T-001' },
      { machine: 'Mixer', tag: 'T-002' },
    ],
  },
}
const TIME = '2026-11-21T08:00:00.000000Z'

describe('the tables of the configuration', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
      const { body } = await sudo.upload('/settings/import_config', JSON.stringify(PLANT))
      expect(body.summary.errors, JSON.stringify(body.results.errors)).to.equal(0)
      await app.services.database.write(addHistory)
    })
    after(() => app.stop())
    const exported = async () => JSON.parse((await sudo.get('/settings/export_config')).text).data
    const pagesOf = async (path: string) => {
      const pages: TestResponse[] = []
      for (let next: string | undefined = path; next !== undefined; ) {
        const page = await sudo.get(next)
        expect(page.status).to.equal(200)
        pages.push(page)
        const query: string | undefined = /<(\?.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
        next = query && `${path.split('?')[0]}${query}`
      }
      return pages
    }
    const recordsOf = async (path: string) => (await pagesOf(path)).flatMap(({ body }) => body)

    it('are listed with their fields and numbers of records, historical ones last', async () => {
      const { body: tables } = await sudo.get('/settings/tables')

      const configuration = tables.filter(({ historical }: { historical: boolean }) => !historical)
      expect(configuration.map(({ name }: { name: string }) => name)).to.deep.equal(Object.keys(await exported()))
      expect(
        tables
          .slice(configuration.length)
          .map(({ name, records }: { name: string; records: number }) => [name, records]),
      ).to.deep.equal([
        ['TagValue', 5],
        ['Events', 3],
        ['Logs', 1],
        ['AlarmSummary', 1],
      ])
      const named = (name: string) => tables.find((table: { name: string }) => table.name === name)
      expect(named('Tags')).to.include({ records: TAG_COUNT, historical: false })
      expect(named('Units').fields).to.deep.equal([
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'text' },
        { name: 'variable', type: 'text' },
        { name: 'unit', type: 'text' },
      ])
      expect(named('Users').fields.map((each: { name: string }) => each.name)).not.to.include('password')
    })

    it('have exactly the records of an export, page by page', async () => {
      for (const [table, records] of Object.entries(await exported())) {
        expect(await recordsOf(`/settings/tables/${table}?limit=45`), table).to.deep.equal(records)
        expect(await recordsOf(`/settings/tables/${table}?limit=500`), table).to.deep.equal(records)
      }
      const pages = await pagesOf('/settings/tables/Tags')
      expect(pages.map(({ body }) => body.length)).to.deep.equal([50, 50, 30])
    })

    it('contain no hash of a password', async () => {
      const { text } = await sudo.get('/settings/tables/Users')

      expect(text)
        .to.include('"sudo"')
        .and.not.match(/\$2[aby]\$|password|hash/)
    })

    for (const [path, names] of [
      ['Tags?search=t-00&limit=4', Array.from({ length: 10 }, (_, index) => `T-00${index}`)],
      ['Tags?search=100%25_pumpe', ['T-007']],
      ['Tags?search=%25', ['T-007']],
      ['Tags?search=_', ['T-007']],
      ['Tags?search=nothing', []],
      ["Tags?search='%20OR%201=1--", []],
      ['Tags?search=%5C', []],
    ] as const) {
      it(`are searched by name: ${path}`, async () => {
        const found = await recordsOf(`/settings/tables/${path}`)

        expect(found.map(({ name }) => name.split(' ')[0])).to.deep.equal(names)
      })
    }

    it('are searched by the names of the records that their key refers to', async () => {
      const byTag = await recordsOf('/settings/tables/TagsMachines?search=t-002')
      const byMachine = await recordsOf('/settings/tables/TagsMachines?search=mix')
      const byManufacturer = await recordsOf('/settings/tables/Segment?search=acm')

      expect(byTag.map(({ tag }) => tag.name)).to.deep.equal(['T-002'])
      expect(byMachine).to.have.length(2)
      expect(byManufacturer.map(({ name }) => name)).to.deep.equal(['North'])
    })

    it('include historical data, the newest first', async () => {
      const values = await recordsOf('/settings/tables/TagValue?limit=2')
      const [summary] = await recordsOf('/settings/tables/AlarmSummary')
      const [log] = await recordsOf('/settings/tables/Logs')
      const events = await recordsOf('/settings/tables/Events?search=PUMP')

      expect(values.map(({ value }) => value)).to.deep.equal([4, 3, 2, 1, 0])
      const { id, ...newest } = values[0]
      expect(newest).to.deep.equal({ tag: 'T-000', unit: '°C', value: 4, timestamp: '11/21/2026, 08:00:00.000000' })
      expect(summary).to.deep.include({ alarm: 'A-1', state: 'Normal', ack_time: null })
      expect(log).to.deep.include({ message: 'started', user: 'sudo', event_id: null })
      expect(events.map(({ message }) => message)).to.deep.equal(['pump 2 stopped', 'pump 1 stopped'])
    })

    for (const [path, status, code] of [
      ['Nothing', 404, 'TABLE_NOT_FOUND'],
      ['plinth_users', 404, 'TABLE_NOT_FOUND'],
      ['constructor?search=x', 404, 'TABLE_NOT_FOUND'],
      ['TagValue?search=x', 400, 'INVALID_PARAMETERS'],
      ['Tags?limit=0', 400, 'INVALID_PARAMETERS'],
      ['Tags?limit=501', 400, 'INVALID_PARAMETERS'],
      ['Tags?search=', 400, 'INVALID_PARAMETERS'],
      ['Tags?after=-1', 400, 'INVALID_PARAMETERS'],
      ['Tags?after=A', 400, 'INVALID_PARAMETERS'],
    ] as const) {
      it(`are refused for ${path}: ${code}`, async () => {
        const response = await sudo.get(`/settings/tables/${path}`)

        expect([response.status, response.body.code]).to.deep.equal([status, code])
      })
    }

    it('are read to the end from any cursor', async () => {
      const responses = await Promise.all(
        ['0', 'zzzzzz', 'zzzzzzzzzz'].map((after) => sudo.get(`/settings/tables/Tags?after=${after}`)),
      )

      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      expect(responses.map(({ body }) => body.length)).to.deep.equal([50, 0, 0])
    })
  })

  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('there is no SQLite')
  /** Returns a plugin with the table `pump_history`, described like this. */
  const pumpHistory = (description: object) =>
    definePlugin()({
      name: 'pumps',
      migrations: [
        {
          name: '001-pump-history',
          async up(transaction) {
            await transaction.schema.createTable('pump_history', (table) => {
              table.increments('id')
              table.text('message').notNullable()
            })
          },
        },
      ],
      contributes: () => [historicalTables.of({ table: 'pump_history', ...description } as never)],
    })

  for (const [what, description, problem] of [
    ['has a name twice', { name: 'Tags', fields: {} }, /more than one table "Tags"/],
    ['has an unknown column', { name: 'Pumps', fields: { note: field.text({ max: 9 }) } }, /the column "note"/],
    [
      'refers to an unknown table',
      { name: 'Pumps', fields: { pump: field.reference({ column: 'message', to: 'Pumpen', as: 'name' }) } },
      /"Pumpen", which no plugin contributes/,
    ],
    [
      'is searched by a field that is not text',
      { name: 'Pumps', searched: 'id', fields: { id: field.rowId(), message: field.text({ max: 9 }) } },
      /"searched" of the historical table "Pumps" names "id"/,
    ],
  ] as const) {
    it(`prevent a start if a historical table ${what}`, async () => {
      const error = await startTestApp({
        database: sqlite,
        kernel: (options) => createStandardKernel(options).use(pumpHistory(description)),
      }).catch((thrown) => thrown)

      expect(error.message)
        .to.match(/^The plugin "pumps": /)
        .and.match(problem)
    })
  }
})

async function addHistory(transaction: Parameters<Parameters<App['services']['database']['write']>[0]>[0]) {
  const idOf = async (table: string, name: string) => Number((await transaction(table).where({ name }).first('id')).id)
  const [tag, unit] = [await idOf('plinth_tags', 'T-000'), await idOf('plinth_units', 'degree Celsius')]
  const [alarm, state] = [await idOf('plinth_alarms', 'A-1'), await idOf('plinth_alarm_states', 'Normal')]
  for (let value = 0; value < 5; value += 1)
    await transaction('plinth_tag_values').insert({ tag_id: tag, unit_id: unit, value, timestamp: TIME })
  for (const message of ['pump 1 stopped', 'pump 2 stopped', 'valve opened'])
    await transaction('plinth_events').insert({ timestamp: TIME, message, user: 'sudo' })
  await transaction('plinth_logs').insert({ timestamp: TIME, message: 'started', user: 'sudo' })
  await transaction('plinth_alarm_summary').insert({ alarm_id: alarm, alarm_state_id: state, alarm_time: TIME })
}
