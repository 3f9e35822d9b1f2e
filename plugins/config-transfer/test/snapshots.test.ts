import { forEachDatabase, ManualClock, type SignedIn, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import { applyFile, applyPlan, linesOf, planOf } from '../../../test/support/plans.js'

const HOUR_S = 3_600

describe('a snapshot', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    beforeEach(async () => {
      app = await startApp({ database, settings: { snapshots: 4 } })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())

    const take = async (note?: string) => (await sudo.post('/settings/snapshots', { ...(note && { note }) })).body
    const list = async () => (await sudo.get('/settings/snapshots')).body
    const tagsIn = async (snapshot: { readonly id: string }) =>
      (await sudo.get(`/settings/snapshots/${snapshot.id}`)).body.data.Tags
    const rename = (description: string) =>
      app.services.database.write((transaction) => transaction('plinth_tags').update({ description }))
    const rollBack = async (snapshot: { readonly id: string }) => {
      const { status, body, text } = await applyPlan(sudo, await sudo.post(`/settings/snapshots/${snapshot.id}/plan`))
      expect(status, text).to.equal(200)
      return body
    }

    it('is taken before each import and plan that writes, by the same transaction, and says why', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      await sudo.upload('/settings/import_config', fileOf(smallPlant())) // adds nothing
      await sudo.upload('/settings/import_config?dry_run=true', fileOf({ Variables: [{ name: 'Other' }] }))
      await applyFile(sudo, { Tags: [{ name: 'PT-1', description: 'Inlet' }] })
      await take('before the new line')

      const snapshots = await list()

      expect(
        snapshots.map(({ id: _, taken_at: __, bytes: ___, ...rest }: Record<string, unknown>) => rest),
      ).to.deep.equal([
        { ...by('request', 'before the new line'), changes: { add: 0, update: 0, remove: 0 } },
        { ...by('apply'), changes: { add: 0, update: 1, remove: 0 } },
        { ...by('import'), changes: { add: 11, update: 0, remove: 0 } },
      ])
      const bytes = snapshots.map((snapshot: { bytes: number }) => snapshot.bytes)
      expect([bytes[0], bytes[2]], 'of those after which nothing but additions came').to.deep.equal([0, 0])
      expect(bytes[1]).to.be.within(300, 1_000)
    })

    it('leaves a table alone that a plugin has contributed since', async () => {
      await applyFile(sudo, { Variables: [{ name: 'V' }], Manufacturer: [{ name: 'Acme' }] })
      const before = await take()
      // As if the table had become one of the configuration after the snapshot
      await app.services.database.write((transaction) =>
        transaction('plinth_snapshot_tables').where({ table_name: 'plinth_manufacturers' }).delete(),
      )
      await applyFile(sudo, { Variables: [], Manufacturer: [{ name: 'Other' }] }, '?tables=Variables:mirror')

      const plan = await sudo.post(`/settings/snapshots/${before.id}/plan`)

      expect(await linesOf(sudo, plan)).to.deep.equal(['+ Variables V'])
    })

    it('undoes an import', async () => {
      const before = (await sudo.get('/settings/export_config')).body.data
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))

      await rollBack((await list())[0])

      expect((await sudo.get('/settings/export_config')).body.data).to.deep.equal(before)
    })

    it('keeps what hosts and other routes change afterwards', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      const first = await take()
      await rename('one')
      await rename('two')
      const second = await take()
      await app.services.database.write((transaction) => transaction('plinth_tags').delete())
      const { status } = await sudo.delete('/roles/operator')
      expect(status).to.equal(200)

      expect((await tagsIn(first)).map(descriptionOf)).to.deep.equal([null])
      expect((await tagsIn(second)).map(descriptionOf)).to.deep.equal(['two'])
      const { body } = await sudo.get(`/settings/snapshots/${second.id}`)
      expect(body.data.Roles.map(nameOf)).to.include('operator')
      const plan = await sudo.post(`/settings/snapshots/${first.id}/plan`)
      expect(await linesOf(sudo, plan)).to.have.members(['+ Roles operator', '+ Tags PT-1'])
    })

    it('is independent of others, which may be deleted', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      const snapshots = []
      for (const description of ['a', 'b', 'c']) {
        await rename(description)
        snapshots.push(await take(description))
      }
      await rename('d')

      for (const [index, deleted] of [
        [1, 1],
        [2, 2],
      ] as const) {
        expect((await sudo.delete(`/settings/snapshots/${snapshots[deleted].id}`)).status).to.equal(200)
        await rename(`after ${index}`)
        expect((await tagsIn(snapshots[0])).map(descriptionOf)).to.deep.equal(['a'])
      }
      await rollBack(snapshots[0])
      expect((await sudo.get('/settings/export_config')).body.data.Tags.map(descriptionOf)).to.deep.equal(['a'])
      expect((await sudo.get(`/settings/snapshots/${snapshots[1].id}`)).body.code).to.equal('SNAPSHOT_NOT_FOUND')
    })

    it('leaves nothing once all are deleted', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      await rename('one')
      for (const { id } of await list()) await sudo.delete(`/settings/snapshots/${id}`)
      await rename('two')

      const journal = await app.services.database.read((knex) => knex('plinth_configuration_journal').select())

      expect(journal).to.deep.equal([])
    })

    it('makes room for newer ones: the newest are kept', async () => {
      for (const note of ['1', '2', '3', '4', '5', '6']) await take(note)

      expect((await list()).map(({ note }: { note: string }) => note)).to.deep.equal(['6', '5', '4', '3'])
    })

    it('tells how many bytes are kept for it, whatever the characters', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      for (const description of ['é', 'e', '-']) {
        await take(description)
        await rename(description.repeat(100))
      }

      const [ascii, accented] = (await list()).map(({ bytes }: { bytes: number }) => bytes)
      expect(accented - ascii).to.equal(100)
    })

    it('needs the level of the import', async () => {
      const operator = await app.signIn('operator')
      const { id } = await take()

      const responses = [
        await operator.get('/settings/snapshots'),
        await operator.post('/settings/snapshots', {}),
        await operator.get(`/settings/snapshots/${id}`),
        await operator.delete(`/settings/snapshots/${id}`),
        await operator.post(`/settings/snapshots/${id}/plan`),
        await operator.upload('/settings/plans', fileOf({})),
        await operator.get('/settings/plans'),
      ]

      expect(responses.map(({ status }) => status)).to.deep.equal(responses.map(() => 403))
    })
  })
})

