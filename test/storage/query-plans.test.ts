import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, ManualClock, startTestApp, TEST_PASSWORD, type TestDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import type { App } from '../support/app.js'
import { sqliteConfig } from '../support/host-knex.js'
import { ManualIntervals, SEALING_INTERVAL_MS, SWEEP_INTERVAL_MS } from '../support/manual-intervals.js'
import { type SentStatement, scansOf } from '../support/query-plan.js'

/** Enough rows for a planner to prefer an index to a table scan. */
const ROWS = 5_000
const DAY_S = 86_400
/** Number of events with a timestamp in the future: more than one step deletes. */
const FUTURE_EVENTS = 60
/**
 * Names in query plans that may be scanned: the chain is a table with one row, and the others are lists of values and
 * intermediate results within the statement.
 */
const SCANNABLE = ['plinth_audit_chain', 'links', 'json_each', 'found', 'page', 'users']

describe('every statement of a frequent request', () => {
  forEachDatabase((database) => {
    let app: App
    let hostKnex: Knex

    before(async () => {
      const tempDatabase = await database.create()
      hostKnex = knex(clientFor(database, tempDatabase.url))
      app = await startTestApp({
        database,
        on: tempDatabase,
        kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
      })
      await fill(hostKnex)
    })

    after(async () => {
      const { database: tempDatabase } = app
      await app.stopAndKeepDatabase()
      await hostKnex.destroy()
      await tempDatabase.drop()
    })

    it('finds its rows with an index', async () => {
      const statements = await statementsDuring(hostKnex, () => sendFrequentRequests(app))
      const scans = await Promise.all(
        statements.map(async (statement) => {
          const scanned = await scansOf(hostKnex, statement)
          return { sql: statement.sql, scans: scanned.filter((table) => !SCANNABLE.includes(table)) }
        }),
      )

      expect(statements.length).to.be.greaterThan(20)
      expect(scans.filter((statement) => statement.scans.length > 0)).to.deep.equal([])
    })

    it('would be reported if it scanned a table', async () => {
      const sql = "SELECT id FROM plinth_users WHERE lastname = 'unknown'"

      expect(await scansOf(hostKnex, { sql, bindings: [] })).to.deep.equal(['plinth_users'])
    })
  })
})

describe('every statement of a sweep of the audit trail', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const intervals = new ManualIntervals()
    let app: App
    let hostKnex: Knex

    before(async () => {
      const tempDatabase = await database.create()
      hostKnex = knex(clientFor(database, tempDatabase.url))
      intervals.install()
      clock.advance(400 * DAY_S)
      app = await startTestApp({
        database,
        on: tempDatabase,
        clock,
        settings: { auditRetention: 20 * DAY_S },
        kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
      })
      intervals.restore()
      await Promise.all(Array.from({ length: FUTURE_EVENTS }, () => app.logIn('sudo', TEST_PASSWORD)))
      clock.advance(-400 * DAY_S)
      await app.logIn('sudo', TEST_PASSWORD)
      await seal()
      await fill(hostKnex)
    })

    after(async () => {
      const { database: tempDatabase } = app
      await app.stopAndKeepDatabase()
      await hostKnex.destroy()
      await tempDatabase.drop()
    })

    const count = async (where: object = {}) =>
      Number((await hostKnex('plinth_audit_events').where(where).count({ count: '*' }))[0]?.count)
    const seal = async () => {
      intervals.runWithPeriod(SEALING_INTERVAL_MS)
      await until(async () => (await count({ position: null })) === 0)
    }
    /** Excludes `count`, which the test itself queries. */
    const isAuditStatement = ({ sql }: SentStatement) => /plinth_audit/.test(sql) && !/count\(/.test(sql)

    it('finds its rows with an index, even after events with a timestamp in the future', async () => {
      for (let days = 0; days < 21; days += 5) {
        clock.advance(5 * DAY_S)
        await app.logIn('sudo', TEST_PASSWORD)
      }
      await seal()
      const all = await count()

      const sent = await statementsDuring(hostKnex, async () => {
        intervals.runWithPeriod(SWEEP_INTERVAL_MS)
        await until(async () => (await count()) === all - FUTURE_EVENTS - 2)
      })
      const statements = sent.filter(isAuditStatement)
      const scans = await Promise.all(statements.map((statement) => scansOf(hostKnex, statement)))

      expect(statements.map(({ sql }) => sql).join('\n'))
        .to.match(/happened_at. between/)
        .and.to.match(/happened_at. <=/)
      expect(scans.flat().filter((table) => !SCANNABLE.includes(table))).to.deep.equal([])
    })
  })
})

