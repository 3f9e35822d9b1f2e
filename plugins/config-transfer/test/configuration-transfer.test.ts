import { randomUUID } from 'node:crypto'
import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import {
  DATABASE_TABLES,
  type FileRecord,
  fileOf,
  pyAutomationFile,
  rowCounts,
  smallPlant,
  type Tables,
} from '../../../test/support/configuration.js'

const IMPORT = '/settings/import_config'
const EXPORT = '/settings/export_config'
/** Inserted as a string and unquoted in the file, because JSON.stringify cannot write this number. */
const TOO_LARGE = '1e400'

describe('configuration transfer', () => {
  forEachDatabase((database) => {
    describe('of a file exported by PyAutomation', () => {
      let app: App
      let sudo: SignedIn
      before(async () => {
        app = await startApp({ database })
        sudo = await app.signIn('sudo')
      })
      after(() => app.stop())

      it('imports all known tables, and reports the numbers of added rows', async () => {
        const before = await rowCounts(app)

        const { status, body } = await sudo.upload(IMPORT, JSON.stringify(pyAutomationFile()))

        expect(status).to.equal(200)
        const after = await rowCounts(app)
        const added = Object.fromEntries(
          Object.keys(after).map((name) => [name, Number(after[name]) - Number(before[name])]),
        )
        expect(body.results.imported).to.deep.equal(added)
        expect(body.summary).to.deep.equal({ imported: 311, skipped: 6, errors: 1 })
        expect(body.results.skipped.Roles, 'the roles that every database already has').to.equal(6)
        expect(body.results.errors).to.deep.equal({
          LinearReferencingGeospatial: ['LinearReferencingGeospatial: unknown table with 3 records, none imported'],
        })
        expect(body.message).to.equal('Import completed: 311 imported, 6 skipped, 1 errors.')
      })

      it('exports every field unchanged', async () => {
        const { status, headers, body } = await sudo.get(EXPORT)

        expect(status).to.equal(200)
        expect(headers['content-type']).to.equal('application/json')
        expect(headers['content-disposition']).to.equal('attachment; filename="configuration_export.json"')
        expect(body.version).to.equal('1.0')
        expect(body.exported_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/)
        const { LinearReferencingGeospatial, ...tables } = pyAutomationFile().data
        for (const [name, records] of Object.entries(tables)) {
          expect(comparable(body.data, name), name).to.include.deep.members(comparable({ [name]: records }, name))
        }
        expect(Object.keys(body.data)).to.have.members(Object.keys(tables))
      })

      it('exports the tables in the documented order', async () => {
        const { text, body } = await sudo.get(EXPORT)

        const inText = [...text.matchAll(/^"(\w+)":\[/gm)].map(([, name]) => name)
        expect(inText).to.deep.equal(Object.keys(DATABASE_TABLES))
        expect(Object.keys(body.data)).to.deep.equal(inText)
      })

      it('exports no password and no hash', async () => {
        const { text } = await sudo.get(EXPORT)

        expect(text).not.to.match(/password|hash|\$2b\$|scrypt/i)
      })

      it('skips everything when it is repeated', async () => {
        const before = await rowCounts(app)

        const { body } = await sudo.upload(IMPORT, JSON.stringify(pyAutomationFile()))

        expect(body.summary).to.deep.equal({ imported: 0, skipped: 317, errors: 1 })
        expect(await rowCounts(app)).to.deep.equal(before)
      })

      it('exports the same records after an import into another new database', async () => {
        const first = (await sudo.get(EXPORT)).body
        const other = await startApp({ database })
        const otherSudo = await other.signIn('sudo')

        await otherSudo.upload(IMPORT, JSON.stringify(first))

        const second = (await otherSudo.get(EXPORT)).body
        for (const name of Object.keys(first.data)) {
          expect(comparable(second.data, name), name).to.deep.equal(comparable(first.data, name))
        }
        await other.stop()
      })
    })

    describe('record by record', () => {
      let app: App
      let sudo: SignedIn
      beforeEach(async () => {
        app = await startApp({ database })
        sudo = await app.signIn('sudo')
      })
      afterEach(() => app.stop())

      const importTables = async (data: object, query = '') => (await sudo.upload(IMPORT + query, fileOf(data))).body
      const exported = async (name: string): Promise<FileRecord[]> => (await sudo.get(EXPORT)).body.data[name]

      it('accepts the tables in any order', async () => {
        const reversed = Object.fromEntries(Object.entries(smallPlant()).reverse())

        const { summary } = await importTables(reversed)

        expect(summary).to.deep.equal({ imported: 11, skipped: 0, errors: 0 })
      })

      it('fills in omitted fields', async () => {
        await importTables({
          ...smallPlant(),
          Alarms: [{ name: 'PT-1.H', tag: 'PT-1', trigger_type: 'high', trigger_value: 5 }],
        })

        const [tag] = await exported('Tags')
        expect(tag).to.include({ id: 'tag-1', display_name: 'PT-1', display_unit: 'bar', variable: 'Pressure' })
        expect(tag).to.include({
          active: true,
          process_filter: false,
          gaussian_filter: false,
          outlier_detection: false,
        })
        expect(tag).to.include({
          gaussian_filter_threshold: 1,
          gaussian_filter_r_value: 0,
          segment: '',
          manufacturer: '',
        })
        expect(tag).to.include({ description: null, scan_time: null, dead_band: null, kp: null, opcua_address: null })
        const [machine] = await exported('Machines')
        expect(machine).to.include({ interval: 1, description: '', classification: '', buffer_size: 100 })
        expect(machine).to.include({
          buffer_roll_type: 'FIFO',
          criticity: 0,
          priority: 0,
          threshold: null,
          on_delay: null,
        })
        const [alarm] = await exported('Alarms')
        expect(alarm).to.include({ alarm_type: 'HIGH', state: 'Normal', timestamp: null })
        expect(alarm?.identifier).to.be.a('string').that.is.not.empty
      })

      it('finds references by a name or by an object with a name', async () => {
        await importTables({
          ...smallPlant(),
          Tags: [
            {
              name: 'PT-2',
              unit: { name: 'psi' },
              data_type: { name: 'float' },
              segment: { name: 'North' },
              manufacturer: { name: 'Acme' },
            },
          ],
          OPCUAServer: [
            { name: 'node 1', namespace: 'ns=2;s=1', access_type: 'Read' },
            { name: 'node 2', namespace: 'ns=2;s=2' },
          ],
          TagsMachines: [{ machine: 'Pump', tag: { name: 'PT-2', anything: 1 } }],
        })

        expect((await exported('Tags'))[0]).to.include({
          unit: 'psi',
          display_unit: 'psi',
          segment: 'North',
          manufacturer: 'Acme',
        })
        expect((await exported('OPCUAServer')).map(({ access_type }) => access_type)).to.deep.equal([
          { id: 1, name: 'Read' },
          null,
        ])
        const [link] = await exported('TagsMachines')
        expect(link).to.deep.include({
          default_tag_name: null,
          tag: (await exported('Tags'))[0],
          machine: (await exported('Machines'))[0],
        })
      })

      it('preserves every double, except that minus zero becomes zero', async () => {
        const numbers = ['0.30000000000000004', '1e-7', '123456789.12345679', '-5e300', '9007199254740991', '5e-324']
        const others = ['-0', '-0.0', '0.1000000000000000055511151231257827', '9007199254740993', '1e-400']
        const wanted = [...numbers.map(Number), 0, 0, 0.1, 9007199254740992, 0]
        const Tags = [...numbers, ...others].map(
          (kp, i) => `{"name":"T${i}","unit":"bar","data_type":"float","scan_time":-0,"kp":${kp}}`,
        )
        const file = fileOf({ ...smallPlant(), Tags: [] }).replace('"Tags":[]', `"Tags":[${Tags}]`)

        const { body } = await sudo.upload(IMPORT, file)
        const { text } = await sudo.get(EXPORT)

        expect(body.summary.errors).to.equal(0)
        expect(JSON.parse(text).data.Tags.map(({ kp }: FileRecord) => kp)).to.deep.equal(wanted)
        expect(text).to.not.match(/-0(\.0)?[,}]/)
      })

      it('suggests a table or field for a few unknown names', async () => {
        const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Variable${index}`, []]))
        const variables = Array.from({ length: 21 }, (_, index) => ({ name: `V${index}`, [`name${index}`]: 1 }))

        const few = await importTables({ Tag: [], Segments: [{}], Nothing: [], Variables: variables })
        const tooMany = await importTables({ ...many, Tag: [] })

        expect(few.results.errors).to.deep.include({
          Tag: ['Tag: unknown table with 0 records, none imported. Did you mean "Tags"?'],
          Segments: ['Segments: unknown table with 1 records, none imported. Did you mean "Segment"?'],
          Nothing: ['Nothing: unknown table with 0 records, none imported'],
        })
        expect(few.results.errors.Variables[19]).to.equal('V19: unknown field "name19". Did you mean "name"?')
        expect(few.results.errors.Variables[20]).to.equal('V20: unknown field "name20"')
        expect(tooMany.results.errors.Tag).to.deep.equal(['Tag: unknown table with 0 records, none imported'])
      })

      it('counts characters as code points, as the databases do', async () => {
        const [most, tooMany] = ['😀'.repeat(255), '😀'.repeat(256)]

        const { results } = await importTables({
          ...smallPlant(),
          Variables: [{ name: 'Pressure' }, { name: most }, { name: tooMany }],
          Units: [...(smallPlant().Units ?? []), { name: 'N', unit: 'N', variable: '😀'.repeat(101) }],
          [`x${tooMany}`]: [],
        })

        expect(results.errors).to.deep.include({
          Variables: [`${most}…: name is longer than 255 characters`],
          Units: [`N: variable "${'😀'.repeat(100)}…" not found`],
          [`x${tooMany}`]: [`x${'😀'.repeat(254)}…: unknown table with 0 records, none imported`],
        })
        expect((await exported('Variables')).at(-1)).to.include({ name: most })
      })

      it('generates identifiers of 16 characters, which fit the columns of PyAutomation', async () => {
        await sudo.post('/users/signup', {
          username: 'anna',
          email: 'anna@plant.test',
          role_name: 'guest',
          password: 'long enough',
        })
        await importTables({
          ...smallPlant(),
          Tags: [{ name: 'PT-1', unit: 'bar', data_type: 'float' }],
          Alarms: [{ name: 'A', tag: 'PT-1', alarm_type: 'HIGH', trigger_value: 1 }],
          Roles: [{ name: 'fitter', level: 20 }],
          Users: [{ username: 'carol', email: 'carol@plant.test', role: 'fitter' }],
          Machines: [{ name: 'Pump' }],
        })

        const { data } = (await sudo.get(EXPORT)).body
        const all = ['Tags', 'Alarms', 'Roles', 'Users', 'Machines'].flatMap((name) =>
          data[name].map((record: FileRecord) => (name === 'Tags' ? record.id : record.identifier)),
        )
        expect(all).to.have.length(13)
        expect(new Set(all).size).to.equal(13)
        for (const identifier of all) expect(identifier).to.match(/^[0-9a-hjkmnp-tv-z]{16}$/)
      })

      it('preserves longer identifiers of earlier versions', async () => {
        const identifier = randomUUID()

        await importTables({
          Roles: [{ name: 'fitter', level: 20, identifier }],
          Users: [{ username: 'carol', email: 'carol@plant.test', role: 'fitter', identifier }],
        })

        expect((await sudo.get('/users/carol')).body).to.include({ identifier })
        expect((await exported('Roles')).at(-1)).to.include({ identifier })
      })

      it('preserves timestamps to the microsecond', async () => {
        const timestamp = '12/31/2026, 23:59:58.123456'

        await importTables({
          ...smallPlant(),
          Alarms: [{ name: 'A', tag: 'PT-1', alarm_type: 'HIGH', trigger_value: 1, timestamp }],
        })

        expect((await exported('Alarms'))[0]).to.include({ timestamp })
      })

      it('imports the rest when some records fail', async () => {
        const { results } = await importTables({
          ...smallPlant(),
          Tags: [
            { name: 'good', unit: 'bar', data_type: 'float' },
            { name: 'broken-tag', unit: 'furlong', data_type: 'float' },
            { name: 'good too', unit: 'psi', data_type: 'float' },
          ],
        })

        expect(results.errors.Tags).to.deep.equal(['broken-tag: unit "furlong" not found'])
        expect((await exported('Tags')).map(({ name }) => name)).to.deep.equal(['good', 'good too'])
      })

      it('checks records with the same name in the order of the file', async () => {
        const broken = { name: 'twice', unit: 'furlong', data_type: 'float' }
        const good = { name: 'twice', unit: 'bar', data_type: 'float' }
        const alsoGood = { name: 'twice', unit: 'psi', data_type: 'float' }

        const { results } = await importTables({ ...smallPlant(), Tags: [broken, good, alsoGood] })

        expect([results.imported.Tags, results.skipped.Tags]).to.deep.equal([1, 1])
        expect(results.errors.Tags).to.deep.equal(['twice: unit "furlong" not found'])
        expect((await exported('Tags'))[0]).to.include({ unit: 'bar' })
      })

      it('reports duplicates before any other problem', async () => {
        await importTables(smallPlant())

        const { summary } = await importTables({ Tags: [{ name: 'PT-1', unit: 'furlong', nonsense: true }] })

        expect(summary).to.deep.equal({ imported: 0, skipped: 1, errors: 0 })
      })

      it('compares names of users, roles and alarm types without regard to case', async () => {
        await importTables({ ...smallPlant(), Roles: [{ name: 'Fitter', level: 20 }] })

        const { results } = await importTables({
          Roles: [{ name: 'FITTER', level: 30 }],
          Users: [
            { username: 'SUDO', email: 'x@plant.test', role: 'guest' },
            { username: 'dora', email: 'SUDO@localhost', role: 'guest' },
            { username: 'emil', email: 'emil@plant.test', role: 'fItTeR' },
          ],
          AlarmTypes: [{ name: 'high' }],
        })

        expect(results.skipped).to.include({ Roles: 1, Users: 1, AlarmTypes: 1 })
        expect(results.errors.Users).to.deep.equal(['dora: email "SUDO@localhost" is in use by another record'])
        expect((await sudo.get('/users/emil')).body.role).to.deep.equal({ name: 'fitter', level: 20 })
      })

      it('imports no role and no user more privileged than the caller', async () => {
        const admin = await app.signIn('admin')

        const { body } = await admin.upload(
          IMPORT,
          fileOf({
            Roles: [
              { name: 'root', level: 0 },
              { name: 'god', level: -1 },
              { name: 'peer', level: 1 },
            ],
            Users: [
              { username: 'mallory', email: 'mallory@plant.test', role: 'sudo' },
              { username: 'malcolm', email: 'malcolm@plant.test', role: 'peer' },
            ],
          }),
        )

        expect(body.results.errors).to.deep.equal({
          Roles: [
            'root: level 0 is more privileged than the caller may import',
            'god: level -1 is more privileged than the caller may import',
          ],
          Users: ['mallory: role.level 0 is more privileged than the caller may import'],
        })
        expect(body.results.imported).to.deep.equal({ Roles: 1, Users: 1 })
      })

      it('writes a timestamp with milliseconds so that it can be imported again', async () => {
        await sudo.upload(IMPORT, JSON.stringify(pyAutomationFile()))
        const stored = { timestamp: new Date('2026-11-25T20:56:16.156Z').toISOString() }
        await app.services.database.write((transaction) => transaction('plinth_alarms').update(stored))

        const { Alarms } = (await sudo.get(EXPORT)).body.data

        expect(new Set(Alarms.map(({ timestamp }: FileRecord) => timestamp))).to.deep.equal(
          new Set(['11/25/2026, 20:56:16.156000']),
        )
      })

      it('records each role and each user by name', async () => {
        await importTables({
          Roles: [{ name: 'chief', level: 5 }],
          Users: [
            { username: 'anna', email: 'anna@plant.test', role: 'admin' },
            { username: 'otto', email: 'otto@plant.test', role: 'chief' },
          ],
        })

        const { body } = await sudo.get('/audit?event=record-imported')

        expect(
          body.map(({ target, details }: { target: string; details: object }) => ({ target, ...details })),
        ).to.have.deep.members([
          { target: 'chief', table: 'Roles', level: 5 },
          { target: 'anna', table: 'Users', level: 1 },
          { target: 'otto', table: 'Users', level: 5 },
        ])
      })

      it('imports no role and no user for a caller less privileged than an admin', async () => {
        const open = await startApp({ database, settings: { settingsMaxLevel: 10 } })
        const operator = await open.signIn('operator')

        const { body } = await operator.upload(
          IMPORT,
          fileOf({
            Roles: [{ name: 'helper', level: 20 }],
            Users: [{ username: 'carol', email: 'carol@plant.test', role: 'guest' }],
            Manufacturer: [{ name: 'Acme' }],
          }),
        )
        await open.stop()

        expect(body.results.errors).to.deep.equal({
          Roles: ['helper: level 20 may only be imported by admins and sudo users'],
          Users: ['carol: role.level 256 may only be imported by admins and sudo users'],
        })
        expect(body.results.imported).to.include({ Manufacturer: 1 })
      })

      it('ignores passwords in the file', async () => {
        await importTables({
          Users: [{ username: 'carol', email: 'carol@plant.test', role: 'guest', password: 'known to all' }],
        })

        expect((await app.logIn('carol', 'known to all')).status).to.equal(403)
        const outcome = await app.services.internalPasswords.resetPassword('carol', 'a new password')
        expect(outcome).to.deep.equal(['Password reset', 'success'])
        expect((await app.logIn('carol', 'a new password')).status).to.equal(200)
      })

      it('writes nothing in a dry run and reports the same', async () => {
        const before = await rowCounts(app)
        const file = { ...smallPlant(), Nothing: [{}] }

        const dry = await importTables(file, '?dry_run=true')

        expect(await rowCounts(app)).to.deep.equal(before)
        const real = await importTables(file)
        expect(dry.summary).to.deep.equal(real.summary)
        expect(dry.results).to.deep.equal(real.results)
        expect(dry.message).to.match(/^Dry run, nothing was written/)
      })

      it('writes nothing with atomic when any record fails', async () => {
        const before = await rowCounts(app)
        const bad = { ...smallPlant(), Tags: [{ name: 'bad', unit: 'furlong', data_type: 'float' }] }

        const refused = await sudo.upload(`${IMPORT}?atomic=true`, fileOf(bad))

        expect(refused.status).to.equal(422)
        expect(refused.body.results.errors.Tags).to.deep.equal(['bad: unit "furlong" not found'])
        expect(await rowCounts(app)).to.deep.equal(before)
        const accepted = await sudo.upload(`${IMPORT}?atomic=true`, fileOf(smallPlant()))
        expect([accepted.status, accepted.body.summary.imported]).to.deep.equal([200, 11])
      })

      it('lists a thousand error lines per table and counts the others', async () => {
        const Variables = Array.from({ length: 1_005 }, () => ({ name: 7 }))

        const { results, summary, message } = await importTables({ Variables })

        expect(results.errors.Variables).to.have.length(1_000)
        expect(summary.errors).to.equal(1_005)
        expect(message).to.include('5 more errors of Variables are not listed.')
      })

      it('imports many records and all their references', async () => {
        const Tags = Array.from({ length: 2_500 }, (_, i) => ({
          name: `T${i}`,
          unit: i % 2 ? 'bar' : 'psi',
          data_type: 'float',
        }))
        const TagsMachines = Tags.map(({ name }) => ({ machine: 'Pump', tag: name }))

        const { results } = await importTables({ ...smallPlant(), Tags, TagsMachines })

        expect(results.imported).to.include({ Tags: 2_500, TagsMachines: 2_500 })
        expect(results.errors).to.deep.equal({})
        expect((await exported('Tags')).map(({ name, unit }) => ({ name, unit }))).to.deep.equal(
          Tags.map(({ name, unit }) => ({ name, unit })),
        )
      })

      it('runs concurrent imports one after the other', async () => {
        const both = await Promise.all([importTables(smallPlant()), importTables(smallPlant())])

        expect(both.map(({ summary }) => summary.imported).sort()).to.deep.equal([0, 11])
        expect((await rowCounts(app)).Tags).to.equal(1)
      })

      it('loses no user who signs up concurrently', async () => {
        const Users = Array.from({ length: 300 }, (_, i) => ({
          username: `u${i}`,
          email: `u${i}@plant.test`,
          role: 'guest',
        }))
        const signUps = Array.from({ length: 20 }, (_, i) =>
          app.post('/users/signup', {
            username: `U${i}`,
            email: `new${i}@plant.test`,
            role_name: 'guest',
            password: 'long enough',
          }),
        )

        const [report, ...responses] = await Promise.all([importTables({ Users }), ...signUps])

        const signedUp = responses.filter(({ status }) => status === 200).length
        expect(responses.every(({ status }) => status === 200 || status === 409)).to.equal(true)
        expect(report.summary.imported + signedUp).to.equal(300)
        expect(report.summary).to.deep.equal({ imported: 300 - signedUp, skipped: signedUp, errors: 0 })
        expect((await rowCounts(app)).Users).to.equal(301)
      })

      it('leaves the history unchanged', async () => {
        await importTables(smallPlant())
        const value = { tag_id: 1, unit_id: 1, value: 1.5, timestamp: '2026-01-01T00:00:00.000000Z' }
        await app.services.database.write((transaction) => transaction('plinth_tag_values').insert(value))

        await importTables({ ...smallPlant(), TagValue: [{ tag: 'PT-1', value: 2 }] })

        const rows = await app.services.database.read((knex) => knex('plinth_tag_values').select('value'))
        expect(rows).to.deep.equal([{ value: 1.5 }])
        expect(await exported('TagValue')).to.equal(undefined)
      })

      it('reads a file without a version as 1.0, and any 1.x', async () => {
        const { data } = JSON.parse(fileOf(smallPlant()))

        const without = await sudo.upload(IMPORT, JSON.stringify({ data }))
        const newer = await sudo.upload(IMPORT, JSON.stringify({ version: '1.7', data }))

        expect([without.body.summary.imported, newer.body.summary.skipped]).to.deep.equal([11, 11])
      })
    })

    describe('of an invalid file', () => {
      let app: App
      let sudo: SignedIn
      before(async () => {
        app = await startApp({ database })
        sudo = await app.signIn('sudo')
        await sudo.upload(IMPORT, fileOf(smallPlant()))
      })
      after(() => app.stop())

      for (const [what, table, record, line] of invalidRecords()) {
        it(`reports an error line for ${what}`, async () => {
          const before = await rowCounts(app)

          const { results, summary } = (
            await sudo.upload(
              IMPORT,
              fileOf({ [table]: record === undefined ? {} : [record] }).replace(/"(-?1e400)"/, '$1'),
            )
          ).body

          expect(results.errors).to.deep.equal({ [table]: [line] })
          expect(summary).to.deep.equal({ imported: 0, skipped: 0, errors: 1 })
          expect(await rowCounts(app)).to.deep.equal(before)
        })
      }

      for (const [what, file, message] of invalidFiles()) {
        it(`refuses ${what} and writes nothing`, async () => {
          const before = await rowCounts(app)

          const { status, body } = await sudo.upload(IMPORT, file)

          expect(status).to.equal(400)
          expect(body.message).to.match(message)
          expect(await rowCounts(app)).to.deep.equal(before)
        })
      }
    })

    it('gives imported users the configured default password', async () => {
      const app = await startApp({ database, settings: { importDefaultPassword: 'change me soon' } })
      const sudo = await app.signIn('sudo')

      await sudo.upload(IMPORT, fileOf({ Users: [{ username: 'carol', email: 'carol@plant.test', role: 'guest' }] }))

      expect((await app.logIn('carol', 'change me soon')).status).to.equal(200)
      await app.stop()
    })
  })
})

/** Returns records without generated ids and identifiers, and roles with the names that an export returns. */
function comparable(data: Tables, table: string): FileRecord[] {
  return (data[table] ?? []).map((record) => {
    const { id, password, ...rest } = record
    if (rest.username === 'sudo') delete rest.identifier
    if (table === 'Tags') return { id, ...rest }
    if (table === 'Roles') return { name: String(rest.name).toLowerCase(), level: rest.level }
    return withoutIds(rest)
  })
}

function withoutIds(record: FileRecord): FileRecord {
  const entries = Object.entries(record).map(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [name, value]
    const { id, identifier, ...rest } = value as FileRecord
    return [name, name === 'role' ? { ...rest, name: String(rest.name).toLowerCase() } : rest]
  })
  return Object.fromEntries(entries)
}

function invalidRecords(): [what: string, table: string, record: unknown, line: string][] {
  const tag = { name: 'T', unit: 'bar', data_type: 'float' }
  const alarm = { name: 'A', tag: 'PT-1', alarm_type: 'HIGH', trigger_value: 1 }
  return [
    ['a record that is a string', 'Variables', 'Flow', 'record 1: is not an object'],
    ['a record that is an array', 'Variables', [], 'record 1: is not an object'],
    ['a missing name', 'Variables', { id: 3 }, 'record 1: name is missing'],
    ['an empty name', 'Variables', { name: '' }, 'record 1: name is missing'],
    ['a name that is a number', 'Variables', { name: 7 }, 'record 1: name must be a string'],
    [
      'a name that is too long',
      'Variables',
      { name: 'x'.repeat(256) },
      `${'x'.repeat(255)}…: name is longer than 255 characters`,
    ],
    ['an unknown field', 'Variables', { name: 'Flow', colour: 'red' }, 'Flow: unknown field "colour"'],
    [
      'a misspelt field',
      'Tags',
      { ...tag, descripton: 'Inlet' },
      'T: unknown field "descripton". Did you mean "description"?',
    ],
    ['a name with a NUL', 'Variables', { name: 'Fl\0w' }, 'Fl\0w: name contains a character that cannot be stored'],
    ['a segment without a manufacturer', 'Segment', { name: 'South' }, 'South: manufacturer is missing'],
    [
      'a segment whose manufacturer is a number',
      'Segment',
      { name: 'South', manufacturer: 7 },
      'South: manufacturer must be a string',
    ],
    ['a segment without a name', 'Segment', { manufacturer: 'Acme' }, 'record 1: name is missing'],
    ['a link without a tag', 'TagsMachines', { machine: 'Pump' }, 'Pump: tag is missing'],
    ['a missing field', 'Units', { name: 'N', variable: 'Pressure' }, 'N: unit is missing'],
    ['a missing reference', 'Units', { name: 'N', unit: 'N' }, 'N: variable is missing'],
    ['an unknown reference', 'Units', { name: 'N', unit: 'N', variable: 'Force' }, 'N: variable "Force" not found'],
    [
      'a reference of the wrong type',
      'Units',
      { name: 'N', unit: 'N', variable: 5 },
      'N: variable must be a string or an object with a name',
    ],
    [
      'the symbol of another unit',
      'Units',
      { name: 'Bar', unit: 'bar', variable: 'Pressure' },
      'Bar: unit "bar" is in use by another record',
    ],
    ['the identifier of another tag', 'Tags', { ...tag, id: 'tag-1' }, 'T: id "tag-1" is in use by another record'],
    [
      'the display name of another tag',
      'Tags',
      { ...tag, display_name: 'PT-1' },
      'T: display_name "PT-1" is in use by another record',
    ],
    [
      'a new name with the display name of another tag',
      'Tags',
      { ...tag, name: 'pt', display_name: 'PT-1' },
      'pt: display_name "PT-1" is in use by another record',
    ],
    ['a string for a boolean', 'Tags', { ...tag, active: 'yes' }, 'T: active must be true or false'],
    ['null for a boolean', 'Tags', { ...tag, active: null }, 'T: active must be true or false'],
    ['a string for a number', 'Tags', { ...tag, kp: '1.5' }, 'T: kp must be a number'],
    ['a number too large for a double', 'Tags', { ...tag, kp: TOO_LARGE }, 'T: kp is too large for a double'],
    [
      'a negative number too large for a double',
      'Tags',
      { ...tag, kp: `-${TOO_LARGE}` },
      'T: kp is too large for a double',
    ],
    [
      'a fraction for a whole number',
      'Tags',
      { ...tag, scan_time: 1.5 },
      'T: scan_time must be a whole number from -2147483647 to 2147483647',
    ],
    [
      'an integer above the largest of 32 bits',
      'Tags',
      { ...tag, scan_time: 2 ** 31 },
      'T: scan_time must be a whole number from -2147483647 to 2147483647',
    ],
    ['a tag without any unit', 'Tags', { name: 'T', data_type: 'float' }, 'T: unit is missing'],
    [
      'an unknown segment',
      'Tags',
      { ...tag, segment: 'South', manufacturer: 'Acme' },
      'T: segment "South" of manufacturer "Acme" not found',
    ],
    [
      "another manufacturer's segment",
      'Tags',
      { ...tag, segment: 'North', manufacturer: 'Other' },
      'T: segment "North" of manufacturer "Other" not found',
    ],
    [
      'a manufacturer without a segment',
      'Tags',
      { ...tag, manufacturer: 'Acme' },
      'T: manufacturer "Acme" is given without segment',
    ],
    ['an unknown alarm type', 'Alarms', { ...alarm, alarm_type: 'LOUD' }, 'A: alarm_type "LOUD" not found'],
    ['an unknown tag', 'Alarms', { ...alarm, tag: 'XX' }, 'A: tag "XX" not found'],
    [
      'an alarm name of 129 characters',
      'Alarms',
      { ...alarm, name: 'a'.repeat(129) },
      `${'a'.repeat(129)}: name is longer than 128 characters`,
    ],
    ...tooLong(),
    [
      'an invalid timestamp',
      'Alarms',
      { ...alarm, timestamp: '31/12/2026, 00:00:00.000000' },
      'A: timestamp must be a timestamp such as "12/31/2026, 23:59:59.000000"',
    ],
    [
      'the 30th of February',
      'Alarms',
      { ...alarm, timestamp: '02/30/2026, 00:00:00.000000' },
      'A: timestamp must be a timestamp such as "12/31/2026, 23:59:59.000000"',
    ],
    ['a link to an unknown machine', 'TagsMachines', { machine: 'M', tag: 'PT-1' }, 'M / PT-1: machine "M" not found'],
    [
      'a username with a space',
      'Users',
      { username: 'a b', email: 'a@b', role: 'guest' },
      'a b: username may only have letters, digits and . _ @ - (1 to 64 of them)',
    ],
    ['an unknown role', 'Users', { username: 'ab', email: 'a@b', role: 'captain' }, 'ab: role "captain" not found'],
    ['a table that is not an array', 'Machines', undefined, 'Machines: is not an array of records'],
  ]
}

/** Strings that are too long for the columns of PyAutomation on PostgreSQL. */
function tooLong(): [what: string, table: string, record: object, line: string][] {
  const state = { name: 'S', mnemonic: 'S', condition: 'S', status: 'S' }
  const tag = { name: 'S', unit: 'bar', data_type: 'float' }
  const machine = { name: 'S' }
  const client = { client_name: 'S', host: 'h', port: 1 }
  const fields: [table: string, record: object, field: string, max: number][] = [
    ['Machines', machine, 'description', 128],
    ['Machines', machine, 'classification', 128],
    ['Machines', machine, 'buffer_roll_type', 16],
    ['AlarmStates', state, 'mnemonic', 20],
    ['AlarmStates', state, 'condition', 20],
    ['AlarmStates', state, 'status', 20],
    ['Tags', tag, 'description', 256],
    ['Tags', tag, 'opcua_address', 255],
    ['Tags', tag, 'node_namespace', 255],
    ['OPCUA', client, 'host', 255],
    ['OPCUAServer', { name: 'S' }, 'namespace', 255],
  ]
  return fields.map(([table, record, field, max]) => [
    `${table}.${field} of ${max + 1} characters`,
    table,
    { ...record, [field]: 'x'.repeat(max + 1) },
    `S: ${field} is longer than ${max} characters`,
  ])
}

function invalidFiles(): [what: string, file: string | Buffer, message: RegExp][] {
  return [
    ['a truncated JSON file', '{"data": {', /^Invalid JSON file: .*at byte 10/],
    ['an empty file', '', /^Invalid JSON file: /],
    ['a file that is not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /^Invalid JSON file: it is not UTF-8/],
    ['a document that is an array', '[]', /^The file is not a configuration file/],
    ['a document without data', '{"version":"1.0"}', /^The file is not a configuration file: "data" must be an object/],
    ['data that is an array', '{"data":[]}', /^The file is not a configuration file/],
    [
      'more than 1,000 tables',
      `{"data":{${Array.from({ length: 1_001 }, (_, n) => `"t${n}":{}`)}}}`,
      /more than 1000 tables/,
    ],
    ['an unknown major version', '{"version":"2.0","data":{}}', /"2\.0"; only versions 1\.x are supported/],
    ['a version that is a number', '{"version":1,"data":{}}', /"version" must be a string/],
  ]
}
