import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { COMMAND } from '@plinth/kernel'
import type { StandardServices } from '@plinth/service'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, type TestApp, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../../../test/support/configuration.js'
import { applyFile, applyPlan, linesOf, uploadFile } from '../../../test/support/plans.js'

const EXPORT = '/settings/export_config'

describe('an uploaded file', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let sudo: SignedIn
    before(async () => {
      const settings = { maxPlans: 3, snapshots: 1_000 }
      app = await startTestApp({ database, settings, kernel: (options) => createStandardKernel(options) })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())
    afterEach(async () => {
      for (const path of ['files', 'plans'])
        for (const { id } of (await sudo.get(`/settings/${path}`)).body) await sudo.delete(`/settings/${path}/${id}`)
    })

    it('is kept for a while, with its digest, its tables, and what cannot be read in it', async () => {
      const before = (await sudo.get(EXPORT)).body.data
      const text = fileOf({
        Manufacturer: [{ name: 'Acme' }, { name: 'acme' }, { name: 'Acme' }, {}, 'none'],
        Tags: [{ name: 'T-1', unit: 'bar', active: 'yes' }],
        Pumps: [],
      })

      const { body } = await sudo.upload('/settings/files', text)

      expect(body.tables).to.deep.equal({ Manufacturer: 2, Tags: 0 })
      expect(body.sha256).to.equal(createHash('sha256').update(text).digest('hex'))
      expect(body.created_by).to.deep.equal({ kind: 'user', name: 'sudo' })
      expect(body.expires_at - body.created_at).to.be.within(3_600_000, 3_660_000)
      expect(body.problem_count).to.equal(5)
      expect(body.problems.map(({ table, name }: Problem) => `${table} ${name}`)).to.have.members([
        'Manufacturer record 4',
        'Manufacturer record 5',
        'Manufacturer Acme',
        'Tags T-1',
        'Pumps Pumps',
      ])
      expect((await sudo.get('/settings/files')).body).to.deep.equal([body])
      expect((await sudo.get(EXPORT)).body.data).to.deep.equal(before)
    })

    it('is refused if it is not a configuration, or if there are too many', async () => {
      for (const text of ['{"data":{"Tags":[{"name":"T-1"}', '[]', '{"version":"2.0","data":{}}'])
        expect((await sudo.upload('/settings/files', text)).status).to.equal(400)
      expect((await sudo.get('/settings/files')).body).to.deep.equal([])

      for (const _ of [1, 2, 3]) await uploadFile(sudo, {})
      const { status, body } = await sudo.upload('/settings/files', fileOf({}))

      expect([status, body.code]).to.deep.equal([409, 'TOO_MANY_STORED_FILES'])
    })

    it('has only the fields that an export has, and no secret', async () => {
      const user = { username: 'eve', email: 'eve@plant.test', role: 'guest', password: 'a secret horse 9' }

      await uploadFile(sudo, { Users: [{ ...user, password_hash: 'a secret hash', api_key: 'a secret key' }] })

      const rows = await app.services.database.read((knex) => knex('plinth_file_records').pluck('record'))
      const stored = JSON.stringify([rows, (await sudo.get('/settings/files')).body])
      expect(stored).to.not.include('secret')
    })

    it('is gone once it is deleted', async () => {
      const file = await uploadFile(sudo, { Manufacturer: [{ name: 'Acme' }] })

      expect((await sudo.delete(`/settings/files/${file}`)).status).to.equal(200)

      expect((await sudo.delete(`/settings/files/${file}`)).body.code).to.equal('FILE_NOT_FOUND')
      const compared = await sudo.post('/settings/comparisons', { from: file, to: 'present' })
      expect([compared.status, compared.body.code]).to.deep.equal([404, 'STATE_NOT_FOUND'])
      const rows = await app.services.database.read((knex) => knex('plinth_file_records'))
      expect(rows).to.deep.equal([])
    })

    it('is compared by the names of its records, without the tables and fields that it lacks', async () => {
      await applyFile(sudo, {
        Manufacturer: [{ name: 'Acme' }],
        Variables: [{ name: 'Pressure' }],
        Units: [{ name: 'bar', unit: 'bar', variable: 'Pressure' }],
        DataTypes: [{ name: 'float' }],
        Tags: [{ name: 'T-1', unit: 'bar', data_type: 'float', description: 'Inlet' }],
      })
      const file = await uploadFile(sudo, {
        Manufacturer: [{ name: 'Other' }, {}],
        Tags: [{ name: 'T-1', description: 'Outlet' }],
      })

      const there = await sudo.post('/settings/comparisons', { from: 'present', to: file })
      const back = await sudo.post('/settings/comparisons', { from: file, to: 'present' })

      expect(await linesOf(sudo, there)).to.have.members([
        '! Manufacturer record 2 name is missing',
        '- Manufacturer Acme',
        '+ Manufacturer Other',
        '~ Tags T-1 description: Inlet → Outlet',
      ])
      expect(await linesOf(sudo, back)).to.have.members([
        '! Manufacturer record 2 name is missing',
        '+ Manufacturer Acme',
        '- Manufacturer Other',
        '~ Tags T-1 description: Outlet → Inlet',
      ])
      expect((await applyPlan(sudo, there)).body.code).to.equal('PLAN_NOT_APPLICABLE')
    })
  })
})

