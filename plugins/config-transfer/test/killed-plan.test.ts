import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { forEachDatabase, type SignedIn, TEST_PASSWORD, type TempDatabase, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { DATABASE_TABLES, smallPlant } from '../../../test/support/configuration.js'
import { FIRST_KILL_POINT, KILL_STRIDE } from '../../../test/support/kill-points.js'
import { applyPlan, planOf } from '../../../test/support/plans.js'
import { plinthWithDrivers } from '../../../test/support/plinth-with-drivers.js'
import { REPO_ROOT, SECRET_KEY, type Service, serve, variablesFor } from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'

const TAGS = 2_000
/** Fractions of the duration of an apply after which the service is killed. */
const KILL_FRACTIONS = [0.1, 0.35, 0.6, 0.85]
const HOOK = pathToFileURL(join(REPO_ROOT, 'test/support/killed-in-table.mjs')).href
/** The tables in which the service is killed. */
const KILLED_IN = Object.entries(DATABASE_TABLES).filter(
  (_, index) => (index + 1 - FIRST_KILL_POINT) % KILL_STRIDE === 0,
)

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

    it('has done all of it or nothing, and can continue', async () => {
      await applyPlan(sudo, await planOf(sudo, plant('before'), '?mode=mirror'))
      const began = performance.now()
      const report = await applyPlan(sudo, await planOf(sudo, plant('after'), '?mode=mirror'))
      const applyMs = (performance.now() - began) / 2 // the plan took about as long
      const states = new Map([[await stateOf(), 'after']])
      await applyPlan(sudo, await sudo.post(`/settings/snapshots/${report.body.snapshot}/plan`))
      states.set(await stateOf(), 'before')
      const reached: (string | undefined)[] = []

      for (const fraction of KILL_FRACTIONS) {
        const snapshots = await numberOfSnapshots()
        const plan = await planOf(sudo, plant('after'), '?mode=mirror')
        const applying = applyPlan(sudo, plan).catch(() => {})
        await pause(fraction * applyMs)
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
        await pause(fraction * applyMs)
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

describe('a service killed after it has written to a table', function () {
  this.timeout(180_000)
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: SignedIn
    let states: ReadonlyMap<string, string>
    before(async () => {
      tempDatabase = await database.create()
      await start()
      await applyPlan(sudo, await planOf(sudo, fullPlant('after'), '?mode=mirror'))
      const after = await exported()
      await applyPlan(sudo, await planOf(sudo, fullPlant('before'), '?mode=mirror'))
      states = new Map([
        [after, 'after'],
        [await exported(), 'before'],
      ])
    })
    after(async () => {
      service?.kill()
      await tempDatabase.drop()
    })

    const tableFile = () => join(tempDatabase.dataDir, 'killed-in')
    const start = async () => {
      const variables = {
        ...variablesFor(tempDatabase),
        PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
        PLINTH_MAX_PLANS: '1000',
        PLINTH_SNAPSHOTS: '1000',
        NODE_OPTIONS: `--import=${HOOK}`,
        PLINTH_ROOT: `${REPO_ROOT}/`,
        KILL_TABLE_FILE: tableFile(),
      }
      service = await serve(variables, undefined, await plinthWithDrivers())
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey) as SignedIn
    }
    /** The configuration without roles, which no rollback removes, and without the ids of rows. */
    const exported = async () => {
      const { Roles: _, ...tables } = (await sudo.get('/settings/export_config')).body.data
      return JSON.stringify(tables).replaceAll(/"id":\d+,/g, '')
    }
    const found = async () => ({
      state: states.get(await exported()),
      snapshots: (await sudo.get('/settings/snapshots')).body.length,
      roles: (await sudo.get('/settings/export_config')).body.data.Roles.length,
    })
    /** Kills the service in a table while it applies a plan. Checks that nothing has changed, and applies it again. */
    const applyTwice = async (plan: TestResponse, table: string) => {
      const before = await found()
      await writeFile(tableFile(), table)
      const response = await applyPlan(sudo, plan).catch(() => undefined)
      expect(response, 'a response').to.equal(undefined)
      await service.end('SIGKILL')
      await rm(tableFile())
      await start()
      expect(await found()).to.deep.equal(before)
      expect((await applyPlan(sudo, plan)).status, 'the plan is still there').to.equal(200)
      expect((await found()).snapshots).to.equal(before.snapshots + 1)
    }

    it('has deleted a plan, whose remaining changes are deleted when the next plan is made', async () => {
      const plan = await planOf(sudo, fullPlant('after'), '?mode=mirror')
      const changesLeft = () =>
        withDatabase(tempDatabase, (knex) =>
          knex('plinth_plan_changes')
            .whereIn('plan_id', knex('plinth_plans').where({ identifier: plan.body.id }).select('id'))
            .pluck('name'),
        )
      await writeFile(tableFile(), 'plinth_plan_changes')
      await sudo.delete(`/settings/plans/${plan.body.id}`).catch(() => {})
      await service.end('SIGKILL')
      await rm(tableFile())
      const left = await changesLeft()
      await start()
      const deleted = await sudo.get(`/settings/plans/${plan.body.id}`)
      await planOf(sudo, {})
      await service.end('SIGTERM')

      expect(left).not.to.deep.equal([])
      expect([deleted.status, deleted.body.code]).to.deep.equal([404, 'PLAN_NOT_FOUND'])
      expect(await changesLeft()).to.deep.equal([])
      await start()
    })

    for (const [name, table] of KILLED_IN) {
      it(`has changed nothing, and can apply or roll back afterwards: ${name}`, async () => {
        const tables = {
          ...fullPlant('after'),
          ...(name === 'Roles' && { Roles: [{ name: 'night shift', level: 200 }] }),
        }
        await applyTwice(await planOf(sudo, tables, '?mode=mirror'), table)
        expect((await found()).state).to.equal('after')

        const [{ id }] = (await sudo.get('/settings/snapshots')).body
        const rollback = await sudo.post(`/settings/snapshots/${id}/plan`)
        if (name === 'Roles') await applyPlan(sudo, rollback)
        else await applyTwice(rollback, table)
        expect((await found()).state).to.equal('before')
      })
    }
  })
})

/** A plant in two versions that differ in each table but the roles. */
function fullPlant(version: 'before' | 'after') {
  const small = smallPlant()
  const named = { name: version }
  const [unit, value] = version === 'after' ? ['psi', 2] : ['bar', 1]
  const [machine, tag] = [`machine ${version}`, `tag ${version}`]
  return {
    ...small,
    Manufacturer: [...(small.Manufacturer ?? []), named],
    Segment: [...(small.Segment ?? []), { ...named, manufacturer: version }],
    Variables: [...(small.Variables ?? []), named],
    Units: [...(small.Units ?? []), { ...named, variable: version, unit: version }],
    DataTypes: [...(small.DataTypes ?? []), named],
    Tags: [
      { id: 'tag-1', name: tag, unit, data_type: 'float' },
      { id: version, name: version, unit: version, data_type: version },
    ],
    AlarmTypes: [...(small.AlarmTypes ?? []), named],
    AlarmStates: [...(small.AlarmStates ?? []), { ...named, mnemonic: 'M', condition: 'C', status: 'S' }],
    Alarms: [{ identifier: 'a-1', name: version, tag, alarm_type: 'HIGH', trigger_value: value }],
    Users: [{ username: 'worker', lastname: version, email: 'worker@plant.test', role: 'operator' }],
    OPCUA: [{ client_name: version, host: 'plant.test', port: 4840 }],
    AccessType: [...(small.AccessType ?? []), named],
    OPCUAServer: [{ ...named, namespace: 'ns=1', access_type: version }],
    Machines: [{ identifier: 'm-1', name: machine }],
    TagsMachines: [{ machine, tag, default_tag_name: version }],
  }
}
