import { isLockAwaited, ManualClock, TEST_PASSWORD, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import { applyPlan, planOf } from '../../../test/support/plans.js'
import { withDatabase } from '../../../test/support/with-database.js'

const EMAIL = 'wanted@plant.test'
/** More than the writing transactions of a replica, which may use half of its 20 connections. */
const MORE_THAN_WRITERS = 12
const DEADLOCK_DETECTED = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'

/** Transactions wait for one another's rows only on PostgreSQL. */
function startOnPostgres(options: { readonly clock?: ManualClock } = {}): Promise<App> {
  const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
  if (!database) throw new Error('these tests need PostgreSQL')
  return startApp({ database, ...options })
}

describe('an import concurrent with a change of its caller', () => {
  it('is not chosen as the deadlock victim', async () => {
    const app = await startOnPostgres()
    const admin = await app.signIn('admin')
    const Users = [{ username: 'imported', email: EMAIL, role: 'guest', password: TEST_PASSWORD }]

    const [imported, errorCode] = await withDatabase(app.database, (other) =>
      other.transaction(async (transaction) => {
        const change = (columns: object) => transaction('plinth_users').where({ username: 'admin' }).update(columns)
        await transaction.raw('SET LOCAL lock_timeout = 3000') // as on every connection of Plinth
        await change({ lastname: 'Other' })
        const importing = admin.upload('/settings/import_config', fileOf({ Users }))
        await until(() => isLockAwaited(app.services.database, transaction))
        return Promise.all([importing, change({ email_key: EMAIL }).catch(({ code }) => code)])
      }),
    ).finally(() => app.stop())

    expect([imported.status, imported.body.results?.imported.Users]).to.deep.equal([200, 1])
    expect([DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE]).to.include(errorCode)
  }).timeout(60_000)
})

/** Makes a DELETE in the table of tags wait for a lock. */
const WAIT_BEFORE_DELETE = `
  CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN OLD; END $$;
  CREATE TRIGGER waits BEFORE DELETE ON plinth_tags FOR EACH ROW EXECUTE FUNCTION wait_for_lock()`

describe('an apply of a plan that changes its caller too', () => {
  for (const [what, Tags, lock] of [
    ['changes', [{ name: 'PT-1', description: 'Inlet' }], "SELECT id FROM plinth_tags WHERE name = 'PT-1' FOR UPDATE"],
    ['removes', [], 'SELECT pg_advisory_xact_lock(4711)'],
  ] as const)
    it(`lets its caller be disabled while it ${what} a tag, and then changes nothing`, async () => {
      const app = await startOnPostgres()
      const [sudo, admin] = [await app.signIn('sudo'), await app.signIn('admin')]
      await admin.upload('/settings/import_config', fileOf(smallPlant()))
      const Users = [{ username: 'admin', name: 'Anna' }]
      const planned = await planOf(admin, { Tags, Users }, '?tables=Tags:mirror')
      await app.services.database.write((transaction) => transaction.raw(WAIT_BEFORE_DELETE))

      const [[applying], disabled] = await withDatabase(app.database, (other) =>
        other.transaction(async (transaction) => {
          await transaction.raw(lock)
          const response = applyPlan(admin, planned)
          await until(() => isLockAwaited(app.services.database, transaction))
          const disabled = await sudo.patch('/users/admin', { disabled: true })
          return [[response], disabled] as const // in an array, because it must not be awaited here
        }),
      )
      const applied = await applying
      const tags = await withDatabase(app.database, (knex) => knex('plinth_tags').pluck('description'))
      await app.stop()

      expect(planned.body.summary.update + planned.body.summary.remove).to.equal(2)
      expect(disabled.status, disabled.text).to.be.lessThan(300)
      expect(applied.status, applied.text).to.equal(401)
      expect(tags).to.deep.equal([null])
    }).timeout(60_000)
})

/** Counts the inserted changes of plans, even those whose insertion is rolled back. */
const COUNT_CHANGES = `
  CREATE SEQUENCE counted_changes;
  CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('counted_changes'); RETURN NEW; END $$;
  CREATE TRIGGER counts BEFORE INSERT ON plinth_plan_changes FOR EACH ROW EXECUTE FUNCTION count_change()`

describe('a plan whose caller is disabled while it is made', () => {
  it('is abandoned before all its changes are stored', async () => {
    const clock = new ManualClock()
    const app = await startOnPostgres({ clock })
    const [sudo, admin] = [await app.signIn('sudo'), await app.signIn('admin')]
    const Variables = Array.from({ length: 5_000 }, (_, index) => ({ name: `V-${index}` }))
    await app.services.database.write((transaction) => transaction.raw(COUNT_CHANGES))

    const [planning] = await withDatabase(app.database, (other) =>
      other.transaction(async (transaction) => {
        await transaction.raw('LOCK TABLE plinth_plan_changes IN SHARE MODE')
        const response = admin.upload('/settings/plans', fileOf({ Variables }))
        await until(() => isLockAwaited(app.services.database, transaction))
        await sudo.patch('/users/admin', { disabled: true })
        clock.advance(2)
        return [response] as const // in an array, because it must not be awaited here
      }),
    )
    const { status, text } = await planning
    const [{ last_value: count }] = await withDatabase(app.database, (knex) => knex('counted_changes'))
    await app.stop()

    expect(status, text).to.equal(401)
    expect(Number(count)).to.be.greaterThan(0).and.lessThan(Variables.length)
  }).timeout(60_000)
})

describe('snapshots that are requested while another replica imports', () => {
  it('leave connections to those who log in', async () => {
    const app = await startOnPostgres()
    const admin = await app.signIn('admin')

    const [requests, login] = await withDatabase(app.database, (other) =>
      other.transaction(async (transaction) => {
        await app.services.database.dialect.acquireLock(transaction, 'import')
        const responses = Array.from({ length: MORE_THAN_WRITERS }, () => admin.post('/settings/snapshots', {}))
        return [responses, await app.logIn('sudo', TEST_PASSWORD)] as const
      }),
    )
    const taken = await Promise.all(requests)
    await app.stop()

    expect(login.status, login.text).to.equal(200)
    expect(new Set(taken.map(({ status }) => status))).to.deep.equal(new Set([200]))
  }).timeout(60_000)
})

describe('a dry run concurrent with a change of a role', () => {
  it('does not wait for it', async () => {
    const app = await startOnPostgres()
    const admin = await app.signIn('admin')
    const Users = [{ username: 'imported', email: EMAIL, role: 'guest' }]

    const response = await withDatabase(app.database, (other) =>
      other.transaction(async (transaction) => {
        await transaction('plinth_roles').where({ name: 'guest' }).update({ level: 255 })
        return admin.upload('/settings/import_config?dry_run=true', fileOf({ Users }))
      }),
    ).finally(() => app.stop())

    expect([response.status, response.body.results?.imported.Users]).to.deep.equal([200, 1])
  }).timeout(60_000)
})

describe('an import concurrent with a change of a role', () => {
  for (const [role, code] of [
    ['guest', 'IMPORT_OUTDATED'],
    ['operator', undefined],
  ] as const)
    it(`does not delay it, and writes ${code ? 'nothing if it has imported users of that role' : 'its users otherwise'}`, async () => {
      const app = await startOnPostgres()
      const [sudo, admin] = [await app.signIn('sudo'), await app.signIn('admin')]
      const Users = [{ username: 'imported', email: EMAIL, role: 'guest' }]

      const [[importing], changed] = await withDatabase(app.database, (other) =>
        other.transaction(async (transaction) => {
          const { id: _, ...row } = await transaction('plinth_users').where({ username: 'admin' }).first()
          const values = { identifier: 'other', username: 'other', username_key: 'other', email_key: EMAIL }
          await transaction('plinth_users').insert({ ...row, ...values })
          const response = admin.upload('/settings/import_config', fileOf({ Users }))
          await until(() => isLockAwaited(app.services.database, transaction)) // it has found the role of the user
          const changed = await sudo.patch(`/roles/${role}`, { level: 99 })
          await transaction('plinth_users').where({ username: 'other' }).delete()
          return [[response], changed] as const // in an array, because it must not be awaited here
        }),
      )
      const imported = await importing.finally(() => app.stop())

      expect(changed.status, changed.text).to.equal(200)
      expect([imported.status, imported.body.code]).to.deep.equal([code ? 409 : 200, code])
    }).timeout(60_000)
})
