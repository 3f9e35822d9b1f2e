import { createKernel, definePlugin, healthChecks, notices } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, ManualClock, type SignedIn, startTestApp, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { applyFile } from '../support/plans.js'

/** Time after which the snapshots are measured again. */
const SNAPSHOTS_INTERVAL_S = 600
const UNKNOWN_LOGIN = { username: 'nobody', password: 'wrong horse' }

describe('the overview', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let clock: ManualClock
    before(async () => {
      clock = new ManualClock()
      app = await startApp({ database, clock })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())
    const overview = async () => (await sudo.get('/overview')).body
    const attentionOf = async (code: string) =>
      (await overview()).attention.find((attention: { code: string }) => attention.code === code)

    it('has the versions, the database, and the health checks', async () => {
      const { version, node, database: shown, ready, checks, started_at: startedAt, now } = await overview()

      expect({ version, node }).to.deep.equal({ version: '0.1.0', node: process.versions.node })
      expect(shown.kind).to.equal(database.name === 'SQLite' ? 'sqlite' : 'postgres')
      expect(shown.version).to.match(/^\d+\.\d+/)
      expect(ready).to.equal(true)
      expect(checks).to.deep.include({ name: 'database', ready: true })
      expect(Date.parse(startedAt)).to.be.at.most(Date.parse(now))
    })

    it('counts requests, errors, refusals and logins by minute', async () => {
      clock.advance(60)
      await app.get('/roles')
      await sudo.get('/roles')
      await app.logIn('sudo', 'a wrong password')
      await app.post('/users/login', UNKNOWN_LOGIN)
      await app.signIn('sudo')

      const counted = async () => (await overview()).minutes.at(-1)
      await until(async () => (await counted()).logins === 1)
      const minute = await counted()
      expect(minute).to.include({ errors: 0, refused: 3, logins: 1, failed_logins: 2 })
      expect(minute.requests).to.be.at.least(6)
      expect(minute.p50_ms).to.be.within(0.05, minute.p95_ms)
      expect(Date.parse(minute.at) % 60_000).to.equal(0)
    })

    it('has the last 60 minutes, also those without requests', async () => {
      clock.advance(3 * 3_600)

      const { minutes } = await overview()

      expect(minutes).to.have.length(60)
      expect(minutes[0]).to.deep.include({ requests: 0, p50_ms: null, p95_ms: null })
      const times = minutes.map(({ at }: { at: string }) => Date.parse(at))
      expect(times).to.deep.equal(times.map((_: number, index: number) => times[0] + index * 60_000))
    })

    it('tells when a configuration was last exported and imported, a snapshot taken, and the trail sealed', async () => {
      const before = (await overview()).last
      await sudo.get('/settings/export_config')
      await sudo.post('/settings/snapshots', {})
      await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data: {} }))

      await until(async () => (await overview()).last.seal !== null)
      const { last, now } = await overview()
      expect(before).to.include({ export: null, import: null, snapshot: null })
      for (const at of [last.export, last.import, last.snapshot])
        expect(Date.parse(now) - Date.parse(at)).to.be.within(0, 60_000)
    })

    it('counts an applied plan as an import', async () => {
      const { import: before } = (await overview()).last
      clock.advance(1)
      await applyFile(await app.signIn('sudo'), { Variables: [{ name: 'Level' }] })

      expect(Date.parse((await overview()).last.import)).to.be.above(Date.parse(before))
    })

    it('calls attention to an open signup and to debug, while they last', async () => {
      expect(await attentionOf('SIGNUP_OPEN')).to.deep.equal({
        code: 'SIGNUP_OPEN',
        details: { roles: ['operator', 'auditor', 'guest'] },
      })
      await sudo.put('/settings/debug', { minutes: 5 })
      const during = await attentionOf('DEBUG_ON')
      await sudo.delete('/settings/debug')

      expect(Object.keys(during.details)).to.deep.equal(['until'])
      expect(await attentionOf('DEBUG_ON')).to.equal(undefined)
      expect(await attentionOf('PLAIN_HTTP')).to.equal(undefined)
      expect(await attentionOf('IMPORT_PASSWORD_SHARED')).to.equal(undefined)
    })

    it('calls attention to settings, and never contains a secret', async () => {
      const settings = { host: '0.0.0.0', signupOpenLevel: 'closed', importDefaultPassword: 'a shared horse 9' }
      const other = await startApp({ database, settings })

      const { body, text } = await (await other.signIn('sudo')).get('/overview')
      await other.stop()

      expect(body.attention).to.have.deep.members([
        { code: 'PLAIN_HTTP', details: { host: '0.0.0.0' } },
        { code: 'IMPORT_PASSWORD_SHARED', details: {} },
      ])
      expect(text).not.to.include('horse')
    })

    it('calls attention to snapshots near their limit, and measures them every ten minutes at most', async () => {
      const settings = { snapshotBytes: 100, signupOpenLevel: 'closed' }
      const other = await startApp({ database, clock, settings })
      const otherSudo = await other.signIn('sudo')
      const attention = async () => (await otherSudo.get('/overview')).body.attention
      const { id } = (await otherSudo.post('/settings/snapshots', {})).body
      expect(await attention()).to.deep.equal([])

      await otherSudo.patch('/users/sudo', { name: 'Ines' })
      const soon = await attention()
      clock.advance(SNAPSHOTS_INTERVAL_S)
      const [later] = await attention()
      await otherSudo.delete(`/settings/snapshots/${id}`)
      clock.advance(SNAPSHOTS_INTERVAL_S)
      const atLast = await attention()
      await other.stop()

      expect([soon, atLast]).to.deep.equal([[], []])
      expect(later.code).to.equal('SNAPSHOTS_NEAR_LIMIT')
      expect(later.details).to.have.keys('bytes', 'max_bytes')
      expect(later.details.bytes / later.details.max_bytes).to.be.at.least(0.8)
    })

    it('does not call attention to plain HTTP behind a trusted proxy', async () => {
      const other = await startApp({ database, settings: { host: '0.0.0.0', trustedProxies: ['loopback'] } })

      const { attention } = (await (await other.signIn('sudo')).get('/overview')).body
      await other.stop()

      expect(attention.map(({ code }: { code: string }) => code)).to.deep.equal(['SIGNUP_OPEN'])
    })

    it('has the notices and health checks of plugins, and leaves out a notice that fails', async () => {
      const pumps = definePlugin()({
        name: 'pumps',
        contributes: () => [
          notices.of({ code: 'PUMPS_WORN', check: async () => ({ pumps: ['P-1'] }) }),
          notices.of({ code: 'PUMPS_NEW', check: () => undefined }),
          notices.of({ code: 'PUMPS_LOST', check: () => Promise.reject(new Error('no pump')) }),
          healthChecks.of({ name: 'pumps', remedy: 'Start a pump.', check: async () => 'no pump runs' }),
        ],
      })
      const other = await startTestApp({
        database,
        kernel: (options) => createStandardKernel(options).use(pumps),
      })

      const { attention, ready, checks } = (await (await other.signIn('sudo')).get('/overview')).body
      await other.stop()

      expect(attention).to.deep.include({ code: 'PUMPS_WORN', details: { pumps: ['P-1'] } })
      expect(attention.map(({ code }: { code: string }) => code)).to.deep.equal(['SIGNUP_OPEN', 'PUMPS_WORN'])
      expect(ready).to.equal(false)
      expect(checks).to.deep.include({ name: 'pumps', ready: false, reason: 'no pump runs', remedy: 'Start a pump.' })
      expect(other.logLines.some((line) => line.includes('a notice failed'))).to.equal(true)
    })
  })

  it('refuses to start with an invalid notice', async () => {
    const plugin = definePlugin()({
      name: 'pumps',
      contributes: () => [notices.of({ code: 'pumps worn', check: () => undefined })],
    })

    const error = await createKernel({ settings: { databaseUrl: 'sqlite::memory:' } })
      .use(plugin)
      .start()
      .catch((e) => e)

    expect(error.message).to.equal(
      'The plugin "pumps" contributes a value to notices: its code must be a word in capitals, such as "SIGNUP_OPEN".',
    )
  })
})