describe('snapshots that need much space', () => {
  forEachDatabase((database) => {
    it('make room for newer ones: the newest are kept', async () => {
      const app = await startApp({ database, settings: { snapshotBytes: 2_500 } })
      try {
        const sudo = await app.signIn('sudo')
        await sudo.upload('/settings/import_config', fileOf(smallPlant()))
        for (const note of ['1', '2', '3', '4']) {
          await sudo.post('/settings/snapshots', { note })
          await app.services.database.write((transaction) =>
            transaction('plinth_tags').update({ description: note.repeat(1_000) }),
          )
        }

        const { body } = await sudo.get('/settings/snapshots')
        expect(body.map(({ note }: { note: string }) => note)).to.deep.equal(['4', '3'])
      } finally {
        await app.stop()
      }
    })
  })
})

describe('stored plans', () => {
  forEachDatabase((database) => {
    it('expire, and are limited in number', async () => {
      const clock = new ManualClock()
      const app = await startApp({ database, clock, settings: { maxPlans: 2, freshLoginLifetime: 2 * HOUR_S } })
      try {
        const sudo = await app.signIn('sudo')
        const plan = await planOf(sudo, { Variables: [{ name: 'V' }] })
        await planOf(sudo, {})
        const third = await sudo.upload('/settings/plans', fileOf({}))
        expect([third.status, third.body.code]).to.deep.equal([409, 'TOO_MANY_STORED_PLANS'])
        expect((await sudo.delete(`/settings/plans/${plan.body.id}`)).status).to.equal(200)
        const next = await planOf(sudo, {})

        clock.advance(HOUR_S)

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

    it('are deleted step by step: others write in between', async () => {
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
        expect((await applyPlan(admin, plan)).status).to.equal(200)
      } finally {
        await app.stop()
      }
    })
  })

  it('are applied on two replicas at once, one after the other', async () => {
    const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!database) throw new Error('this test needs PostgreSQL')
    const app = await startApp({ database })
    const replica = await startApp({ database, on: app.database })
    try {
      const sudo = await app.signIn('sudo')
      const other = replica.withKey(sudo.key) as SignedIn
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      const tag = (description: string) => ({ Tags: [{ name: 'PT-1', description }] })
      const variable = { Variables: [{ name: 'V' }] }
      const plans = [await planOf(sudo, tag('a')), await planOf(sudo, tag('b')), await planOf(sudo, variable)]

      const statuses = await Promise.all([
        applyPlan(sudo, plans[0] as never),
        applyPlan(other, plans[1] as never),
        applyPlan(other, plans[2] as never),
      ])

      expect(statuses.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 412])
    } finally {
      await replica.stop()
      await app.stop()
    }
  })
})

const by = (reason: string, note: string | null = null) => ({ taken_by: { kind: 'user', name: 'sudo' }, reason, note })
const descriptionOf = ({ description }: { readonly description: string | null }) => description
const nameOf = ({ name }: { readonly name: string }) => name
