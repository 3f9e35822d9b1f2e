import { readdir } from 'node:fs/promises'
import { COMMAND, definePlugin, eventRecorders, type Knex } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  ManualClock,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TempDatabase,
  type TestResponse,
  testDatabases,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { ManualIntervals, SEALING_INTERVAL_MS, SWEEP_INTERVAL_MS } from '../../../test/support/manual-intervals.js'
import { applyFile, applyPlan, planOf } from '../../../test/support/plans.js'
import { run, SECRET_KEY, variablesFor } from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'

const NEW_PASSWORD = 'battery staple 7'
const DAY_S = 86_400
const EVENTS = 'plinth_audit_events'
const CHAIN = 'plinth_audit_chain'
/** Makes the database drop every event that records a restart of the chain. */
const DROP_RESTARTS = {
  SQLite: `CREATE TRIGGER hide BEFORE INSERT ON plinth_audit_events WHEN NEW.event = 'audit-chain-restarted'
    BEGIN SELECT RAISE(IGNORE); END`,
  PostgreSQL: `CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER hide BEFORE INSERT ON plinth_audit_events FOR EACH ROW
      WHEN (NEW.event = 'audit-chain-restarted') EXECUTE FUNCTION hide()`,
}
/** Makes the database date every event that records a restart of the chain back to 1970, where retention deletes it. */
const BACKDATE_RESTARTS = {
  SQLite: `CREATE TRIGGER hide AFTER INSERT ON plinth_audit_events WHEN NEW.event = 'audit-chain-restarted'
    BEGIN UPDATE plinth_audit_events SET happened_at = 1 WHERE id = NEW.id; END`,
  PostgreSQL: `CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.happened_at := 1; RETURN NEW; END';
    CREATE TRIGGER hide BEFORE INSERT ON plinth_audit_events FOR EACH ROW
      WHEN (NEW.event = 'audit-chain-restarted') EXECUTE FUNCTION hide()`,
}
const KEY = 'the first key of the audit trail in these tests'
const NEXT_KEY = 'the next key of the audit trail in these tests'

/** An event as listed by `GET /api/audit`. */
interface ListedEvent {
  readonly id: string
  readonly at: string
  readonly event: string
  readonly result: string
  readonly actor_kind: string
  readonly actor: string | null
  readonly target: string | null
  readonly address: string | null
  readonly request_id: string | null
  readonly details: Record<string, unknown>
  readonly sealed: boolean
}

