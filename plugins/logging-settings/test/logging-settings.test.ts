import { createKernel, definePlugin, type SettingValues } from '@plinth/kernel'
import { createStandardKernel, standardPlugins } from '@plinth/service'
import {
  forEachDatabase,
  type SignedIn,
  startTestApp,
  type TestClient,
  type TestResponse,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const SECRET_KEY = 'a key for tests only, of 32 bytes or more'
/** Fills the table as an earlier version did. */
const savedByAnEarlierVersion = definePlugin()({
  name: 'earlier-version',
  dependsOn: ['logging-settings'],
  migrations: [
    {
      name: '001-saved-settings',
      async up(transaction) {
        const saved = { id: 1, level: 40, max_bytes: 5_000_000_000, backup_count: 1_000 }
        await transaction('plinth_logging_settings').insert(saved)
      },
    },
  ],
})
const PERIOD_PROBLEM = 'Logger period must be >= 1.0'
const PAIR_PROBLEM = 'Both log_max_bytes and log_backup_count must be provided together'
const DEFAULTS = { logger_period: 10, log_max_bytes: 10_485_760, log_backup_count: 3, log_level: 20 }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const UPDATES = ['/settings/update', '/settings/logger_period'] as const

describe('logging settings', () => {
  forEachDatabase((database) => {
    describe('over REST', () => {
      let app: App
      let sudo: SignedIn
      before(async () => {
        app = await startApp({ database })
        sudo = await app.signIn('sudo')
      })
      after(() => app.stop())
      beforeEach(async () => {
        const response = await sudo.put('/settings/update', DEFAULTS)
        expect(response.text).to.equal('Settings updated')
      })
      const currentSettings = async () => (await sudo.get('/settings')).body

      it('are shown with their current values', async () => {
        const response = await sudo.get('/settings')

        expect(response.status).to.equal(200)
        expect(response.headers['content-type']).to.match(/^application\/json/)
        expect(response.body).to.deep.equal(DEFAULTS)
      })

      for (const change of [
        {},
        { logger_period: 1 },
        { logger_period: 1.5 },
        { logger_period: 86_400.25 },
        { log_max_bytes: 1_024, log_backup_count: 1 },
        { log_max_bytes: 5_000_000_000, log_backup_count: 1_001 },
        { log_max_bytes: 2 ** 53 - 1, log_backup_count: 2 ** 31 },
        { log_max_bytes: 2 ** 53, log_backup_count: 2 ** 53 },
        { log_max_bytes: 2 ** 63, log_backup_count: 2 ** 64 },
        { log_max_bytes: 1e300, log_backup_count: 1.5e300 },
        { log_level: 0 },
        { log_level: 10 },
        { log_level: 30 },
        { log_level: 40 },
        { log_level: 50 },
        { logger_period: 2.5, log_max_bytes: 4_096, log_backup_count: 7, log_level: 10 },
      ]) {
        it(`accept ${JSON.stringify(change)} and leave the other settings unchanged`, async () => {
          const response = await sudo.put('/settings/update', change)

          expectText(response, 200, 'Settings updated')
          expect(await currentSettings()).to.deep.equal({ ...DEFAULTS, ...change })
        })
      }

      for (const [body, text] of [
        [{ logger_period: 0.99 }, PERIOD_PROBLEM],
        [{ logger_period: 0 }, PERIOD_PROBLEM],
        [{ logger_period: -1 }, PERIOD_PROBLEM],
        [{ logger_period: '5' }, PERIOD_PROBLEM],
        [{ logger_period: true }, PERIOD_PROBLEM],
        [{ logger_period: null }, PERIOD_PROBLEM],
        [{ logger_period: [5] }, PERIOD_PROBLEM],
        [{ log_max_bytes: 2_048 }, PAIR_PROBLEM],
        [{ log_backup_count: 2 }, PAIR_PROBLEM],
        [{ log_max_bytes: 2_048, log_level: 30 }, PAIR_PROBLEM],
        // Problems are reported in the order period, pair, level.
        [{ log_level: 15, log_max_bytes: 1, logger_period: 0 }, PERIOD_PROBLEM],
        [{ log_level: 15, log_backup_count: 0, log_max_bytes: 1, logger_period: 0.5 }, PERIOD_PROBLEM],
        [{ log_level: 15, log_max_bytes: 1, logger_period: 5 }, PAIR_PROBLEM],
        [{ log_level: 15, log_backup_count: 0 }, PAIR_PROBLEM],
        [{ log_level: 15, colour: 'red', logger_period: 0 }, PERIOD_PROBLEM],
      ] as const) {
        it(`refuse ${JSON.stringify(body)} with the documented message, and change nothing`, async () => {
          const response = await sudo.put('/settings/update', body)

          expectText(response, 400, text)
          expect(await currentSettings()).to.deep.equal(DEFAULTS)
        })
      }

      for (const [body, about] of [
        [{ log_max_bytes: 1_023, log_backup_count: 2 }, 'log_max_bytes'],
        [{ log_max_bytes: 2_048.5, log_backup_count: 2 }, 'log_max_bytes'],
        [{ log_max_bytes: '2048', log_backup_count: 2 }, 'log_max_bytes'],
        [{ log_max_bytes: null, log_backup_count: 2 }, 'log_max_bytes'],
        [{ log_max_bytes: 2_048, log_backup_count: 0 }, 'log_backup_count'],
        [{ log_max_bytes: 2_048, log_backup_count: 1.5 }, 'log_backup_count'],
        [{ log_max_bytes: 2_048, log_backup_count: '2' }, 'log_backup_count'],
        [{ log_max_bytes: 1, log_backup_count: 2, log_level: 15 }, 'log_max_bytes'],
        [{ log_level: 15 }, 'log_level'],
        [{ log_level: -10 }, 'log_level'],
        [{ log_level: 60 }, 'log_level'],
        [{ log_level: '20' }, 'log_level'],
        [{ log_level: null }, 'log_level'],
        [{ log_level: true }, 'log_level'],
        [{ colour: 'red' }, 'logger_period, log_max_bytes, log_backup_count, log_level'],
        [{ logger_period: 20, log_max_bytes: 4_096, log_backup_count: 5, log_level: 15 }, 'log_level'],
        [{ logger_period: 20, log_level: 30, log_max_bytes: 4_096, log_backup_count: 0 }, 'log_backup_count'],
        [{ log_level: 30, colour: 'red' }, 'log_level'],
      ] as const) {
        it(`refuse ${JSON.stringify(body)} in plain text that names the field, and change nothing`, async () => {
          const response = await sudo.put('/settings/update', body)

          expectText(response, 400)
          expect(response.text).to.include(about)
          expect(await currentSettings()).to.deep.equal(DEFAULTS)
        })
      }

      for (const field of Object.keys(DEFAULTS)) {
        it(`refuse a ${field} that no double can hold, and change nothing`, async () => {
          const pair = field.includes('backup') ? '"log_max_bytes":2048' : '"log_backup_count":2'
          const body = `{"${field}":1e400${/backup|bytes/.test(field) ? `,${pair}` : ''}}`

          const response = await sudo.send('PUT', '/settings/update', { headers: JSON_TYPE, body })

          expectText(response, 400, 'Numbers must be <= 1.7976931348623157e+308')
          expect(await currentSettings()).to.deep.equal(DEFAULTS)
        })
      }

      it('accept the period on its own route', async () => {
        const response = await sudo.put('/settings/logger_period', { logger_period: 2.5 })

        expectText(response, 200, 'Logger period updated')
        expect(await currentSettings()).to.deep.equal({ ...DEFAULTS, logger_period: 2.5 })
      })

      for (const body of [
        { logger_period: 0.99 },
        { logger_period: '5' },
        { logger_period: null },
        {},
        { period: 5 },
      ]) {
        it(`refuse ${JSON.stringify(body)} as a period on its own route`, async () => {
          const response = await sudo.put('/settings/logger_period', body)

          expectText(response, 400, PERIOD_PROBLEM)
          expect(await currentSettings()).to.deep.equal(DEFAULTS)
        })
      }

      it('refuse other fields on the route of the period', async () => {
        const response = await sudo.put('/settings/logger_period', { logger_period: 5, log_level: 30 })

        expectText(response, 400)
        expect(response.text).to.include('logger_period')
        expect(await currentSettings()).to.deep.equal(DEFAULTS)
      })

      for (const path of UPDATES) {
        for (const [body, contentType, status] of [
          ['[]', 'application/json', 400],
          ['null', 'application/json', 400],
          ['"5"', 'application/json', 400],
          ['{"logger_period": 5', 'application/json', 400],
          ['', 'application/json', 400],
          ['logger_period=5', 'application/x-www-form-urlencoded', 415],
        ] as const) {
          it(`are refused with ${status} in JSON at ${path} for ${body || 'an empty body'} as ${contentType}`, async () => {
            const response = await sudo.put(path, body, { headers: { 'Content-Type': contentType } })

            expectProblem(response, status)
            expect(await currentSettings()).to.deep.equal(DEFAULTS)
          })
        }

        it(`may be sent to ${path} with a trailing slash`, async () => {
          const response = await sudo.put(`${path}/`, { logger_period: 5 })

          expect(response.status).to.equal(200)
          expect(await currentSettings()).to.deep.equal({ ...DEFAULTS, logger_period: 5 })
        })
      }

      for (const [method, path, body] of [
        ['GET', '/settings', undefined],
        ['PUT', '/settings/update', { log_level: 15 }],
        ['PUT', '/settings/logger_period', { logger_period: 0 }],
      ] as const) {
        it(`require a key at ${method} ${path}, before the body is validated`, async () => {
          const responses = [
            await app.send(method, path, { body }),
            await app.withKey('no such key').send(method, path, { body }),
          ]

          for (const response of responses) {
            expectProblem(response, 401)
            expect(response.body.message).to.equal('Token is missing or invalid')
          }
        })

        it(`require a role of level 1 or below at ${method} ${path}`, async () => {
          const [supervisor, operator] = [await app.signIn('supervisor'), await app.signIn('operator')]

          const responses = [
            await supervisor.send(method, path, { body }),
            await operator.send(method, path, { body: body && { log_level: 50 } }),
          ]

          for (const response of responses) expectProblem(response, 403)
          expect(await currentSettings()).to.deep.equal(DEFAULTS)
        })
      }

      it('may be changed by an admin, and by a third-party token that acts as one', async () => {
        const admin = await app.signIn('admin')
        const { token } = (await sudo.post('/users/create_tpt', { role_name: 'admin' })).body

        const responses = [
          await admin.put('/settings/logger_period', { logger_period: 5 }),
          await app.withKey(token).put('/settings/update', { log_level: 30 }),
        ]

        expect(responses.map(({ status }) => status)).to.deep.equal([200, 200])
        expect(await currentSettings()).to.deep.equal({ ...DEFAULTS, logger_period: 5, log_level: 30 })
      })

      it('are consistent after many concurrent changes', async () => {
        const changes = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
          logger_period: number,
          log_max_bytes: 1_024 * number,
          log_backup_count: number,
          log_level: 20 as const,
        }))

        const responses = await Promise.all(changes.map((change) => sudo.put('/settings/update', change)))

        for (const response of responses) expectText(response, 200, 'Settings updated')
        expect(changes).to.deep.include(await currentSettings())
      })

      it('apply from the next log line on', async () => {
        await sudo.put('/settings/update', { log_level: 40 })
        const before = app.logLines.length
        const requests = () => requestsIn(app.logLines.slice(before)).filter(({ route }) => route === '/roles')

        await sendRequests(sudo, 5)
        await sudo.put('/settings/update', { log_level: 20 })
        await sendRequests(sudo, 1)

        await until(() => requests().length > 0)
        expect(requests()).to.have.length(1)
      })
    })

    it('suppress no security event at any level', async () => {
      const app = await startApp({ database })
      const sudo = await app.signIn('sudo')
      await sudo.put('/settings/update', { log_level: 50 })
      const before = app.logLines.length
      await app.signIn('sudo')
      await sudo.get('/settings')

      await app.stop()
      const events = app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security event')
      expect(events.map(({ event }) => event).slice(-2)).to.deep.equal(['settings-changed', 'login'])
      expect(app.logLines).to.have.length(before + 1)
    })

    describe('after a restart', () => {
      let first: App
      beforeEach(async () => {
        first = await startApp({ database, settings: { logLevel: 10, loggerPeriod: 4, logBackupCount: 9 } })
      })
      afterEach(() => first.stop())
      const restart = async (settings: SettingValues) => {
        await first.stopAndKeepDatabase()
        return startApp({ database, on: first.database, settings })
      }
      const settingsOf = async (app: App) => (await (await app.signIn('sudo')).get('/settings')).body

      it('are the saved ones, applied from the first line on', async () => {
        const sudo = await first.signIn('sudo')
        await sudo.put('/settings/update', { logger_period: 2.5, log_level: 40 })
        await sudo.put('/settings/update', { log_max_bytes: 2 ** 53, log_backup_count: 2 ** 40 })

        const app = await restart({})
        const listed = await settingsOf(app)
        await app.stop()

        const saved = { logger_period: 2.5, log_max_bytes: 2 ** 53, log_backup_count: 2 ** 40, log_level: 40 }
        expect(listed).to.deep.equal(saved)
        expect(requestsIn(app.logLines)).to.deep.equal([])
      })

      it('are the ones that an earlier version saved', async () => {
        const tempDatabase = await database.create()
        const { url, dataDir } = tempDatabase
        const settings = { databaseUrl: url, dataDir, secretKey: SECRET_KEY, auditKey: SECRET_KEY }
        const earlierPlugins = standardPlugins.map((plugin) =>
          plugin.name === 'logging-settings' ? { ...plugin, migrations: plugin.migrations?.slice(0, 1) ?? [] } : plugin,
        )
        await createKernel({ settings })
          .useAll([...earlierPlugins, savedByAnEarlierVersion])
          .migrate()

        const app = await startTestApp({
          database,
          on: tempDatabase,
          kernel: (all) => createStandardKernel(all).use(savedByAnEarlierVersion),
        })
        const { body } = await (await app.signIn('sudo')).get('/settings')
        await app.stop()
        await tempDatabase.drop()

        const saved = { log_max_bytes: 5_000_000_000, log_backup_count: 1_000, log_level: 40 }
        expect(body).to.deep.equal({ ...DEFAULTS, ...saved })
      })

      it('follow the new environment, which saved values override', async () => {
        await (await first.signIn('sudo')).put('/settings/logger_period', { logger_period: 2.5 })

        const app = await restart({ logLevel: 'warning', loggerPeriod: 60, logMaxBytes: 2_048, logBackupCount: 5 })
        const listed = await settingsOf(app)
        await app.stop()

        expect(listed).to.deep.equal({ logger_period: 2.5, log_max_bytes: 2_048, log_backup_count: 5, log_level: 30 })
      })

      it('are logged if they override the environment, while its level still applies', async () => {
        const sudo = await first.signIn('sudo')
        await sudo.put('/settings/update', { logger_period: 4, log_level: 40 })

        const app = await restart({ logLevel: 10, loggerPeriod: 4, logBackupCount: 9 })
        await app.stop()

        const lines = app.logLines.map((line) => JSON.parse(line))
        expect(lines.find(({ msg }) => /^saved logging settings replace/.test(msg))?.settings).to.include({ level: 40 })
      })

      it('are those of the environment when nothing was saved', async () => {
        const before = await settingsOf(first)

        const app = await restart({ logLevel: 0 })
        const after = await settingsOf(app)
        await app.stop()

        expect(before).to.deep.equal({ ...DEFAULTS, logger_period: 4, log_backup_count: 9, log_level: 10 })
        expect(after).to.deep.equal({ ...DEFAULTS, log_level: 0 })
      })

      it('include nothing of a change that was refused', async () => {
        const sudo = await first.signIn('sudo')
        await sudo.put('/settings/update', { logger_period: 20, log_level: 15 })

        const app = await restart({})
        const listed = await settingsOf(app)
        await app.stop()

        expect(listed).to.deep.equal(DEFAULTS)
      })
    })

    if (database.name === 'PostgreSQL') {
      describe('on two replicas', () => {
        let one: App
        let other: App
        before(async () => {
          one = await startApp({ database })
          other = await startApp({ database, on: one.database })
        })
        after(async () => {
          await other.stop()
          await one.stop()
        })

        it('reach the other replica and its log without a restart', async () => {
          const [here, there] = [await one.signIn('sudo'), await other.signIn('sudo')]
          const change = { logger_period: 7, log_max_bytes: 4_096, log_backup_count: 7, log_level: 40 }

          await here.put('/settings/update', change)
          await until(async () => (await there.get('/settings')).body.log_level === 40)
          const listed = (await there.get('/settings')).body
          const before = other.logLines.length
          await sendRequests(there, 5)

          expect(listed).to.deep.equal(change)
          expect(requestsIn(other.logLines.slice(before))).to.deep.equal([])
          await there.put('/settings/update', { log_level: 20 })
          await until(async () => (await here.get('/settings')).body.log_level === 20)
        })
      })
    }
  })
})

interface LogRecord {
  readonly msg: string
  readonly route?: string | null
}

function expectText(response: TestResponse, status: number, text?: string): void {
  expect(response.status).to.equal(status)
  expect(response.headers['content-type']).to.equal('text/plain; charset=utf-8')
  expect(response.text)
    .to.equal(text ?? response.text)
    .and.not.to.equal('')
}

function expectProblem(response: TestResponse, status: number): void {
  expect(response.status).to.equal(status)
  expect(response.headers['content-type']).to.match(/^application\/json/)
  expect(response.body).to.include.keys('message', 'code', 'request_id')
}

async function sendRequests(client: TestClient, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) expect((await client.get('/roles')).status).to.equal(200)
}

function requestsIn(logLines: readonly string[]): LogRecord[] {
  return logLines.map((line) => JSON.parse(line) as LogRecord).filter(({ msg }) => msg === 'request')
}
