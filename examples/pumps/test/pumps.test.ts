import type { SettingValues } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, ManualClock, type SignedIn, startTestApp, type TestDatabase } from '@plinth/testing'
import { pumps } from '@plinth-examples/pumps'
import { expect } from 'chai'

const DAY_S = 86_400

/** Starts the standard plugins and this one, on a temporary database. */
const startApp = (database: TestDatabase, options: { clock?: ManualClock; settings?: SettingValues } = {}) =>
  startTestApp({ database, kernel: (kernelOptions) => createStandardKernel(kernelOptions).use(pumps), ...options })

describe('pumps', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: Awaited<ReturnType<typeof startApp>>
    let sudo: SignedIn
    before(async () => {
      app = await startApp(database, { clock })
      sudo = await app.signIn('sudo')
    })
    after(() => app?.stop())

    it('are added by an admin, who may write the name of the responsible user in any letter case', async () => {
      const anna = await app.signIn('admin', 'anna')

      const added = await anna.post('/pumps', { name: 'P-101', location: 'Hall 1', responsible: 'Anna' })

      expect(added.status).to.equal(201)
      expect(added.body).to.deep.equal({
        name: 'P-101',
        location: 'Hall 1',
        responsible: 'anna',
        inspected_at: null,
        is_due: true,
      })
    })

    it('are not added by an operator, under a taken name, or for an unknown user', async () => {
      const otto = await app.signIn('operator', 'otto')
      await sudo.post('/pumps', { name: 'P-102', responsible: 'otto' })

      const responses = await Promise.all([
        otto.post('/pumps', { name: 'P-103', responsible: 'otto' }),
        sudo.post('/pumps', { name: 'P-102', responsible: 'otto' }),
        sudo.post('/pumps', { name: 'P-103', responsible: 'nobody' }),
      ])

      expect(responses.map(({ status, body }) => [status, body.code])).to.deep.equal([
        [403, 'ROLE_INSUFFICIENT'],
        [409, 'PUMP_EXISTS'],
        [400, 'RESPONSIBLE_NOT_FOUND'],
      ])
    })

    it('are due again when the configured number of days has passed since their inspection', async () => {
      const olga = await app.signIn('operator', 'olga')
      await sudo.post('/pumps', { name: 'P-104', responsible: 'olga' })

      const { body: inspected } = await olga.post('/pumps/P-104/inspection')
      clock.advance(91 * DAY_S)
      const again = await app.signIn('operator', 'olga')
      const { body: due } = await again.get('/pumps?due=true')

      expect(inspected).to.include({ name: 'P-104', is_due: false })
      expect(due).to.deep.include({ ...inspected, is_due: true })
    })

    it('are inspected by a user, not by a third-party token', async () => {
      const { token } = (await (await app.signIn('sudo')).post('/users/create_tpt', { role_name: 'operator' })).body

      const responses = await Promise.all([
        app.withKey(token).post('/pumps/P-104/inspection'),
        app.withKey(token).get('/pumps'),
      ])

      expect(responses.map(({ status }) => status)).to.deep.equal([401, 200])
    })

    it('are exported, and make a new service ready when they are imported', async () => {
      const [here, there] = [await startApp(database), await startApp(database)]
      const [source, target] = [await here.signIn('sudo'), await there.signIn('sudo')]
      await here.signIn('operator', 'otto')
      await source.post('/pumps', { name: 'P-101', location: 'Hall 1', responsible: 'otto' })
      const before = await target.get('/health/ready')

      const file = await source.get('/settings/export_config')
      const { body: report } = await target.upload('/settings/import_config', file.text)

      const [after, list] = [await target.get('/health/ready'), await target.get('/pumps')]
      await here.stop()
      await there.stop()
      expect([before.status, after.status]).to.deep.equal([503, 200])
      expect(before.body.checks).to.deep.include({
        name: 'pumps',
        ready: false,
        reason: 'There are no pumps yet. Add one, or import a configuration.',
      })
      expect(report.results.imported).to.include({ Pumps: 1 })
      expect(list.body).to.deep.equal([
        { name: 'P-101', location: 'Hall 1', responsible: 'otto', inspected_at: null, is_due: true },
      ])
    })

    it('are added and changed by the plan of a file, and not removed: their last inspection would be lost', async () => {
      const planner = await app.signIn('sudo')
      await planner.post('/pumps', { name: 'P-105', location: 'Hall 1', responsible: 'sudo' })
      const { body: inspected } = await planner.post('/pumps/P-105/inspection')
      const planned = async (...Pumps: object[]) =>
        (await planner.upload('/settings/plans?mode=mirror', JSON.stringify({ version: '1.0', data: { Pumps } }))).body

      const plan = await planned({ name: 'P-105', location: 'Hall 2' }, { name: 'P-106', location: 'Hall 2' })
      const headers = { 'If-Match': plan.etag }
      const { body: applied } = await planner.post(`/settings/plans/${plan.id}/apply`, undefined, { headers })
      const empty = await planned()

      const { body: list } = await planner.get('/pumps')
      expect(applied.summary).to.deep.equal({ added: 1, updated: 1, removed: 0 })
      expect(list).to.deep.include({ ...inspected, location: 'Hall 2' })
      expect(list.map(({ name }: { name: string }) => name)).to.include.members(['P-105', 'P-106'])
      expect(empty.summary).to.deep.equal({ add: 0, update: 0, remove: 0, same: 0, refused: 0, conflict: 0 })
    })

    it('refuse an invalid setting with a message that names the plugin', async () => {
      const problem = await startApp(database, { settings: { pumpInspectionDays: 0 } }).catch((error) => error.message)

      expect(problem).to.equal('pumpInspectionDays of the plugin "pumps" must be 1 or more.')
    })
  })
})