describe('a merge', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let sudo: SignedIn
    before(async () => {
      const settings = { maxPlans: 1_000, snapshots: 1_000 }
      app = await startTestApp({ database, settings, kernel: (options) => createStandardKernel(options) })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    /** Makes `ours` the configuration, and plans to merge into it how the file `theirs` differs from `base`. */
    async function merge({ base, ours, theirs }: Sides, settle: readonly object[] = []): Promise<TestResponse> {
      await applyFile(sudo, { ...EMPTY, ...ours }, '?mode=mirror')
      const [baseId, theirsId] = [await uploadFile(sudo, base), await uploadFile(sudo, theirs)]
      const plan = await sudo.post('/settings/merges', { base: baseId, theirs: theirsId, settle })
      expect(plan.status, plan.text).to.equal(200)
      return plan
    }

    const names = async (table: string) =>
      (await sudo.get(EXPORT)).body.data[table].map(({ name }: { name: string }) => name)

    it('takes over what they have added, changed and removed, and keeps what was changed here', async () => {
      const plan = await merge({
        base: { ...plant(), Manufacturer: [{ name: 'Acme' }, { name: 'Gone' }] },
        ours: {
          ...plant({ description: 'Inlet' }),
          Manufacturer: [{ name: 'Acme' }, { name: 'Gone' }, { name: 'Ours' }],
        },
        theirs: { ...plant({ display_name: 'Pressure 1' }), Manufacturer: [{ name: 'Acme' }, { name: 'Theirs' }] },
      })

      expect(await linesOf(sudo, plan)).to.have.members([
        '+ Manufacturer Theirs',
        '- Manufacturer Gone',
        '~ Tags T-1 display_name: T-1 → Pressure 1',
      ])
      expect(plan.body.source.kind).to.equal('merge')
      await applyPlan(sudo, plan)
      expect(await names('Manufacturer')).to.have.members(['Acme', 'Ours', 'Theirs'])
      const [tag] = (await sudo.get(EXPORT)).body.data.Tags
      expect([tag.description, tag.display_name]).to.deep.equal(['Inlet', 'Pressure 1'])
    })

    it('has a conflict where both sides have changed a field, and cannot be applied until it is settled', async () => {
      const sides = {
        base: plant({ description: 'Old', kp: 1 }),
        ours: plant({ description: 'Ours', kp: 1 }),
        theirs: plant({ description: 'Theirs', kp: 2 }),
      }

      const open = await merge(sides)
      const refused = await applyPlan(sudo, open)
      const ours = await merge(sides, [
        { table: 'Tags', take: 'theirs' },
        { table: 'Tags', name: 'T-1', take: 'ours' },
      ])
      const theirs = await merge(sides, [{ take: 'theirs' }])

      expect(open.body.summary).to.deep.equal({ add: 0, update: 0, remove: 0, same: 0, refused: 0, conflict: 1 })
      expect(await linesOf(sudo, open)).to.deep.equal([
        'x Tags T-1 changed here and by them description: Old → Ours | Theirs',
      ])
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'PLAN_NOT_APPLICABLE'])
      expect(await linesOf(sudo, ours)).to.deep.equal(['~ Tags T-1 kp: 1 → 2'])
      expect(await linesOf(sudo, theirs)).to.deep.equal(['~ Tags T-1 description: Ours → Theirs kp: 1 → 2'])
    })

    it('has a conflict where both sides have changed parts of the name of one reference', async () => {
      const Segment = ['M1', 'M2'].flatMap((manufacturer) => ['S1', 'S2'].map((name) => ({ name, manufacturer })))
      const Manufacturer = [{ name: 'M1' }, { name: 'M2' }]
      const at = (segment: string | null, manufacturer: string | null) => ({
        ...plant({ segment, manufacturer }),
        Manufacturer,
        Segment,
      })
      const sides = { base: at('S1', 'M1'), ours: at('S2', 'M1'), theirs: at('S1', 'M2') }

      expect(await linesOf(sudo, await merge(sides))).to.deep.equal([
        'x Tags T-1 changed here and by them segment: S1 → S2 | S1 manufacturer: M1 → M1 | M2',
      ])
      expect(await linesOf(sudo, await merge({ ...sides, theirs: at(null, null) }, [{ take: 'ours' }]))).to.deep.equal(
        [],
      )
      expect(await linesOf(sudo, await merge(sides, [{ take: 'theirs' }]))).to.deep.equal([
        '~ Tags T-1 segment: S2 → S1 manufacturer: M1 → M2',
      ])
    })

    it('is refused with a settlement that has a typo', async () => {
      const [base, theirs] = [await uploadFile(sudo, plant()), await uploadFile(sudo, plant({ kp: 2 }))]

      for (const [place, message] of [
        [{ table: 'Tag' }, /^names the unknown table "Tag"\. Did you mean "Tags"\?$/],
        [{ table: 'Everything' }, /^names the unknown table "Everything"\. The tables are .*Tags.*\.$/],
        [{ name: 'T-1' }, /^names the record "T-1", but no table$/],
        [{ table: 'Tags', name: 'T-l' }, /^names the record "T-l" of Tags, which the other side has not changed$/],
        [
          { table: 'Machines', name: 'T-1' },
          /^names the record "T-1" of Machines, which the other side has not changed$/,
        ],
      ] as const) {
        const settle = [
          { ...place, take: 'ours' },
          { table: 'Tags', name: 'T-1', take: 'theirs' },
        ]
        const { status, body } = await sudo.post('/settings/merges', { base, theirs, settle })

        expect([status, body.code, body.errors?.length]).to.deep.equal([400, 'INVALID_BODY', 1])
        expect(body.errors[0].field).to.equal('settle')
        expect(body.errors[0].message).to.match(message)
      }
    })

    it('has a conflict where one side has removed what the other one has changed', async () => {
      const [old, changed, gone] = [plant(), plant({ description: 'Changed' }), { ...plant(), Tags: [] }]

      const removedHere = { base: old, ours: gone, theirs: changed }
      expect(await linesOf(sudo, await merge(removedHere))).to.deep.equal([
        'x Tags T-1 removed here, changed by them description: null → null | Changed',
      ])
      expect(await linesOf(sudo, await merge(removedHere, [{ take: 'ours' }]))).to.deep.equal([])
      expect(await linesOf(sudo, await merge(removedHere, [{ take: 'theirs' }]))).to.deep.equal(['+ Tags T-1'])

      const removedByThem = { base: old, ours: changed, theirs: gone }
      expect(await linesOf(sudo, await merge(removedByThem))).to.deep.equal([
        'x Tags T-1 changed here, removed by them description: null → Changed | null',
      ])
      expect(await linesOf(sudo, await merge(removedByThem, [{ take: 'ours' }]))).to.deep.equal([])
      expect(await linesOf(sudo, await merge(removedByThem, [{ take: 'theirs' }]))).to.deep.equal(['- Tags T-1'])
    })

    it('has no conflict where both sides have made the same change, or have given a new record their own identifiers', async () => {
      const base = { ...plant(), Tags: [] }

      const plan = await merge({ base, ours: plant({ id: 'here' }), theirs: plant({ id: 'there' }) })

      expect(await linesOf(sudo, plan)).to.deep.equal([])
    })

    it('follows what they have renamed, with its references, if its identifier is kept', async () => {
      const base = { ...plant({ id: 'tag-1' }), Machines: [{ name: 'M' }] }
      const theirs = { ...plant({ id: 'tag-1', name: 'T-2' }), Machines: [{ name: 'M' }] }
      const link = { machine: 'M', tag: 'T-1' }

      const plan = await merge({ base, ours: { ...base, TagsMachines: [link] }, theirs })
      await applyPlan(sudo, plan)

      expect(await linesOf(sudo, plan)).to.deep.equal(['~ Tags T-2 name: T-1 → T-2 display_name: T-1 → T-2'])
      expect(await names('Tags')).to.deep.equal(['T-2'])
    })

    it('keeps a record that was changed here and renamed by them, if that is settled for us', async () => {
      const sides = {
        base: plant({ id: 'tag-1' }),
        ours: plant({ id: 'tag-1', description: 'Ours' }),
        theirs: plant({ id: 'tag-1', name: 'T-2' }),
      }

      const open = await merge(sides)
      await applyPlan(sudo, await merge(sides, [{ take: 'ours' }]))

      expect(open.body.summary).to.include({ conflict: 1 })
      expect(await names('Tags')).to.have.members(['T-1', 'T-2'])
    })

    it('has a conflict where both sides have renamed a record', async () => {
      const [base, ours, theirs] = ['T-1', 'T-2', 'T-3'].map((name) => plant({ id: 'tag-1', name }))
      const sides = { base: base ?? {}, ours: ours ?? {}, theirs: theirs ?? {} }

      const open = await merge(sides)
      const kept = await merge(sides, [{ take: 'ours' }])
      const taken = await merge(sides, [{ take: 'theirs' }])

      expect(await linesOf(sudo, open)).to.deep.equal([
        'x Tags T-3 renamed here to T-2, and by them name: null → T-2 | T-3 display_name: null → T-2 | T-3',
      ])
      expect(await linesOf(sudo, kept)).to.deep.equal([])
      expect(await linesOf(sudo, taken)).to.deep.equal(['~ Tags T-3 name: T-2 → T-3 display_name: T-2 → T-3'])
    })

    it('takes a snapshot as its base, but not two snapshots, the present or an unknown state', async () => {
      await applyFile(sudo, { ...EMPTY, ...plant() }, '?mode=mirror')
      const { body: base } = await sudo.post('/settings/snapshots', {})
      await applyFile(sudo, plant({ description: 'Ours' }))
      const theirs = await uploadFile(sudo, plant({ kp: 2 }))

      const plan = await sudo.post('/settings/merges', { base: base.id, theirs })
      const two = await sudo.post('/settings/merges', { base: base.id, theirs: base.id })
      const unknown = await sudo.post('/settings/merges', { base: 'unknown', theirs })
      const present = await sudo.post('/settings/merges', { base: 'present', theirs })

      expect(await linesOf(sudo, plan)).to.deep.equal(['~ Tags T-1 kp: null → 2'])
      expect([two.status, two.body.code]).to.deep.equal([409, 'MERGE_NEEDS_FILE'])
      for (const { status, body } of [unknown, present])
        expect([status, body.code]).to.deep.equal([404, 'STATE_NOT_FOUND'])
    })

    it('is refused, as a comparison or rollback is, if a file or snapshot is deleted while it waits for its turn', async () => {
      await applyFile(sudo, { ...EMPTY, ...plant() }, '?mode=mirror')
      const [base, theirs] = [await uploadFile(sudo, plant()), await uploadFile(sudo, plant({ kp: 2 }))]
      const { body: snapshot } = await sudo.post('/settings/snapshots', {})
      let endTurn = () => {}
      const turn = new Promise<void>((resolve) => {
        endTurn = resolve
      })
      async function* chunks() {
        await turn
        yield Buffer.from(fileOf({}))
      }
      const { signal } = new AbortController()
      const first = app.services.planService.planFile(COMMAND, { chunks } as never, { mode: 'update', signal })

      const waiting = Promise.all([
        sudo.post('/settings/merges', { base, theirs }),
        sudo.post('/settings/comparisons', { from: base, to: theirs }),
        sudo.post('/settings/comparisons', { from: snapshot.id, to: 'present' }),
        sudo.post(`/settings/snapshots/${snapshot.id}/plan`),
      ])
      await pause(200) // until all of them wait for their turn
      await sudo.delete(`/settings/files/${theirs}`)
      await sudo.delete(`/settings/snapshots/${snapshot.id}`)
      endTurn()

      expect((await waiting).map(({ status }) => status)).to.deep.equal([404, 404, 404, 404])
      await first
    })

    it('leaves a record unchanged that is invalid on one side', async () => {
      const [old, broken] = [plant(), plant({ active: 'yes' })]
      const problem = '! Tags T-1 active must be true or false'

      for (const sides of [
        { base: old, theirs: broken },
        { base: broken, theirs: old },
        { base: broken, theirs: { ...old, Tags: [] } },
      ])
        expect(await linesOf(sudo, await merge({ ours: old, ...sides }))).to.deep.equal([problem])
      const [from, to] = [await uploadFile(sudo, old), await uploadFile(sudo, broken)]
      const there = await sudo.post('/settings/comparisons', { from, to })
      const back = await sudo.post('/settings/comparisons', { from: to, to: from })
      const present = await sudo.post('/settings/comparisons', { from: 'present', to })
      for (const comparison of [there, back, present])
        expect((await linesOf(sudo, comparison)).filter((line) => line.includes('Tags'))).to.deep.equal([problem])
    })

    it('gives more privilege only to the user whose identifier the other plant has', async () => {
      const heidi = { identifier: 'other-heidi', username: 'heidi', email: 'heidi@plant.test', role: 'guest' }
      const raised = { ...heidi, role: 'supervisor' }
      await app.signIn('guest', 'heidi')
      const [{ identifier }] = (await sudo.get(EXPORT)).body.data.Users.filter(
        ({ username }: { username: string }) => username === 'heidi',
      )
      const same = { ...heidi, identifier }
      const takeTheirs = [{ take: 'theirs' }]

      const plans = [
        await merge({ base: { Users: [heidi] }, ours: {}, theirs: { Users: [raised] } }),
        await merge({ base: { Users: [] }, ours: {}, theirs: { Users: [raised] } }, takeTheirs),
        await merge({ base: { Users: [same] }, ours: {}, theirs: { Users: [{ ...raised, identifier }] } }),
      ]

      const lines = await Promise.all(plans.map((plan) => linesOf(sudo, plan)))
      expect(lines.map((all) => all.filter((line) => line.includes('heidi')))).to.deep.equal([
        [
          '! Users heidi gets a more privileged role only from a record with the same identifier, because this may be another person',
        ],
        [
          '! Users heidi gets a more privileged role only from a record with the same identifier, because this may be another person',
        ],
        ['~ Users heidi role: guest → supervisor'],
      ])
    })

    it('removes no role or user, and gives nobody more privilege', async () => {
      const { Roles, Users } = (await sudo.get(EXPORT)).body.data

      const plan = await merge({ base: { Roles, Users }, ours: {}, theirs: { Roles: [], Users: [] } })

      expect(plan.body.summary).to.include({ add: 0, update: 0, remove: 0 })
      expect((await applyPlan(sudo, plan)).status).to.equal(200)
      expect((await sudo.get(EXPORT)).body.data.Users).to.deep.equal(Users)
    })
  })
})

interface Problem {
  readonly table: string
  readonly name: string
}

type FileTables = Readonly<Record<string, unknown>>

interface Sides {
  readonly base: FileTables
  readonly ours: FileTables
  readonly theirs: FileTables
}

const EMPTY = {
  Manufacturer: [],
  Segment: [],
  Variables: [],
  Units: [],
  Tags: [],
  Machines: [],
  TagsMachines: [],
}

/** A plant with one tag. */
function plant(tag: object = {}) {
  return {
    Variables: [{ name: 'Pressure' }],
    Units: [{ name: 'bar', unit: 'bar', variable: 'Pressure' }],
    DataTypes: [{ name: 'float' }],
    Tags: [
      { id: 'tag', name: 'T-1', unit: 'bar', data_type: 'float', description: null, kp: null, ...withDisplayName(tag) },
    ],
  }
}

/** Fills in the display name: by default the name of the tag. */
function withDisplayName(tag: { readonly name?: string; readonly display_name?: string }) {
  return { ...tag, display_name: tag.display_name ?? tag.name ?? 'T-1' }
}
