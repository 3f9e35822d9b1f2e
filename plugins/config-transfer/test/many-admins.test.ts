import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { applyPlan, planOf } from '../../../test/support/plans.js'

const MAX_ADMINS = 10_000
/** More than the records that an import writes together, because it counts those that are written. */
const MANY = MAX_ADMINS + 3_000
/** Number of records that an import writes with several statements. */
const SEVERAL_BATCHES = 12_000

const admins = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    username: `${prefix}-${index}`,
    email: `${prefix}-${index}@plant.test`,
    role: 'admin',
  }))

describe('many admins', function () {
  this.timeout(60_000)
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    beforeEach(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())

    const eventsOf = async (name: string): Promise<string[]> =>
      (await sudo.get(`/audit?concerning=${name}`)).body.map(({ event }: { event: string }) => event)

    it('are imported with an event for each, and refused beyond 10,000', async () => {
      const { body } = await sudo.upload('/settings/import_config', fileOf({ Users: admins(MANY, 'imported') }))

      const { imported, errors } = body.summary
      expect(imported).to.be.within(MAX_ADMINS, MANY - 1)
      expect(imported + errors).to.equal(MANY)
      expect(body.results.errors.Users[0]).to.match(/is one of more than 10000 that are as privileged as an admin/)
      expect(await eventsOf(`imported-${imported - 1}`)).to.deep.equal(['record-imported'])
    })

    it('are added by a plan with an event for each, and refused beyond 10,000', async () => {
      const plan = await planOf(sudo, { Users: admins(MAX_ADMINS + 1, 'planned') })
      const { body: refused } = await sudo.get(`/settings/plans/${plan.body.id}/changes?kind=refused`)
      await applyPlan(sudo, plan)

      expect(plan.body.summary).to.include({ add: MAX_ADMINS, refused: 1 })
      expect(refused[0].reason).to.match(/^is one of more than 10000 that are as privileged as an admin/)
      expect(await eventsOf(`planned-${MAX_ADMINS - 1}`)).to.deep.equal(['record-imported'])
    })

    it('and roles are limited: at most 10,000 roles are imported, planned and added in all', async () => {
      const roles = (count: number, prefix: string) =>
        Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}`, level: 300 }))
      const existing = (await sudo.get('/roles')).body.length
      const add = (count: number, prefix: string) =>
        sudo.upload('/settings/import_config', fileOf({ Roles: roles(count, prefix) }))
      const first = await add(MAX_ADMINS - existing - 2, 'first')
      const planned = await planOf(sudo, { Roles: roles(3, 'planned') })
      const outdated = await planOf(sudo, { Roles: roles(2, 'outdated') })
      const second = await add(1, 'second')
      const applied = await applyPlan(sudo, outdated)
      const third = await add(SEVERAL_BATCHES, 'third')
      const fourth = await sudo.post('/roles', { name: 'fourth', level: 300 })

      expect([first.body.summary.errors, second.body.summary.imported]).to.deep.equal([0, 1])
      expect(planned.body.summary).to.include({ add: 2, refused: 1 })
      expect([applied.status, applied.body.code]).to.deep.equal([412, 'PLAN_OUTDATED'])
      expect(third.body.summary).to.include({ imported: 1, errors: SEVERAL_BATCHES - 1 })
      expect(third.body.results.errors.Roles[0]).to.equal(
        'third-1: cannot be added: Roles can have at most 10000 records',
      )
      expect([fourth.status, fourth.body.code]).to.deep.equal([409, 'TOO_MANY_ROLES'])
      expect((await sudo.get('/roles')).body).to.have.lengthOf(MAX_ADMINS)
    })
  })
})