describe('the audit trail', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, settings: { lockoutAttempts: 2 } })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const eventsOf = async (query: string): Promise<ListedEvent[]> => (await sudo.get(`/audit?${query}`)).body
    const newest = async (event: string) => {
      const [listed] = await eventsOf(`event=${event}&limit=1`)
      if (!listed) throw new Error(`there is no event ${event}`)
      return listed
    }
    const makeUser = async (name: string, role = 'operator') => {
      await app.signIn(role, name)
      return name
    }
    const attempt = (username: string, password: string) => app.logIn(username, password)

    describe('has one event, and the log one line, for', () => {
      interface Act {
        readonly event: string
        /** Performs the act; returns its target. */
        readonly act: () => Promise<string | null>
        readonly result?: 'done' | 'refused'
        readonly actor?: string | null
        readonly details?: Record<string, unknown>
      }
      const acts: Record<string, Act> = {
        'a login': {
          event: 'login',
          act: async () => {
            const name = await makeUser('lena')
            await attempt(name, TEST_PASSWORD)
            return name
          },
          actor: null,
        },
        'a wrong password': {
          event: 'login',
          act: async () => {
            const name = await makeUser('wim')
            await attempt(name, 'no such password')
            return name
          },
          result: 'refused',
          actor: null,
          details: { reason: 'wrong password' },
        },
        'an unknown name, which it does not store': {
          event: 'login',
          act: async () => {
            await attempt('perhaps a password', 'no such password')
            return null
          },
          result: 'refused',
          actor: null,
          details: { reason: 'unknown name' },
        },
        'a locked account': {
          event: 'account-locked',
          act: async () => {
            const name = await makeUser('luis')
            await attempt(name, 'no such password')
            await attempt(name, 'no such password')
            return name
          },
          actor: null,
          details: { seconds: 60 },
        },
        'the right password of a locked account': {
          event: 'login',
          act: async () => {
            await attempt('luis', TEST_PASSWORD)
            return 'luis'
          },
          result: 'refused',
          actor: null,
          details: { reason: 'locked' },
        },
        'a logout': {
          event: 'logout',
          act: async () => {
            await (await app.signIn('operator', 'otto')).post('/users/logout')
            return 'otto'
          },
          actor: 'otto',
        },
        'a signup': { event: 'signup', act: () => makeUser('sina', 'guest'), details: { role: 'guest' } },
        'a changed password': {
          event: 'password-changed',
          act: async () => {
            const own = await app.signIn('operator', 'carl')
            const change = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD }
            await own.post('/users/change_password', { target_username: 'carl', ...change })
            return 'carl'
          },
          actor: 'carl',
        },
        'a reset password': {
          event: 'password-reset',
          act: async () => {
            const name = await makeUser('rosa')
            await (await app.signIn('admin')).post('/users/reset_password', {
              target_username: name,
              new_password: NEW_PASSWORD,
            })
            return name
          },
          actor: 'admin',
        },
        'a changed role': {
          event: 'role-changed',
          act: async () => {
            const name = await makeUser('rolf', 'guest')
            await sudo.patch(`/users/${name}`, { role_name: 'Auditor' })
            return name
          },
          details: { from: 'guest', to: 'auditor' },
        },
        'a changed profile, without the values': {
          event: 'user-changed',
          act: async () => {
            await sudo.patch(`/users/${await makeUser('petra')}`, { email: 'p@plant.test', lastname: 'Ott' })
            return 'petra'
          },
          details: { fields: 'email, lastname' },
        },
        'a login of a disabled user': {
          event: 'login',
          act: async () => {
            const name = await makeUser('edna')
            await sudo.patch(`/users/${name}`, { disabled: true })
            await attempt(name, TEST_PASSWORD)
            return name
          },
          result: 'refused',
          actor: null,
          details: { reason: 'disabled' },
        },
        'disabling a user': {
          event: 'user-disabled',
          act: async () => {
            await sudo.patch(`/users/${await makeUser('dora')}`, { disabled: true })
            return 'dora'
          },
        },
        'enabling a user': {
          event: 'user-enabled',
          act: async () => {
            await sudo.patch('/users/dora', { disabled: false })
            return 'dora'
          },
        },
        'deleting a user': {
          event: 'user-deleted',
          act: async () => {
            await sudo.delete(`/users/${await makeUser('deli')}`)
            return 'deli'
          },
        },
        'ending sessions': {
          event: 'sessions-ended',
          act: async () => {
            await sudo.delete(`/users/${await makeUser('sven')}/sessions`)
            return 'sven'
          },
          details: { ended: 1 },
        },
        'a new token': {
          event: 'token-created',
          act: async () => idIn((await sudo.post('/users/create_tpt', { role_name: 'admin' })).body.token),
          details: { role: 'admin' },
        },
        'a revoked token': {
          event: 'token-revoked',
          act: async () => {
            const id = idIn((await sudo.post('/users/create_tpt', { role_name: 'admin', name: 'mes' })).body.token)
            await sudo.delete(`/tpt/${id}`)
            return id
          },
          details: { name: 'mes' },
        },
        'an export': {
          event: 'configuration-exported',
          act: async () => {
            await sudo.get('/settings/export_config')
            return null
          },
        },
        'an import': {
          event: 'configuration-imported',
          act: async () => {
            await sudo.upload('/settings/import_config', fileOf({ Roles: [{ name: 'baker', level: 50 }] }))
            return null
          },
          details: { imported: 1, skipped: 0, errors: 0, tables: 'Roles 1' },
        },
        'a refused import': {
          event: 'configuration-imported',
          act: async () => {
            await sudo.upload('/settings/import_config?atomic=true', fileOf({ Units: [{}] }))
            return null
          },
          result: 'refused',
          details: { imported: 0, skipped: 0, errors: 1 },
        },
        'a snapshot': {
          event: 'snapshot-taken',
          act: async () => (await sudo.post('/settings/snapshots', {})).body.id,
        },
        'a deleted snapshot': {
          event: 'snapshot-deleted',
          act: async () => {
            const { id } = (await sudo.post('/settings/snapshots', {})).body
            await sudo.delete(`/settings/snapshots/${id}`)
            return id
          },
        },
        'a deleted plan': {
          event: 'plan-deleted',
          act: async () => {
            const { id } = (await planOf(sudo, {})).body
            await sudo.delete(`/settings/plans/${id}`)
            return id
          },
        },
        'changed logging settings': {
          event: 'settings-changed',
          act: async () => {
            await sudo.put('/settings/logger_period', { logger_period: 12 })
            return null
          },
          details: { period: 12 },
        },
      }

      for (const [what, { event, act, result = 'done', actor = 'sudo', details = {} }] of Object.entries(acts)) {
        it(what, async () => {
          const before = Number((await eventsOf('limit=1'))[0]?.id ?? 0)
          const target = await act()

          const listed = await newest(event)
          expect(Number(listed.id), 'of this act').to.be.above(before)
          const facts = { event, result, actor, target, details, address: '127.0.0.1' }
          expect(listed).to.deep.include({ ...facts, actor_kind: actor === null ? 'nobody' : 'user' })
          expect(lineOf(app, listed)).to.deep.include(withoutEmpty({ ...facts, level: 30 }))
        })
      }

      it('nothing else', async () => {
        const events = await eventsOf('limit=1000')
        const ofRequests = events.filter(({ request_id }) => request_id !== null)
        const requests = new Set(ofRequests.map(({ request_id, event }) => `${request_id} ${event}`))

        expect(requests.size, 'one event of a type per request').to.equal(ofRequests.length)
        expect(linesWith(app, 'perhaps a password')).to.deep.equal([])
      })
    })

    it('names the caller: a token by its id, the command without a name', async () => {
      const { token } = (await sudo.post('/users/create_tpt', { role_name: 'admin' })).body
      await makeUser('tanja')
      await app.withKey(token).patch('/users/tanja', { name: 'Tanja' })
      const byToken = await newest('user-changed')
      await app.services.userAdministration.change(COMMAND, 'tanja', { isDisabled: true })
      const byCommand = await newest('user-disabled')

      expect(byToken).to.deep.include({ actor_kind: 'token', actor: idIn(token), target: 'tanja' })
      expect(byCommand).to.deep.include({ actor_kind: 'command', actor: null, address: null, request_id: null })
    })

    it('has no event of a change that changes nothing', async () => {
      await makeUser('same')
      await sudo.patch('/users/same', { name: 'Same', role_name: 'operator', disabled: false })
      const before = await countOf(app)

      const response = await sudo.patch('/users/same', { name: 'Same', role_name: 'operator', disabled: false })

      expect([response.status, await countOf(app)]).to.deep.equal([200, before])
    })

    it('has no event of a change that was refused', async () => {
      const before = await countOf(app)

      const responses = [
        await sudo.delete('/users/sudo'),
        await sudo.patch('/users/sudo', { role_name: 'guest' }),
        await sudo.post('/users/signup', {
          username: 'SUDO',
          role_name: 'guest',
          email: 'new@plant.test',
          password: NEW_PASSWORD,
        }),
        await sudo.post('/users/reset_password', { target_username: 'sudo', new_password: 'short' }),
        await sudo.delete('/tpt/none'),
        await sudo.delete('/users/sudo/sessions/999999'),
      ]

      expect(responses.map(({ status }) => status)).to.deep.equal([409, 403, 409, 400, 404, 404])
      expect(await countOf(app)).to.equal(before)
    })

    describe('is listed', () => {
      it('filtered by each field, and by time', async () => {
        await untilSealed(app) // so that `sealed` is the same in all lists
        const all = await eventsOf('limit=1000')
        const known = new Set(all.map(({ id }) => id))
        const knownOf = async (query: string) => (await eventsOf(query)).filter(({ id }) => known.has(id))
        const roleChange = all.find(({ event }) => event === 'role-changed')
        const filters = ['event', 'result', 'actor', 'actor_kind', 'target', 'address'] as const

        for (const filter of filters) {
          const found = await knownOf(`limit=1000&${filter}=${encodeURIComponent(String(roleChange?.[filter]))}`)
          expect(found, filter).to.deep.equal(all.filter((event) => event[filter] === roleChange?.[filter]))
        }
        const at = String(roleChange?.at)
        expect(await knownOf(`limit=1000&to=${at}`)).to.deep.equal(all.filter((event) => event.at < at))
        expect(await knownOf(`limit=1000&from=${at}`)).to.deep.equal(all.filter((event) => event.at >= at))
      })

      for (const query of [
        'from=',
        'to=',
        'to=yesterday',
        'from=2026-13-01T00:00:00Z',
        'before=',
        'before=1e3',
        'limit=',
        'event=',
      ])
        it(`but not filtered by ${query}, which is refused`, async () => {
          const { status, body } = await sudo.get(`/audit?${query}`)

          expect(status).to.equal(400)
          expect(body).to.have.property('code', 'INVALID_PARAMETERS')
          expect(body.errors).to.have.length(1)
          expect(body.errors[0].field).to.equal(query.split('=')[0])
        })

      it('100 at a time unless asked otherwise', async () => {
        await Promise.all(Array.from({ length: 101 }, () => attempt('nobody', 'no such password')))

        const response = await sudo.get('/audit')

        expect(response.body).to.have.length(100)
        expect(response.headers.link).to.match(/^<\?before=\d+>; rel="next"$/)
      })

      it('page by page, each event once, while others are recorded', async () => {
        const all = await eventsOf('limit=1000')
        const listed: ListedEvent[] = []
        for (let query: string | undefined = 'limit=7'; query; ) {
          const response = await sudo.get(`/audit?${query}`)
          listed.push(...response.body)
          await attempt('otto', TEST_PASSWORD)
          query = /<\?(.+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
        }

        expect(listed.map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id))
      })
    })

    it('is sealed within seconds, and verified', async () => {
      await attempt('otto', TEST_PASSWORD)
      await untilSealed(app)

      const { verified, unsealed, problems } = await app.services.auditTrail.verify()

      expect({ unsealed, problems }).to.deep.equal({ unsealed: 0, problems: [] })
      expect(verified).to.equal(await countOf(app))
    })

    describe('is written in the transaction of its change, which is rolled back if recording fails:', () => {
      let recordingFails = false
      let broken: App
      let admin: SignedIn
      before(async () => {
        const record = async () => {
          if (recordingFails) throw new Error('no room')
        }
        const failing = definePlugin()({ name: 'failing', contributes: () => [eventRecorders.of({ record })] })
        broken = await startTestApp({
          database,
          faults: 'answered',
          kernel: (options) => createStandardKernel(options).use(failing),
        })
        admin = await broken.signIn('sudo')
        await broken.signIn('operator', 'olga')
      })
      after(() => broken.stop())

      const flow = { Variables: [{ name: 'Flow' }] }
      const takeSnapshot = () => admin.post('/settings/snapshots', {})
      /** Each prepares something, and returns the request that changes it. */
      const changes: Record<string, () => Promise<() => Promise<TestResponse>>> = {
        'a changed role': async () => () => admin.patch('/users/olga', { role_name: 'guest' }),
        'a plan': async () => () => admin.upload('/settings/plans', fileOf(flow)),
        'an applied plan': async () => {
          const plan = await planOf(admin, flow)
          return () => applyPlan(admin, plan)
        },
        'a rollback': async () => {
          const { snapshot } = await applyFile(admin, flow)
          const plan = await admin.post(`/settings/snapshots/${snapshot}/plan`)
          return () => applyPlan(admin, plan)
        },
        'a snapshot': async () => takeSnapshot,
        'a deleted snapshot': async () => {
          const { id } = (await takeSnapshot()).body
          return () => admin.delete(`/settings/snapshots/${id}`)
        },
        'a deleted plan': async () => {
          const { id } = (await planOf(admin, flow)).body
          return () => admin.delete(`/settings/plans/${id}`)
        },
      }
      const state = async () => [
        (await admin.get('/settings/export_config')).body.data,
        (await admin.get('/settings/snapshots')).body,
        (await admin.get('/settings/plans')).body,
      ]
      const loggedEvents = () => linesWith(broken, '"security event"').length

      for (const [what, prepare] of Object.entries(changes))
        it(what, async () => {
          const sendChange = await prepare()
          const before = await state()
          const loggedBefore = loggedEvents()
          recordingFails = true
          const { status } = await sendChange().finally(() => {
            recordingFails = false
          })

          expect([status, loggedEvents()]).to.deep.equal([500, loggedBefore])
          expect(await state()).to.deep.equal(before)
        })
    })

    it('counts denied requests per address, with one event a minute', async () => {
      const own = await startApp({ database, clock: atStartOfMinute(), faults: 'answered' })
      await Promise.all(Array.from({ length: 20 }, () => own.withKey('nobody has this key').get('/roles')))
      await (await own.signIn('guest')).get('/settings')
      await own.stopAndKeepDatabase()

      const [denied, ...others] = await eventsIn(own.database, { event: 'requests-denied' })

      expect(others).to.deep.equal([])
      expect(denied).to.include({ result: 'refused', actor_kind: 'nobody', address: '127.0.0.1' })
      expect(JSON.parse(String(denied?.details))).to.deep.equal({ TOKEN_INVALID: 20, ROLE_INSUFFICIENT: 1 })
      await own.database.drop()
    })

    it('deletes events that are too old, and can still be verified', async () => {
      const intervals = new ManualIntervals()
      intervals.install()
      const clock = new ManualClock()
      const old = await startApp({ database, clock, settings: { auditRetention: DAY_S } })
      intervals.restore()
      for (let count = 0; count < 5; count += 1) await old.logIn('sudo', TEST_PASSWORD)
      intervals.runWithPeriod(SEALING_INTERVAL_MS)
      await untilSealed(old)
      const before = await countOf(old)
      for (const seconds of [DAY_S / 2, DAY_S / 2 + 1]) {
        clock.advance(seconds)
        await old.logIn('sudo', TEST_PASSWORD)
      }
      clock.advance(DAY_S / 4)
      intervals.runWithPeriod(SEALING_INTERVAL_MS)
      await untilSealed(old)
      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await countOf(old)) === 2)

      const { verified, problems } = await old.services.auditTrail.verify()

      expect(before).to.equal(6)
      expect({ verified, problems }).to.deep.equal({ verified: 2, problems: [] })
      await change(old, (events) => events().delete())
      expect((await old.services.auditTrail.verify()).problems).to.have.length(1)
      await old.stop()
    })

    it('retains events that were changed to look old, so that they are reported', async () => {
      const intervals = new ManualIntervals()
      intervals.install()
      const clock = new ManualClock()
      const aged = await startApp({ database, clock })
      intervals.restore()
      for (let count = 0; count < 3; count += 1) await aged.logIn('sudo', TEST_PASSWORD)
      clock.advance(8 * DAY_S) // so that the trail confirms the clock
      intervals.runWithPeriod(SEALING_INTERVAL_MS)
      await untilSealed(aged)
      await change(aged, (events) => events().where('position', '<=', 2).update({ happened_at: 1 }))

      const before = await countOf(aged)
      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => linesWith(aged, 'old events are retained').length > 0 || (await countOf(aged)) < before)

      expect((await aged.services.auditTrail.verify()).problems).to.have.length(2)
      await aged.stop()
    })
  })
})

