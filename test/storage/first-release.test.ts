import { readFile, writeFile } from 'node:fs/promises'
import { createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  startTestApp,
  TEST_PASSWORD,
  type TempDatabase,
  type TestDatabase,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import type { App } from '../support/app.js'
import { fileOf, smallPlant } from '../support/configuration.js'
import { describeSchema } from '../support/describe-schema.js'
import { singleConnectionKnex } from '../support/single-connection-knex.js'
import { dumpOf, load, recordSchemaChanges, schemaOfSqlite } from '../support/sql-dump.js'
import { withDatabase } from '../support/with-database.js'

/** Time at which the service of the first release ran, so that its sessions have not expired. */
const RECORDED_AT = Date.UTC(2026, 10, 23, 12)
const clock = { now: () => RECORDED_AT }
const settings = {
  secretKey: 'the key of the first release, of 32 bytes',
  auditKey: 'the audit key of the first release, 32 bytes',
}

/** What a service of the first release issued, sealed and exported. */
interface ReleaseRecord {
  readonly sessionKey: string
  readonly token: string
  readonly events: number
  readonly export: Readonly<Record<string, unknown>>
}

describe('a migrated database of the first release', () => {
  forEachDatabase((database) => {
    const fixture = (extension: string) =>
      new URL(`../fixtures/first-release.${database.name.toLowerCase()}.${extension}`, import.meta.url)
    let tempDatabase: TempDatabase
    let recorded: ReleaseRecord
    let app: App
    before(async function () {
      this.timeout(120_000)
      if (process.env.RECORD_RELEASE) await record(database, fixture)
      recorded = JSON.parse(await readFile(fixture('json'), 'utf8'))
      tempDatabase = await database.create()
      await load(tempDatabase, await readFile(fixture('sql'), 'utf8'))
      app = await startTestApp({ database, on: tempDatabase, kernel: createStandardKernel, clock, settings })
    })
    after(async () => {
      await app?.stop()
      await tempDatabase?.drop()
    })

    it('has the same schema as a new one', async () => {
      const fresh = new URL(`../fixtures/schema.${database.name.toLowerCase()}.txt`, import.meta.url)

      const schema = await withDatabase(tempDatabase, (db) => describeSchema(db, database.name))

      expect(schema).to.equal(await readFile(fresh, 'utf8'))
    })

    it('retains its users, roles and passwords', async () => {
      const { body: anna } = await app.logIn('anna', TEST_PASSWORD)
      const { body: sudo } = await app.logIn('sudo', TEST_PASSWORD)

      expect([anna.role, sudo.role]).to.deep.equal(['operator', 'sudo'])
    })

    it('still accepts its sessions and third-party tokens', async () => {
      const responses = await Promise.all(
        [recorded.sessionKey, recorded.token].map((key) => app.withKey(key).get('/roles')),
      )

      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200])
    })

    it('has an audit trail that can be verified', async () => {
      const { verified, problems } = await app.services.auditTrail.verify()

      expect(problems).to.deep.equal([])
      expect(verified).to.be.at.least(recorded.events)
    })

    it('exports the same configuration', async () => {
      const sudo = await app.signIn('sudo')

      expect((await sudo.get('/settings/export_config')).body.data).to.deep.equal(recorded.export)
    })

    it('accepts a new record in every table', async () => {
      const sudo = await app.signIn('sudo')
      const { Manufacturer: _, ...plant } = smallPlant()
      const next = JSON.parse(
        JSON.stringify(plant).replace(/"(PT-1|tag-1|Pump|m-1|North|Pressure|bar|float)"/g, '"$1-2"'),
      )

      const { body } = await sudo.upload('/settings/import_config', fileOf(next))

      expect(body.results.errors).to.deep.equal({})
      expect(body.results.imported).to.include({ Tags: 1, Machines: 1, Segment: 1, Variables: 1, DataTypes: 1 })
    })

    it('retains its saved settings', async () => {
      const sudo = await app.signIn('sudo')

      expect((await sudo.get('/settings')).body).to.include({ logger_period: 7.5 })
    })
  })
})

/** Fills a database over REST and dumps it. To be run once, with `RECORD_RELEASE=1`, at the first release. */
async function record(database: TestDatabase, fixture: (extension: string) => URL): Promise<void> {
  const tempDatabase = await database.create()
  const knex = singleConnectionKnex(database, tempDatabase)
  const statements = recordSchemaChanges(knex)
  const { dataDir } = tempDatabase
  await createStandardKernel({ knex, settings: { dataDir, ...settings } }).migrate()
  await knex.destroy()
  const schema = database.name === 'SQLite' ? await schemaOfSqlite(tempDatabase) : statements
  const app = await startTestApp({ database, on: tempDatabase, kernel: createStandardKernel, clock, settings })
  const recorded = await fill(app)
  await app.stopAndKeepDatabase()
  await addHistory(tempDatabase)
  await writeFile(fixture('sql'), await dumpOf(tempDatabase, schema))
  await writeFile(fixture('json'), `${JSON.stringify(recorded, undefined, 1)}\n`)
  await tempDatabase.drop()
}

async function fill(app: App): Promise<ReleaseRecord> {
  const sudo = await app.signIn('sudo')
  const anna = await app.signIn('operator', 'anna')
  const { token } = (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body
  await app.logIn('anna', 'a wrong password')
  await sudo.put('/settings/logger_period', { logger_period: 7.5 })
  const more = {
    Alarms: [{ identifier: 'alarm-1', name: 'PT-1.H', tag: 'PT-1', alarm_type: 'HIGH', trigger_value: 5.5 }],
    OPCUA: [{ client_name: 'plc', host: 'plc.test', port: 4840 }],
    OPCUAServer: [{ name: 'node 1', namespace: 'ns=2;s=1', access_type: 'Read' }],
    TagsMachines: [{ machine: 'Pump', tag: 'PT-1' }],
  }
  await sudo.upload('/settings/import_config', fileOf({ ...smallPlant(), ...more }))
  const { auditTrail } = app.services
  await until(async () => (await auditTrail.verify()).unsealed === 0)
  const { verified: events } = await auditTrail.verify()
  const { data } = (await sudo.get('/settings/export_config')).body
  return { sessionKey: anna.key, token, events, export: data }
}

/** Inserts rows into the tables to which no operation writes. */
async function addHistory(tempDatabase: TempDatabase): Promise<void> {
  const timestamp = '2026-11-23T12:00:00.000000Z'
  const event = { timestamp, message: 'a message', user: 'anna' }
  await withDatabase(tempDatabase, async (db) => {
    await db('plinth_tag_values').insert({ tag_id: 1, unit_id: 1, value: 1.5, timestamp })
    await db('plinth_events').insert(event)
    await db('plinth_alarm_summary').insert({ alarm_id: 1, alarm_state_id: 1, alarm_time: timestamp })
    await db('plinth_logs').insert({ ...event, alarm_summary_id: 1, event_id: 1 })
  })
}
