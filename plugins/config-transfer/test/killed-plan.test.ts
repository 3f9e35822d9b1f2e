import { setTimeout as pause } from 'node:timers/promises'
import { forEachDatabase, type SignedIn, TEST_PASSWORD, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { smallPlant } from '../../../test/support/configuration.js'
import { applyPlan, planOf } from '../../../test/support/plans.js'
import { SECRET_KEY, type Service, serve, variablesFor } from '../../../test/support/service-process.js'

const TAGS = 2_000
/** Parts of the time of an apply after which the service is killed. */
const KILLED_AT = [0.1, 0.35, 0.6, 0.85]

describe('a service killed while it applies a plan or rolls back', function () {
  this.timeout(180_000)
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: SignedIn
    before(async () => {
      tempDatabase = await database.create()
      await start()
    })
    after(async () => {
      service?.kill()
      await tempDatabase.drop()
    })

    const start = async () => {
      service = await serve({
        ...variablesFor(tempDatabase),
        PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
        PLINTH_SECRET_KEY: SECRET_KEY,
        PLINTH_MAX_PLANS: '1000',
        PLINTH_SNAPSHOTS: '1000',
      })
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey) as SignedIn
    }
    /** The configuration without the ids of rows: a variable that is added again has another one. */
    const stateOf = async () =>
      JSON.stringify((await sudo.get('/settings/export_config')).body.data).replaceAll(/"id":\d+,/g, '')
    const numberOfSnapshots = async () => (await sudo.get('/settings/snapshots')).body.length

    it('has done all of it or nothing, and can go on', async () => {
      await applyPlan(sudo, await planOf(sudo, plant('before'), '?mode=mirror'))
      const began = performance.now()
      const report = await applyPlan(sudo, await planOf(sudo, plant('after'), '?mode=mirror'))
      const applyMs = (performance.now() - began) / 2
      const states = new Map([[await stateOf(), 'after']])
      await applyPlan(sudo, await sudo.post(`/settings/snapshots/${report.body.snapshot}/plan`))
      states.set(await stateOf(), 'before')
      const reached: (string | undefined)[] = []

      for (const part of KILLED_AT) {
        const snapshots = await numberOfSnapshots()
        const plan = await planOf(sudo, plant('after'), '?mode=mirror')
        const applying = applyPlan(sudo, plan).catch(() => {})
        await pause(part * applyMs)
        service.kill()
        await applying
        await start()
        const state = states.get(await stateOf())
        reached.push(state)
        expect(await numberOfSnapshots(), 'a snapshot exactly if the plan is applied').to.equal(
          state === 'after' ? snapshots + 1 : snapshots,
        )
        if (state === 'before') expect((await applyPlan(sudo, plan)).status, 'the plan is still there').to.equal(200)

        const [{ id }] = (await sudo.get('/settings/snapshots')).body
        const rollback = await sudo.post(`/settings/snapshots/${id}/plan`)
        const rollingBack = applyPlan(sudo, rollback).catch(() => {})
        await pause(part * applyMs)
        service.kill()
        await rollingBack
        await start()
        const rolledBack = states.get(await stateOf())
        reached.push(rolledBack)
        if (rolledBack === 'after') expect((await applyPlan(sudo, rollback)).status).to.equal(200)
        expect(states.get(await stateOf())).to.equal('before')
      }

      expect(reached).to.include('before').and.not.include(undefined)
    })
  })
})

/** A plant of which every other tag differs, in two versions with other units, machines and areas. */
function plant(version: 'before' | 'after') {
  const isAfter = version === 'after'
  const Tags = Array.from({ length: TAGS }, (_, index) => ({
    id: `tag-${index}`,
    name: isAfter && index % 4 === 0 ? `renamed ${index}` : `tag ${index}`,
    unit: isAfter && index % 2 === 0 ? 'psi' : 'bar',
    data_type: 'float',
  }))
  const Machines = Array.from({ length: 200 }, (_, index) => ({
    identifier: `m-${index}`,
    name: `${version} ${index}`,
  }))
  const Variables = [...(smallPlant().Variables ?? []), { name: version }]
  return { ...smallPlant(), Tags: isAfter ? Tags.slice(TAGS / 10) : Tags, Machines, Variables }
}