describe('an audit trail that was changed in the database', () => {
  forEachDatabase((database) => {
    let app: App
    beforeEach(async () => {
      app = await startApp({ database })
      for (let count = 0; count < 4; count += 1) await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)
    })
    afterEach(() => app.stop())
    const problems = async () => (await app.services.auditTrail.verify()).problems

    for (const [column, value] of Object.entries({
      happened_at: 1,
      event: 'logout',
      result: 'refused',
      actor_kind: 'command',
      actor: 'anna',
      target: 'anna',
      address: '10.0.0.1',
      request_id: 'another',
      details: '{"x":1}',
      seal: 'f'.repeat(64),
    })) {
      it(`is reported when ${column} was changed`, async () => {
        await change(app, (events) =>
          events()
            .where({ position: 3 })
            .update({ [column]: value }),
        )

        const [problem] = await problems()

        expect(problem).to.match(/^Event 3 \(\w+ of \d{4}-.*, id \d+\) was changed\.$/)
      })
    }

    if (database.name === 'SQLite') {
      for (const [column, expression] of Object.entries({
        happened_at: "printf('0x%x', happened_at)",
        event: 'CAST(event AS blob)',
        target: 'CAST(target AS blob)',
        address: 'CAST(address AS blob)',
        details: 'CAST(details AS blob)',
      })) {
        it(`is reported when ${column} was changed to a value of another type, which no filter finds`, async () => {
          await change(app, (events, knex) =>
            events()
              .where({ position: 3 })
              .update({ [column]: knex.raw(expression) }),
          )

          const [problem] = await problems()

          expect(problem).to.match(/^Event 3 \(.* was changed\.$/)
        })
      }

      it('is verified to its end when positions are not numbers', async () => {
        await change(app, (_, knex) =>
          knex.raw(`
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
            INSERT INTO ${EVENTS} (happened_at, event, result, actor_kind, details, position, key_id, seal)
            SELECT 1, 'x', 'done', 'nobody', '{}', CAST(printf('%0*d', n, 5) AS blob), 'x', 'x' FROM number`),
        )

        const [problem] = await problems()

        expect(problem).to.match(/^The position of the event with the id \d+ was changed\.$/)
      })
    }

    it('is reported when an event was removed', async () => {
      await change(app, (events) => events().where({ position: 2 }).delete())

      expect(await problems()).to.deep.equal(['Event 2 is missing.'])
    })

    it('is reported when the first events were removed', async () => {
      await change(app, (events) => events().where('position', '<=', 2).delete())

      expect(await problems()).to.deep.equal(['Events 1 to 2 are missing.'])
    })

    it('is reported when the last events were removed', async () => {
      await change(app, (events) => events().where('position', '>=', 4).delete())

      expect(await problems()).to.deep.equal(['Events 4 to 5 are missing.'])
    })

    it('is reported when two events have swapped positions', async () => {
      await change(app, async (events) => {
        await events().where({ position: 2 }).update({ position: 99 })
        await events().where({ position: 3 }).update({ position: 2 })
        await events().where({ position: 99 }).update({ position: 3 })
      })

      expect(await problems()).to.have.length(3)
    })

    it('is reported when the last events and the record of the ends were rolled back together', async () => {
      const [last] = await eventsIn(app.database, { position: 3 })
      await change(app, async (events, knex) => {
        await events().where('position', '>', 3).delete()
        await knex(CHAIN).update({ last_position: 3, last_seal: String(last?.seal) })
      })

      expect(await problems()).to.deep.equal(['The record of where the chain begins and ends is changed.'])
    })

    it('is reported once more events are sealed, when it was rolled back to previous ends while a replica was running', async () => {
      const [previousEnds] = await withDatabase(app.database, (db) => db(CHAIN))
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)
      await change(app, async (events, knex) => {
        await events().where('position', '>', previousEnds.last_position).delete()
        await knex(CHAIN).update(previousEnds)
      })
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)

      expect((await problems()).join())
        .to.include('audit-chain-restarted')
        .and.to.include('"rolled back"')
    })

    if (database.name === 'PostgreSQL')
      it('is reported when events were rolled back, rewritten, and sealed again by another replica', async () => {
        const [ofOne, ofOther] = [new ManualIntervals(), new ManualIntervals()]
        const one = await startReplica(ofOne)
        const other = await startReplica(ofOther, one.database)
        const sealBy = async (intervals: ManualIntervals) => {
          await one.logIn('sudo', TEST_PASSWORD)
          intervals.runWithPeriod(SEALING_INTERVAL_MS)
          await untilSealed(one)
        }
        await sealBy(ofOne)
        const [previousEnds] = await withDatabase(one.database, (db) => db(CHAIN))
        await sealBy(ofOne)
        await change(one, async (events, knex) => {
          const rewritten = { position: null, key_id: null, seal: null, actor: 'somebody else' }
          await events().where('position', '>', previousEnds.last_position).update(rewritten)
          await knex(CHAIN).update(previousEnds)
        })
        await sealBy(ofOther)
        await sealBy(ofOne)

        expect((await one.services.auditTrail.verify()).problems.join()).to.include('"rolled back"')
        await other.stopAndKeepDatabase()
        await one.stop()
      })

    const startReplica = async (intervals: ManualIntervals, on?: TempDatabase) => {
      intervals.install()
      const replica = await startApp({ database, ...(on && { on }) })
      intervals.restore()
      return replica
    }

    for (const [what, triggers] of [
      ['drops', DROP_RESTARTS],
      ['dates back', BACKDATE_RESTARTS],
    ] as const)
      it(`is reported when its ends were changed and events removed, even if the database ${what} the report`, async () => {
        await withDatabase(app.database, (db) => db.raw(triggers[database.name]))
        await change(app, async (events, knex) => {
          const [second] = await events().where({ position: 2 })
          await knex(CHAIN).update({ first_position: 2, first_seal: second.seal, seal: 'x' })
          await events().where('position', '<=', 2).delete()
          await events().where('position', '>', 4).delete()
        })
        await app.logIn('sudo', TEST_PASSWORD)
        await untilSealed(app)

        expect((await problems()).join(' ')).to.match(/^Event 3 \(.* was changed\. Event 5 is missing\./)
      })

    it('is reported as tampering, not as a change of the key, when events were removed and the ends got an unknown key', async () => {
      await change(app, async (events, knex) => {
        await knex(CHAIN).update({ key_id: 'unknown' })
        await events().where('position', '>', 3).delete()
      })
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)

      const found = (await problems()).join(' ')
      expect(found).to.include('the chain was restarted because its ends could not be verified')
      expect(found).not.to.include('the key was changed')
    })

    it('is reported when its ends were changed and events removed, even if the report is deleted before it is sealed', async () => {
      await change(app, async (events, knex) => {
        await knex(CHAIN).update({ seal: 'x' })
        await events().where('position', '>', 3).delete()
      })
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)
      await change(app, (events) => events().where({ event: 'audit-chain-restarted' }).delete())

      expect((await problems()).join(' ')).to.match(/^Event 4 is missing\.$/)
    })

    it('is reported when a time was changed to one outside the range of dates', async () => {
      await change(app, (events) => events().where({ position: 2 }).update({ happened_at: 9e15 }))

      const listed = await (await app.signIn('sudo')).get('/audit')

      expect((await problems()).join()).to.match(/^Event 2 \(.* of 9999-12-31T23:59:59\.999Z, id \d+\) was changed\.$/)
      expect(listed.status).to.equal(200)
    })

    for (const [column, value, shown] of [
      ['details', 'not JSON', { details: { unreadable: 'not JSON' } }],
      ['details', '[1]', { details: { unreadable: '[1]' } }],
      ['result', 'perhaps', { result: 'unknown' }],
      ['actor_kind', 'ghost', { actor_kind: 'unknown' }],
    ] as const) {
      it(`is still listed and exported when ${column} was changed to ${value}`, async () => {
        await change(app, (events) =>
          events()
            .where({ position: 2 })
            .update({ [column]: value }),
        )
        const sudo = await app.signIn('sudo')

        const listed = await sudo.get('/audit')
        const exported = await sudo.get('/audit/export')

        expect(listed.body.find(({ id }: { id: string }) => id === '2')).to.deep.include(shown)
        expect(exported.text).to.include(JSON.stringify(shown).slice(1, -1))
      })
    }

    it('is reported when all of it was removed while a replica was running', async () => {
      await change(app, removeTrail)
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)

      expect((await problems()).join())
        .to.include('audit-chain-restarted')
        .and.to.include('"missing"')
    })

    it('is reported when all of it was removed while no replica was running, if the seal of an event is given', async () => {
      const { last } = await app.services.auditTrail.verify()
      const sound = await app.services.auditTrail.verify(last)
      await app.stopAndKeepDatabase()
      await withDatabase(app.database, (db) => removeTrail(() => db(EVENTS), db))
      app = await startApp({ database, on: app.database })
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)

      const { problems: found } = await app.services.auditTrail.verify(last)

      expect(sound.problems).to.deep.equal([])
      expect(found).to.deep.equal([
        `Event ${last.position}, whose seal was given, is missing: the trail ends with event 1.`,
      ])
    })

    const removeTrail = async (events: Events, knex: Knex) => {
      await events().delete()
      await knex(CHAIN).delete()
    }

    it('is still reported after further events were sealed', async () => {
      await change(app, async (events, knex) => {
        await events().where('position', '>', 3).delete()
        await knex(CHAIN).update({ last_position: 3 })
      })
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)

      expect((await problems()).join()).to.match(/Event \d \(audit-chain-restarted of .* could not be verified/)
      expect(linesWith(app, 'restarting it')).to.have.length(1)
    })

    it('is reported when the record of the ends was removed', async () => {
      await change(app, (_, knex) => knex(CHAIN).delete())

      expect(await problems()).to.deep.equal(['The record of where the chain begins and ends is missing.'])
    })

    it('is still reported after the last events and the record of the ends were removed', async () => {
      await change(app, async (events, knex) => {
        await events().where('position', '>', 3).delete()
        await knex(CHAIN).delete()
      })
      await app.logIn('sudo', TEST_PASSWORD)
      await untilSealed(app)

      expect((await problems()).join())
        .to.include('audit-chain-restarted')
        .and.to.include('"missing"')
    })
  })
})

