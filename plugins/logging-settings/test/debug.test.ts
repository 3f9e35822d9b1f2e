import { forEachDatabase, ManualClock, type SignedIn, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const MINUTES = 15
const DURATION_S = MINUTES * 60
const START = { minutes: MINUTES }

describe('debug for a while', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let clock: ManualClock
    beforeEach(async () => {
      clock = new ManualClock()
      app = await startApp({ database, clock, settings: { logLevel: 'warning' } })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())
    const levelOf = async (client: SignedIn) => (await client.get('/settings')).body.log_level
    const eventsOf = async (event: string) => (await sudo.get(`/audit?event=${event}`)).body
    const sourcesOf = async () => {
      const sources: { name: string }[] = (await sudo.get('/settings/sources')).body
      return Object.fromEntries(sources.map(({ name, ...source }) => [name, source]))
    }

    it('lowers the level until it ends by itself, and keeps the saved one', async () => {
      await sudo.put('/settings/update', { log_level: 40 })

      const started = await sudo.put('/settings/debug', START)

      expect(started.body).to.deep.equal({ until: new Date(clock.now() + DURATION_S * 1_000).toISOString() })
      expect(await levelOf(sudo)).to.equal(10)
      clock.advance(DURATION_S - 1)
      expect(await levelOf(sudo)).to.equal(10)
      clock.advance(1)
      await until(async () => (await levelOf(sudo)) === 40)
      await until(async () => (await eventsOf('debug-ended')).length === 1)
      const [ended] = await eventsOf('debug-ended')
      expect(ended).to.include({ actor_kind: 'command', result: 'done' })
      const [start] = await eventsOf('debug-started')
      expect(start).to.include({ actor: 'sudo' }).and.nested.include({ 'details.until': started.body.until })
    })

    it('writes debug lines from the next one on', async () => {
      await sudo.put('/settings/debug', START)
      await app.get('/health/live')

      await until(() => app.logLines.some((line) => line.includes('/health/live')))
    })

    it('is ended by hand, once', async () => {
      await sudo.put('/settings/debug', START)

      const responses = [await sudo.delete('/settings/debug'), await sudo.delete('/settings/debug')]

      expect(responses.map(({ status, body }) => [status, body.message])).to.deep.equal([
        [200, 'Debug ended'],
        [200, 'Debug ended'],
      ])
      expect(await levelOf(sudo)).to.equal(30)
      expect(await eventsOf('debug-ended')).to.have.length(1)
    })

    it('is ended by a new level, but not by another setting', async () => {
      await sudo.put('/settings/debug', START)

      await sudo.put('/settings/logger_period', { logger_period: 3 })
      const afterPeriod = await levelOf(sudo)
      await sudo.put('/settings/update', { log_level: 20 })

      expect([afterPeriod, await levelOf(sudo)]).to.deep.equal([10, 20])
      expect(await eventsOf('debug-ended')).to.have.length(1)
    })

    it('lasts its full time again when it is started again', async () => {
      await sudo.put('/settings/debug', START)
      clock.advance(600)
      await sudo.put('/settings/debug', START)

      clock.advance(600)

      expect((await sourcesOf()).log_level).to.include({ source: 'temporary' })
      expect(await levelOf(sudo)).to.equal(10)
    })

    it('hides no line that a lower level writes', async () => {
      await sudo.put('/settings/update', { log_level: 0 })

      await sudo.put('/settings/debug', START)

      expect(await levelOf(sudo)).to.equal(0)
    })

    it('continues after a restart before its end, and not after a later one', async () => {
      await sudo.put('/settings/debug', START)

      const restarted = await startAgain()
      const during = await levelOf(await restarted.signIn('sudo'))
      await restarted.stopAndKeepDatabase()
      clock.advance(DURATION_S + 1)
      const later = await startAgain()
      const after = await levelOf(await later.signIn('sudo'))
      await later.stopAndKeepDatabase()

      expect([during, after]).to.deep.equal([10, 30])
    })
    const startAgain = async () => {
      await app.stopAndKeepDatabase()
      return startApp({ database, on: app.database, clock, settings: { logLevel: 'warning' } })
    }

    it('shows where each setting comes from', async () => {
      await sudo.put('/settings/logger_period', { logger_period: 2.5 })
      const before = await sourcesOf()
      await sudo.put('/settings/debug', START)
      const during = await sourcesOf()

      expect(before).to.deep.equal({
        logger_period: { value: 2.5, source: 'saved', configured: 10 },
        log_max_bytes: { value: 10_485_760, source: 'default', configured: 10_485_760 },
        log_backup_count: { value: 3, source: 'default', configured: 3 },
        log_level: { value: 30, source: 'configured', configured: 30 },
      })
      const debugging = new Date(clock.now() + DURATION_S * 1_000).toISOString()
      expect(during.log_level).to.deep.equal({ value: 10, source: 'temporary', configured: 30, until: debugging })
    })

    for (const body of [{}, { minutes: 0 }, { minutes: 121 }, { minutes: 1.5 }, { minutes: '15' }, { minutes: null }]) {
      it(`is refused for ${JSON.stringify(body)}`, async () => {
        const { status, body: problem } = await sudo.put('/settings/debug', body)

        expect([status, problem.code]).to.deep.equal([400, 'INVALID_BODY'])
        expect(await levelOf(sudo)).to.equal(30)
      })
    }

    it('is refused to a key that ended while the request was sent', async () => {
      const { key } = await app.signIn('admin')
      const principal = await app.kernel.authenticate({ headers: { 'x-api-key': key } }, { maxLevel: 1 })
      await sudo.delete('/users/admin/sessions')

      const service = app.services.loggingSettingsService
      const refusal = await service.startDebug({ principal, address: '127.0.0.1', requestId: 'x' }, 15).catch((e) => e)

      expect(refusal).to.include({ code: 'TOKEN_INVALID' })
      expect(await levelOf(sudo)).to.equal(30)
    })

    if (database.name === 'PostgreSQL') {
      it('reaches every replica, ends on each, and is recorded once', async () => {
        const other = await startApp({ database, on: app.database, clock, settings: { logLevel: 'warning' } })
        const there = await other.signIn('sudo')

        await sudo.put('/settings/debug', START)
        await until(async () => (await levelOf(there)) === 10)
        clock.advance(DURATION_S)
        await until(async () => (await levelOf(there)) === 30 && (await levelOf(sudo)) === 30)
        await until(async () => (await eventsOf('debug-ended')).length > 0)
        await there.put('/settings/debug', START)
        await until(async () => (await levelOf(sudo)) === 10)
        await there.delete('/settings/debug')
        await until(async () => (await levelOf(sudo)) === 30)

        expect(await eventsOf('debug-ended')).to.have.length(2)
        await other.stop()
      })
    }
  })
})
