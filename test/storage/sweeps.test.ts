import { COMMAND } from '@plinth/kernel'
import { forEachDatabase, ManualClock, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { ManualIntervals, SWEEP_INTERVAL_MS } from '../support/manual-intervals.js'
import { planOf, uploadFile } from '../support/plans.js'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
/** Default of `PLINTH_CODE_LIFETIME`. */
const CODE_LIFETIME_S = HOUR_S / 4
/** More rows than one step deletes. */
const ROWS = 1_200

describe('the periodic cleanup', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const intervals = new ManualIntervals()
    let app: App
    before(async () => {
      intervals.install()
      app = await startApp({ database, clock, settings: { sessionIdle: DAY_S, sessionMax: 10 * DAY_S } })
      intervals.restore()
    })
    after(() => app.stop())

    const count = (table: string) =>
      app.services.database.read(async (knex) => Number((await knex(table).count({ count: '*' }))[0]?.count))
    const fill = (table: string, row: (number: number) => object) =>
      app.services.database.write(async (transaction) => {
        const rows = Array.from({ length: ROWS }, (_, number) => row(number))
        await transaction.batchInsert(table, rows, 100)
      })

    it('deletes expired sessions, and no others', async () => {
      const sudo = await app.signIn('sudo')
      const [{ user_identifier }] = await app.services.database.read((knex) => knex('plinth_sessions'))
      const usedAt = clock.now() - (DAY_S + 1) * 1_000
      const expired = { user_identifier, created_at: usedAt, last_used_at: usedAt }
      await fill('plinth_sessions', (number) => ({ ...expired, key_digest: `expired ${number}` }))

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_sessions')) === 1)

      expect((await sudo.get('/roles')).status).to.equal(200)
    })

    it('deletes login failures after a day, but no active lock', async () => {
      await fill('plinth_login_failures', (number) => ({
        account: `unknown ${number}`,
        failures: 3,
        locked_until: 0,
        failed_at: clock.now(),
      }))
      clock.advance(DAY_S + 1)
      for (let attempt = 0; attempt < 5; attempt += 1) await app.logIn('otto', 'no such password')

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_login_failures')) === 1)

      expect(await count('plinth_login_failures')).to.equal(1)
    })

    it('deletes expired one-time codes, and no others', async () => {
      const issue = async (username: string) => {
        await app.signIn('operator', username)
        await app.services.codeService.issue(COMMAND, username)
      }
      await issue('early')
      clock.advance(CODE_LIFETIME_S / 2)
      await issue('late')
      clock.advance(CODE_LIFETIME_S / 2)

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_codes')) === 1)

      const { code } = await app.services.codeService.stateOf(COMMAND, 'late')
      expect(code?.purpose).to.equal('reset')
    })

    it('deletes the codes and the waiting logins of accounts that have ended, and no others', async () => {
      await app.services.database.write((transaction) => transaction('plinth_codes').delete())
      const names = ['ended', 'issuer', 'of-issuer', 'other']
      for (const name of names) await app.signIn(name === 'issuer' ? 'admin' : 'operator', name)
      await (await app.signIn('admin', 'issuer')).post('/users/of-issuer/code')
      for (const name of ['ended', 'other']) await app.services.codeService.issue(COMMAND, name)
      const users: { identifier: string; username: string }[] = await app.services.database.read((knex) =>
        knex('plinth_users').select('identifier', 'username').whereIn('username', names),
      )
      await app.services.database.write(async (transaction) => {
        await transaction('plinth_pending_logins').insert(
          users.map(({ identifier, username }) => ({
            key_digest: username,
            user_identifier: identifier,
            password_version: '1',
            created_at: clock.now(),
          })),
        )
        const ended = ['ended', 'issuer']
        await transaction('plinth_users')
          .whereIn('username', ended)
          .update({ valid_until: clock.now() + 1_000 })
      })
      clock.advance(1)

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_codes')) === 1 && (await count('plinth_pending_logins')) === 2)

      const logins = await app.services.database.read((knex) =>
        knex('plinth_pending_logins').select('key_digest').orderBy('key_digest'),
      )
      expect((await app.services.codeService.list(COMMAND)).map(({ username }) => username)).to.deep.equal(['other'])
      expect(logins).to.deep.equal([{ key_digest: 'of-issuer' }, { key_digest: 'other' }])
      await app.services.database.write((transaction) => transaction('plinth_pending_logins').delete())
    })

    it('deletes logins that have waited too long for a second factor, and no others', async () => {
      const [{ identifier }] = await app.services.database.read((knex) => knex('plinth_users').limit(1))
      const login = { user_identifier: identifier, password_version: '1' }
      const createdAt = clock.now() - 601_000
      await fill('plinth_pending_logins', (number) => ({
        ...login,
        key_digest: `old ${number}`,
        created_at: createdAt,
      }))
      await app.services.database.write((transaction) =>
        transaction('plinth_pending_logins').insert({ ...login, key_digest: 'new', created_at: clock.now() }),
      )

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_pending_logins')) === 1)

      const rows = await app.services.database.read((knex) => knex('plinth_pending_logins').select('key_digest'))
      expect(rows).to.deep.equal([{ key_digest: 'new' }])
    })

    it('deletes expired plans with all their changes, and no others', async () => {
      const Variables = Array.from({ length: ROWS }, (_, index) => ({ name: `V${index}` }))
      await planOf(await app.signIn('sudo'), { Variables })
      clock.advance(HOUR_S / 2)
      await planOf(await app.signIn('sudo'), { Variables: Variables.slice(0, 3) })
      const countBefore = await count('plinth_plan_changes')
      clock.advance(HOUR_S / 2)

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_plans')) === 1)

      expect(countBefore).to.equal(ROWS + 3)
      expect(await count('plinth_plan_changes')).to.equal(3)
    })

    it('deletes expired files, which no request finds any more, with all their records, and no others', async () => {
      const Variables = Array.from({ length: ROWS }, (_, index) => ({ name: `V${index}` }))
      const expired = await uploadFile(await app.signIn('sudo'), { Variables })
      clock.advance(HOUR_S / 2)
      const current = await uploadFile(await app.signIn('sudo'), { Variables: Variables.slice(0, 3) })
      const countBefore = await count('plinth_file_records')
      clock.advance(HOUR_S / 2)
      const sudo = await app.signIn('sudo')

      const { body: listed } = await sudo.get('/settings/files')
      const compared = await sudo.post('/settings/comparisons', { from: expired, to: 'present' })
      const deleted = await sudo.delete(`/settings/files/${expired}`)
      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_files')) === 1)

      expect(listed.map(({ id }: { id: string }) => id)).to.deep.equal([current])
      expect([compared.status, compared.body.code]).to.deep.equal([404, 'STATE_NOT_FOUND'])
      expect([deleted.status, deleted.body.code]).to.deep.equal([404, 'FILE_NOT_FOUND'])
      expect(countBefore).to.equal(ROWS + 3)
      expect(await count('plinth_file_records')).to.equal(3)
      expect((await sudo.post('/settings/comparisons', { from: current, to: 'present' })).status).to.equal(200)
    })

    it('deletes the rate-limit counts of past minutes', async () => {
      await app.logIn('otto', 'no such password')
      const countBefore = await count('plinth_rate_limits')
      clock.advance(DAY_S)

      intervals.runWithPeriod(SWEEP_INTERVAL_MS)
      await until(async () => (await count('plinth_rate_limits')) === 0)

      expect(countBefore).to.be.above(0)
    })
  })
})