/** Sends the frequent requests of users and other systems. */
async function sendFrequentRequests(app: App): Promise<void> {
  const sudo = await app.signIn('sudo')
  const operator = await app.signIn('operator')
  const { token } = (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body as { token: string }
  const change = { target_username: 'operator', current_password: TEST_PASSWORD, new_password: `${TEST_PASSWORD}!` }

  const neighbour = {
    username: 'neighbour',
    email: 'neighbour@plinth.test',
    role_name: 'guest',
    password: TEST_PASSWORD,
  }

  const responses = [
    await operator.get('/users/operator'),
    await sudo.post('/users/signup', neighbour),
    await sudo.post('/users/signup', neighbour),
    await operator.get('/users/person-77'),
    await app.withKey(token).get('/users/person-78'),
    await operator.get('/users/nobody'),
    await operator.get('/users/?state=ended'),
    await app.logIn('person-79', 'not the password'),
    await app.logIn('person-80', 'not the password'),
    await sudo.get('/audit?event=login&actor=person-81'),
    await sudo.get('/audit?target=person-81&result=refused'),
    await sudo.get('/audit?actor_kind=token'),
    await sudo.get('/audit?address=10.0.0.81&limit=1000'),
    await sudo.get('/audit?event=login&from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z'),
    await operator.get('/audit/own'),
    await operator.get('/audit/own?before=1000000&limit=1'),
    await operator.post('/users/change_password', change),
    await operator.post('/users/logout'),
    await operator.get('/users/operator'),
  ]

  expect(responses.map(({ status }) => status)).to.deep.equal([
    200, 200, 409, 200, 200, 404, 200, 403, 403, 200, 200, 200, 200, 200, 200, 200, 200, 200, 401,
  ])
}

async function statementsDuring(knex: Knex, action: () => Promise<void>): Promise<SentStatement[]> {
  const statements = new Map<string, SentStatement>()
  const record = ({ sql, bindings = [] }: SentStatement) => {
    if (/^\s*(with|select|insert|update|delete)/i.test(sql)) statements.set(sql, { sql, bindings })
  }
  knex.on('query', record)
  await action()
  knex.off('query', record)
  return [...statements.values()]
}

/** Inserts `ROWS` users, their sessions and second factors, login failures, addresses, tokens and audit events. */
async function fill(knex: Knex): Promise<void> {
  const role = await knex('plinth_roles').select('id').where({ name: 'operator' }).first()
  const now = Date.now()
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
  const tables: Readonly<Record<string, (name: string, number: number) => object>> = {
    plinth_users: (name) => ({
      identifier: name,
      username: name,
      username_key: name,
      email: `${name}@plant.test`,
      email_key: `${name}@plant.test`,
      role_id: role.id,
    }),
    plinth_sessions: (name) => ({ key_digest: name, user_identifier: name, created_at: now, last_used_at: now }),
    plinth_second_factors: (name) => ({
      user_identifier: name,
      sealed_secret: 'sealed',
      enrolled_at: now,
      last_step: 0,
    }),
    plinth_login_failures: (name) => ({ account: name, failures: 1, locked_until: 0, failed_at: now }),
    plinth_rate_limits: (name) => ({ address: name, minute: 1, attempts: 1 }),
    plinth_third_party_tokens: (name) => ({ jti: name, role_name: 'operator', created_at: now, created_by: 'sudo' }),
    plinth_audit_events: (name, number) => ({
      happened_at: now + number,
      event: number % 2 === 0 ? 'login' : 'logout',
      result: 'done',
      actor_kind: 'user',
      actor: name,
      target: name,
      address: `10.0.${number >> 8}.${number & 255}`,
      details: '{}',
      position: number + ROWS,
    }),
  }
  for (const [table, rowOf] of Object.entries(tables)) {
    await knex.batchInsert(
      table,
      numbers.map((number) => rowOf(`person-${number}`, number)),
      100,
    )
  }
  await knex.raw('ANALYZE')
}

function clientFor({ name }: TestDatabase, url: string): Knex.Config {
  if (name === 'PostgreSQL') return { client: 'pg', connection: url, pool: { min: 0, max: 5 } }
  return sqliteConfig(url)
}
