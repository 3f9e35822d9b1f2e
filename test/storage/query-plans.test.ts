import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, ManualClock, startTestApp, TEST_PASSWORD, type TestDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import type { App } from '../support/app.js'
import { ManualIntervals } from '../support/manual-intervals.js'
import { type SentStatement, scansOf } from '../support/query-plan.js'

/** Enough rows for a planner to prefer an index to a table scan. */
const ROWS = 5_000
/** In seconds. */
const DAY = 86_400
/** Events that are ahead of the clock: more than are deleted in one step. */
const AHEAD = 60
/**
 * The chain has one row, whatever grows; the events that are sealed at once, and the users that are held, are listed in
 * the statement.
 */
const OF_FEW_ROWS = ['plinth_audit_chain', 'links', 'json_each']

describe('every statement of frequent requests', () => {
  forEachDatabase((database) => {
    let app: App
    let lent: Knex

    before(async () => {
      const place = await database.create()
      lent = knex(clientFor(database, place.url))
      app = await startTestApp({
        database,
        on: place,
        kernel: (options) => createStandardKernel({ ...options, knex: lent }),
      })
      await fill(lent)
    })

    after(async () => {
      const { database: place } = app
      await app.stopOnly()
      await lent.destroy()
      await place.drop()
    })

    it('finds its rows by an index', async () => {
      const statements = await statementsDuring(lent, () => walkTheRoads(app))
      const scans = await Promise.all(
        statements.map(async (statement) => {
          const walked = await scansOf(lent, statement)
          return { sql: statement.sql, scans: walked.filter((table) => !OF_FEW_ROWS.includes(table)) }
        }),
      )

      expect(statements.length).to.be.greaterThan(20)
      expect(scans.filter((statement) => statement.scans.length > 0)).to.deep.equal([])
    })

    it('is distinguished from one with a table scan', async () => {
      const sql = "SELECT id FROM plinth_users WHERE lastname = 'nobody'"

      expect(await scansOf(lent, { sql, bindings: [] })).to.deep.equal(['plinth_users'])
    })
  })
})

describe('every statement of a sweep of the audit trail', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const intervals = new ManualIntervals()
    let app: App
    let lent: Knex

    before(async () => {
      const place = await database.create()
      lent = knex(clientFor(database, place.url))
      intervals.install()
      clock.advance(400 * DAY)
      app = await startTestApp({
        database,
        on: place,
        clock,
        settings: { auditRetention: 20 * DAY },
        kernel: (options) => createStandardKernel({ ...options, knex: lent }),
      })
      intervals.restore()
      await Promise.all(Array.from({ length: AHEAD }, () => app.logIn('sudo', TEST_PASSWORD)))
      clock.advance(-400 * DAY)
      await app.logIn('sudo', TEST_PASSWORD)
      await seal()
      await fill(lent)
    })

    after(async () => {
      const { database: place } = app
      await app.stopOnly()
      await lent.destroy()
      await place.drop()
    })

    const count = async (where: object = {}) =>
      Number((await lent('plinth_audit_events').where(where).count({ count: '*' }))[0]?.count)
    const seal = async () => {
      intervals.comeRound(1_000)
      await until(async () => (await count({ position: null })) === 0)
    }
    /** Without the count, which is the test's own. */
    const isOfTrail = ({ sql }: SentStatement) => /plinth_audit/.test(sql) && !/count\(/.test(sql)

    it('finds its rows by an index, past events that are ahead of the clock', async () => {
      for (let days = 0; days < 21; days += 5) {
        clock.advance(5 * DAY)
        await app.logIn('sudo', TEST_PASSWORD)
      }
      await seal()
      const all = await count()

      const sent = await statementsDuring(lent, async () => {
        intervals.comeRound(600_000)
        await until(async () => (await count()) === all - AHEAD - 2)
      })
      const statements = sent.filter(isOfTrail)
      const scans = await Promise.all(statements.map((statement) => scansOf(lent, statement)))

      expect(statements.map(({ sql }) => sql).join('\n'))
        .to.match(/happened_at. between/)
        .and.to.match(/happened_at. <=/)
      expect(scans.flat().filter((table) => !OF_FEW_ROWS.includes(table))).to.deep.equal([])
    })
  })
})

/** The frequent requests of users and other systems. */
async function walkTheRoads(app: App): Promise<void> {
  const sudo = await app.signIn('sudo')
  const walker = await app.signIn('operator', 'walker')
  const { token } = (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body as { token: string }
  const change = { target_username: 'walker', current_password: TEST_PASSWORD, new_password: `${TEST_PASSWORD}!` }

  const neighbour = {
    username: 'neighbour',
    email: 'neighbour@plinth.test',
    role_name: 'guest',
    password: TEST_PASSWORD,
  }

  const answers = [
    await walker.get('/users/walker'),
    await sudo.post('/users/signup', neighbour),
    await sudo.post('/users/signup', neighbour),
    await walker.get('/users/person-77'),
    await app.withKey(token).get('/users/person-78'),
    await walker.get('/users/nobody'),
    await app.logIn('person-79', 'not the password'),
    await app.logIn('person-80', 'not the password'),
    await sudo.get('/audit?event=login&actor=person-81'),
    await sudo.get('/audit?target=person-81&result=refused'),
    await sudo.get('/audit?actor_kind=token'),
    await sudo.get('/audit?address=10.0.0.81&limit=1000'),
    await sudo.get('/audit?event=login&from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z'),
    await walker.post('/users/change_password', change),
    await walker.post('/users/logout'),
    await walker.get('/users/walker'),
  ]

  expect(answers.map(({ status }) => status)).to.deep.equal([
    200, 200, 409, 200, 200, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200, 401,
  ])
}

async function statementsDuring(knex: Knex, work: () => Promise<void>): Promise<SentStatement[]> {
  const statements = new Map<string, SentStatement>()
  const note = ({ sql, bindings = [] }: SentStatement) => {
    if (/^\s*(with|select|insert|update|delete)/i.test(sql)) statements.set(sql, { sql, bindings })
  }
  knex.on('query', note)
  await work()
  knex.off('query', note)
  return [...statements.values()]
}

/**
 * So many people, each with a session, a failure to log in and a third-party token; and attempts from as many
 * addresses.
 */
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
  return { client: 'sqlite3', connection: { filename: url.slice('sqlite:'.length) }, useNullAsDefault: true }
}