describe('the key of the audit trail', () => {
  forEachDatabase((database) => {
    let app: App
    let tempDatabase: TempDatabase
    beforeEach(async () => {
      tempDatabase = await database.create()
      app = await startApp({ database, on: tempDatabase, settings: { auditKey: KEY } })
      await app.stopAndKeepDatabase()
    })
    afterEach(async () => {
      await app.stopAndKeepDatabase()
      await tempDatabase.drop()
    })
    const restart = async (settings: object) => {
      app = await startApp({ database, on: tempDatabase, settings: { ...settings } })
      await app.logIn('sudo', TEST_PASSWORD)
    }
    const problems = async () => (await app.services.auditTrail.verify()).problems

    it('can be changed without a problem while the previous one is known', async () => {
      await restart({ auditKey: NEXT_KEY, auditKeyPrevious: KEY })
      await untilSealed(app)

      expect(await problems()).to.deep.equal([])
    })

    it('must be known to verify the events that it has sealed', async () => {
      await restart({ auditKey: NEXT_KEY, auditKeyPrevious: KEY })
      await untilSealed(app)
      await app.stopAndKeepDatabase()
      await restart({ auditKey: NEXT_KEY })

      expect(await problems()).to.have.length.above(0)
      for (const problem of await problems())
        expect(problem).to.match(/(is|are) sealed with a key that is not configured \(\w+\)/)
    })

    if (database.name === 'SQLite') {
      it('is replaced at the next start, which every verification reports', async () => {
        await restart({ auditKey: NEXT_KEY })
        await untilSealed(app)

        expect((await problems()).join())
          .to.include('audit-chain-restarted')
          .and.to.include('the key was changed, and Plinth was started without the previous one')
      })
    } else {
      it('is replaced only on request: until then a replica with another key is not ready and does not seal', async () => {
        await restart({ auditKey: NEXT_KEY })
        await until(() => linesWith(app, 'is not sealed with PLINTH_AUDIT_KEY').length > 0)
        const ready = await app.get('/health/ready')
        const before = await unsealedIn(app)
        await app.services.auditTrail.adoptKey()
        await untilSealed(app)

        expect([ready.status, before > 0]).to.deep.equal([503, true])
        expect((await app.get('/health/ready')).status).to.equal(200)
        expect((await problems()).join()).to.include('audit-chain-restarted')
      })
    }
  })
})

