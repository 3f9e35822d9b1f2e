import { forEachDatabase, ManualClock, type SignedIn, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../../../test/support/app.js'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import { applyPlan, planOf } from '../../../test/support/plans.js'

/** The default of `planLifetime`, in seconds. Logins stay fresh for longer, so that only the plans expire. */
const PLAN_LIFETIME_S = 3_600

describe('stored plans', () => {
  forEachDatabase((database) => {
    it('expire, and are limited in number', async () => {
      const clock = new ManualClock()
      const app = await startApp({
        database,
        clock,
        settings: { maxPlans: 2, freshLoginLifetime: 2 * PLAN_LIFETIME_S },
      })
      try {
        const sudo = await app.signIn('sudo')
        const plan = await planOf(sudo, { Variables: [{ name: 'V' }] })
        await planOf(sudo, {})
        const third = await sudo.upload('/settings/plans', fileOf({}))
        expect([third.status, third.body.code]).to.deep.equal([409, 'TOO_MANY_STORED_PLANS'])
        expect((await sudo.delete(`/settings/plans/${plan.body.id}`)).status).to.equal(200)
        const next = await planOf(sudo, {})

        clock.advance(PLAN_LIFETIME_S)

        expect((await applyPlan(sudo, next)).body.code).to.equal('PLAN_NOT_FOUND')
        expect((await sudo.get('/settings/plans')).body).to.deep.equal([])
        await planOf(sudo, {})
      } finally {
        await app.stop()
      }
    })

    it('expire after the time of the setting, and have ids that cannot be guessed', async () => {
      const clock = new ManualClock()
      const app = await startApp({ database, clock, settings: { planLifetime: 60 } })
      try {
        const sudo = await app.signIn('sudo')
        const { body: plan } = await planOf(sudo, { Variables: [{ name: 'V' }] })
        const { body: snapshot } = await sudo.post('/settings/snapshots', {})

        clock.advance(59)
        const before = await sudo.get(`/settings/plans/${plan.id}`)
        clock.advance(1)
        const after = await sudo.get(`/settings/plans/${plan.id}`)

        expect([before.status, after.status]).to.deep.equal([200, 404])
        for (const id of [plan.id, snapshot.id]) expect(id).to.match(/^[0-9a-hjkmnp-tv-z]{16}$/)
      } finally {
        await app.stop()
      }
    })

    it('require the privilege level of an import', async () => {
      const app = await startApp({ database })
      try {
        const operator = await app.signIn('operator')

        const responses = [await operator.upload('/settings/plans', fileOf({})), await operator.get('/settings/plans')]

        expect(responses.map(({ status }) => status)).to.deep.equal([403, 403])
      } finally {
        await app.stop()
      }
    })

    it('are deleted in steps, between which others can write', async () => {
      const app = await startApp({ database })
      try {
        const sudo = await app.signIn('sudo')
        const Variables = Array.from({ length: 20_000 }, (_, index) => ({ name: `V${index}` }))
        const plan = await planOf(sudo, { Variables })
        let hasEnded = false
        let writes = 0

        const deleting = sudo.delete(`/settings/plans/${plan.body.id}`).finally(() => {
          hasEnded = true
        })
        while (!hasEnded) {
          await app.services.database.write((transaction) => transaction('plinth_tags').delete())
          writes += 1
        }

        expect((await deleting).status).to.equal(200)
        expect(writes).to.be.greaterThan(10)
        const left = await app.services.database.read((knex) => knex('plinth_plan_changes').select('seq'))
        expect(left).to.deep.equal([])
      } finally {
        await app.stop()
      }
    })

    it('are applied by somebody else, if a setting asks for that', async () => {
      const app = await startApp({ database, settings: { planNeedsSecondPerson: true } })
      try {
        const [sudo, admin] = [await app.signIn('sudo'), await app.signIn('admin')]
        const plan = await planOf(sudo, { Variables: [{ name: 'V' }] })

        const own = await applyPlan(sudo, plan)
        expect([own.status, own.body.code]).to.deep.equal([403, 'PLAN_NEEDS_SECOND_PERSON'])
        const { body } = await sudo.post('/users/create_tpt', { role_name: 'admin' })
        const token = await applyPlan(app.withKey(body.token), plan)
        expect([token.status, token.body.code]).to.deep.equal([403, 'PLAN_NEEDS_SECOND_PERSON'])
        const ofToken = await planOf(app.withKey(body.token) as SignedIn, { Variables: [{ name: 'W' }] })
        expect((await applyPlan(sudo, ofToken)).body.code).to.equal('PLAN_NEEDS_SECOND_PERSON')
        expect((await applyPlan(admin, ofToken)).body.code).to.equal('PLAN_NEEDS_SECOND_PERSON')
        expect((await applyPlan(admin, plan)).status).to.equal(200)
      } finally {
        await app.stop()
      }
    })

    it('are applied one at a time, and each only once, if that is requested concurrently', async () => {
      const app = await startApp({ database })
      try {
        const sudo = await app.signIn('sudo')
        await sudo.upload('/settings/import_config', fileOf(smallPlant()))
        const tag = (description: string) => ({ Tags: [{ name: 'PT-1', description }] })
        const [first, second] = [await planOf(sudo, tag('a')), await planOf(sudo, tag('b'))]
        const snapshots = async () => (await sudo.get('/settings/snapshots')).body.length
        const before = await snapshots()

        const responses = await Promise.all([first, first, second, second].map((plan) => applyPlan(sudo, plan)))

        const statuses = responses.map(({ status }) => status)
        expect(statuses.filter((status) => status === 200)).to.have.lengthOf(1)
        expect(statuses.filter((status) => status === 409 || status === 412)).to.have.lengthOf(3)
        expect(await snapshots()).to.equal(before + 1)
      } finally {
        await app.stop()
      }
    })
  })

  it('are applied one at a time if that is requested on two replicas at once', async () => {
    const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!database) throw new Error('this test needs PostgreSQL')
    const app = await startApp({ database })
    const replica = await startApp({ database, on: app.database })
    try {
      const sudo = await app.signIn('sudo')
      const other = replica.withKey(sudo.key) as SignedIn
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      const tag = (description: string) => ({ Tags: [{ name: 'PT-1', description }] })
      const [first, second] = [await planOf(sudo, tag('a')), await planOf(sudo, tag('b'))]
      const independent = await planOf(sudo, { Variables: [{ name: 'V' }] })

      const responses = await Promise.all([
        applyPlan(sudo, first),
        applyPlan(other, second),
        applyPlan(other, independent),
      ])

      expect(responses.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 412])
    } finally {
      await replica.stop()
      await app.stop()
    }
  })
})
