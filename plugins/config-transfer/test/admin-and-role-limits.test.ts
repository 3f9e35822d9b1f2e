import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { applyPlan, planOf } from '../../../test/support/plans.js'

/** Maximum number of roles, and of admins in an import or plan. */
const LIMIT = 10_000
/** Exceeds the limit by more than an import writes at once: it counts the admins that it has written. */
const MANY = LIMIT + 3_000
/** Number of records that an import writes with several statements. */
const SEVERAL_BATCHES = 12_000

const admins = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    username: `${prefix}-${index}`,
    email: `${prefix}-${index}@plant.test`,
    role: 'admin',
  }))

describe('a limit of 10,000', function () {
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

    it('applies to admins in an import, which records an event for each', async () => {
      const { body } = await sudo.upload('/settings/import_config', fileOf({ Users: admins(MANY, 'imported') }))

      const { imported, errors } = body.summary
      expect(imported).to.be.within(LIMIT, MANY - 1)
      expect(imported + errors).to.equal(MANY)
      expect(body.results.errors.Users[0]).to.match(/is one of more than 10000 that are as privileged as an admin/)
      expect(await eventsOf(`imported-${imported - 1}`)).to.deep.equal(['record-imported'])
    })

    it('applies to admins in a plan, which records an event for each', async () => {
      const plan = await planOf(sudo, { Users: admins(LIMIT + 1, 'planned') })
      const { body: refused } = await sudo.get(`/settings/plans/${plan.body.id}/changes?kind=refused`)
      await applyPlan(sudo, plan)

      expect(plan.body.summary).to.include({ add: LIMIT, refused: 1 })
      expect(refused[0].reason).to.match(/^is one of more than 10000 that are as privileged as an admin/)
      expect(await eventsOf(`planned-${LIMIT - 1}`)).to.deep.equal(['record-imported'])
    })

    it('applies to all roles, whether imported, planned or added', async () => {
      const roles = (count: number, prefix: string) =>
        Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}`, level: 300 }))
      const existing = (await sudo.get('/roles')).body.length
      const add = (count: number, prefix: string) =>
        sudo.upload('/settings/import_config', fileOf({ Roles: roles(count, prefix) }))
      const first = await add(LIMIT - existing - 2, 'first')
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
      expect((await sudo.get('/roles')).body).to.have.lengthOf(LIMIT)
    })
  })
})