describe('two replicas', () => {
  it('seal one chain together while both record events', async function () {
    this.timeout(60_000)
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    const one = await startApp({ database: postgres })
    const other = await startApp({ database: postgres, on: one.database })
    await Promise.all(Array.from({ length: 100 }, (_, at) => [one, other][at % 2]?.logIn('sudo', TEST_PASSWORD)))
    await untilSealed(one)

    const { verified, problems } = await other.services.auditTrail.verify()

    expect({ verified, problems }).to.deep.equal({ verified: 101, problems: [] })
    await other.stop()
    await one.stop()
  })
})

describe('plinth audit', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    it('verify prints the problems, and exits with 1 if there are any', async () => {
      const tempDatabase = await database.create()
      const app = await startApp({ database, on: tempDatabase, settings: { secretKey: SECRET_KEY, auditKey: KEY } })
      await untilSealed(app)
      await app.stopAndKeepDatabase()
      const variables = { ...variablesFor(tempDatabase), PLINTH_AUDIT_KEY: KEY }

      const sound = await run(['audit', 'verify'], variables)
      await withDatabase(tempDatabase, (db) => db(EVENTS).where({ position: 1 }).update({ target: 'anna' }))
      const changed = await run(['audit', 'verify'], variables)
      const asJson = await run(['audit', 'verify', '--json'], variables)

      expect(sound).to.deep.include({ code: 0, stderr: '' })
      expect(sound.stdout).to.match(/^1 event verified, unchanged\.\nLast event: 1 [0-9a-f]{64}\n$/)
      expect(changed.code).to.equal(1)
      expect(changed.stdout).to.match(/^Event 1 \(first-start of .*\) was changed\.\n0 events/)
      expect([asJson.code, JSON.parse(asJson.stdout).problems.length]).to.deep.equal([1, 1])
      const noted = await run(['audit', 'verify', '--after', `7 ${'0'.repeat(64)}`], variables)
      expect(noted.stdout).to.include('Event 7, whose seal was given, is missing: the trail ends with event 1.')
      expect(await run(['audit', 'verify', '--after', 'anything'], variables)).to.include({ code: 1, stdout: '' })
      await tempDatabase.drop()
    })

    it('verify only reads, even without the key or with a wrong one', async () => {
      const tempDatabase = await database.create()
      const app = await startApp({ database, on: tempDatabase, settings: { secretKey: SECRET_KEY } })
      await untilSealed(app)
      await app.stopAndKeepDatabase()
      const { PLINTH_SECRET_KEY: _, ...keyless } = variablesFor(tempDatabase)
      const stateOf = async () => ({
        files: (await readdir(tempDatabase.dataDir)).toSorted(),
        events: await eventsIn(tempDatabase, {}),
        ends: await withDatabase(tempDatabase, (db) => db('plinth_audit_chain')),
      })
      const before = await stateOf()

      const without = await run(['audit', 'verify'], keyless)
      const another = await run(['audit', 'verify'], {
        ...keyless,
        PLINTH_SECRET_KEY: 'another key of more than 32 bytes, which has sealed nothing',
      })
      const after = await stateOf()
      const sound = await run(['audit', 'verify'], { ...keyless, PLINTH_SECRET_KEY: SECRET_KEY })

      expect(after).to.deep.equal(before)
      expect(without).to.deep.include({ code: 3, stdout: '' })
      expect(without.stderr).to.match(
        database.name === 'SQLite'
          ? /^The key that seals the audit trail is missing: .*secret\.key/
          : /^PLINTH_SECRET_KEY/,
      )
      expect([another.code, another.stderr]).to.deep.equal([1, ''])
      expect(another.stdout).to.match(/(is|are) sealed with a key that is not configured/)
      expect(sound).to.include({ code: 0, stderr: '' })
      await tempDatabase.drop()
    })
  })
})

type Events = () => Knex.QueryBuilder

async function change(app: App, execute: (events: Events, knex: Knex) => PromiseLike<unknown>): Promise<void> {
  await app.services.database.write(async (transaction) => void (await execute(() => transaction(EVENTS), transaction)))
}

const countOf = (app: App) => count(app, {})
const unsealedIn = (app: App) => count(app, { position: null })

function count(app: App, where: object): Promise<number> {
  return app.services.database.read(async (knex) => {
    const [row] = await knex(EVENTS).where(where).count({ count: '*' })
    return Number(row?.count)
  })
}

async function untilSealed(app: App): Promise<void> {
  await until(async () => (await unsealedIn(app)) === 0)
}

function eventsIn(tempDatabase: TempDatabase, where: object): Promise<Record<string, unknown>[]> {
  return withDatabase(tempDatabase, (db) => db(EVENTS).where(where).orderBy('id'))
}

/** Returns the log line of an event; expects exactly one. */
function lineOf(app: App, { request_id, event }: Pick<ListedEvent, 'request_id' | 'event'>): object {
  const lines = app.logLines.map((line) => JSON.parse(line))
  const found = lines.filter((line) => line.msg === 'security event' && line.request_id === request_id)
  const [line, ...others] = found.filter((line) => line.event === event)
  expect(others, 'more than one line').to.deep.equal([])
  return line
}

/** Omits nulls and empty objects, as log lines do. */
function withoutEmpty(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && !isEmpty(value)))
}

const isEmpty = (value: unknown) => typeof value === 'object' && Object.keys(value ?? {}).length === 0

/** The `jti` of a token. */
function idIn(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
}

function linesWith(app: App, text: string): string[] {
  return app.logLines.filter((line) => line.includes(text))
}

/** Returns a clock at the start of a minute, so that no minute ends during a test. */
function atStartOfMinute(): ManualClock {
  const clock = new ManualClock()
  clock.advance(60 - (clock.now() % 60_000) / 1_000)
  return clock
}
