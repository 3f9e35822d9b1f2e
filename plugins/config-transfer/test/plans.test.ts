import { configurationTables, definePlugin, field } from '@plinth/kernel'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, type TestApp, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import { applyFile, applyPlan, linesOf, planOf, uploadFile } from '../../../test/support/plans.js'

const EXPORT = '/settings/export_config'

describe('a plan', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let sudo: SignedIn
    before(async () => {
      const settings = { maxPlans: 1_000, snapshots: 1_000 }
      app = await startTestApp({ database, settings, kernel: (options) => createStandardKernel(options).use(depots) })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())
    beforeEach(() =>
      applyFile(sudo, { ...emptyPlant(), Depots: [], Shelves: [], Labels: [], Areas: [], Zones: [] }, '?mode=mirror'),
    )

    /** Adds an area whose parent is itself. No plan can: each one needs a parent that exists. */
    const addWorld = () =>
      app.services.database.write((transaction) =>
        transaction.raw(
          "INSERT INTO areas (id, name, parent_id) VALUES (1000000, 'World', 1000000) ON CONFLICT DO NOTHING",
        ),
      )
    const exported = async (table: string) => (await sudo.get(EXPORT)).body.data[table]
    const usersNamed = async (name: string) =>
      (await exported('Users')).filter(({ username }: { username: string }) => username === name)

    const expectApplied = async (plan: TestResponse) => {
      const { status, text } = await applyPlan(sudo, plan)
      expect(status, text).to.equal(200)
    }

    describe('of a file', () => {
      it('says by table and field what would change, and changes nothing', async () => {
        await applyFile(sudo, smallPlant())
        const before = (await sudo.get(EXPORT)).body.data
        const Tags = [
          { id: 'tag-1', name: 'PT-1', unit: 'psi', data_type: 'float', description: 'Inlet' },
          { name: 'PT-2', unit: 'bar', data_type: 'float' },
          { name: 'PT-3', unit: 'furlong', data_type: 'float' },
        ]

        const plan = await planOf(sudo, { Units: smallPlant().Units, Tags })

        expect(plan.body.tables).to.deep.equal({
          Units: { add: 0, update: 0, remove: 0, same: 2, refused: 0, conflict: 0 },
          Tags: { add: 1, update: 1, remove: 0, same: 0, refused: 1, conflict: 0 },
        })
        expect(plan.body.summary).to.deep.equal({ add: 1, update: 1, remove: 0, same: 2, refused: 1, conflict: 0 })
        expect(await linesOf(sudo, plan)).to.have.members([
          '~ Tags PT-1 unit: bar → psi description: null → Inlet',
          '+ Tags PT-2',
          '! Tags PT-3 unit "furlong" not found',
        ])
        expect((await sudo.get(EXPORT)).body.data).to.deep.equal(before)
      })

      it('has the digest of the file, its creator, and the time when it expires', async () => {
        const { body } = await planOf(sudo, { Units: [] })

        expect(body.source).to.deep.equal({ kind: 'file', sha256: await sha256(fileOf({ Units: [] })) })
        expect(body.created_by).to.deep.equal({ kind: 'user', name: 'sudo' })
        expect(body.expires_at - body.created_at).to.be.within(3_600_000, 3_660_000)
        expect((await sudo.get('/settings/plans')).body[0]).to.deep.equal(body)
      })

      it('refuses records that refer to the old name of a record of their table, before or after it', async () => {
        const names = Array.from({ length: 600 }, (_, index) => `child ${index}`) // more than are read at once
        const children = names.map((name) => ({ name, code: `the code of ${name}`, parent: 'P' }))
        await applyFile(sudo, { Depots: [{ name: 'P', code: 'p' }, ...children] })
        const [first, ...others] = await exported('Depots')
        const renamed = { ...first, name: 'Q' }

        const before = await planOf(sudo, { Depots: [renamed, ...others] })
        const after = await planOf(sudo, { Depots: [...others, renamed] })

        for (const plan of [before, after]) {
          expect(plan.body.tables.Depots).to.include({ update: 1, same: 0, refused: names.length })
          expect(await linesOf(sudo, plan, '?limit=500')).to.include('! Depots child 0 parent "P" not found')
        }
      })

      it('finds a record under its name if its renaming is refused', async () => {
        const child = { name: 'child', code: 'c', parent: 'P' }
        await applyFile(sudo, { Depots: [{ name: 'X', code: 'x' }, { name: 'P', code: 'p' }, child] })
        const [x, p] = await exported('Depots')

        const plan = await planOf(sudo, { Depots: [child, { ...x, code: 'z' }, { ...p, name: 'Q', code: 'z' }] })

        expect(await linesOf(sudo, plan)).to.have.members([
          '~ Depots X code: x → z',
          '! Depots Q code "z" is in use by another record',
        ])
        expect(plan.body.tables.Depots).to.include({ same: 1, refused: 1 })
      })

      it('changes only the fields that a record has', async () => {
        await applyFile(sudo, smallPlant())
        await applyFile(sudo, { Tags: [{ name: 'PT-1', description: 'Inlet', active: false }] })

        await applyFile(sudo, { Tags: [{ name: 'PT-1', unit: 'psi' }] })

        const [tag] = await exported('Tags')
        expect([tag.unit, tag.display_unit, tag.description, tag.active]).to.deep.equal(['psi', 'bar', 'Inlet', false])
      })

      it('only adds records in the mode add, and may have another mode for a table', async () => {
        await applyFile(sudo, { Depots: [{ name: 'A', code: '1' }], Variables: [{ name: 'Pressure' }] })
        const file = {
          Depots: [
            { name: 'A', code: '2' },
            { name: 'B', code: '3' },
          ],
          Variables: [],
        }

        const plan = await planOf(sudo, file, '?mode=add&tables=Variables:mirror')

        expect(await linesOf(sudo, plan)).to.have.members(['+ Depots B', '- Variables Pressure'])
        const { mode, modes } = (await sudo.get(`/settings/plans/${plan.body.id}`)).body
        expect({ mode, modes }).to.deep.equal({ mode: 'add', modes: { Variables: 'mirror' } })
        const typo = await sudo.upload('/settings/plans?tables=Variable:mirror', fileOf({}))
        expect([typo.status, typo.body.errors]).to.deep.equal([
          400,
          [{ field: 'tables', message: 'names an unknown table' }],
        ])
      })

      it('removes in the mode mirror what the tables of the file lack, but no role, user or other table', async () => {
        await applyFile(sudo, smallPlant())
        const users = await exported('Users')

        const plan = await planOf(sudo, { Machines: [], AccessType: [], Roles: [], Users: [] }, '?mode=mirror')
        await applyPlan(sudo, plan)

        expect(plan.body.summary).to.include({ add: 0, update: 0, remove: 2, refused: 0 })
        expect(await exported('Users')).to.deep.equal(users)
        expect((await exported('Roles')).length).to.be.greaterThan(2)
        expect(await exported('Tags')).to.have.length(1)
      })

      it('refuses a value that a record keeps because its own change is refused', async () => {
        const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ name, code: name }))
        await applyFile(sudo, { Depots: [a, b, c] })

        const plan = await planOf(sudo, {
          Depots: [
            { name: 'N', code: 'A' },
            { name: 'A', code: 'B' },
            { name: 'B', code: 'C' },
          ],
        })

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots N code "A" is in use by another record',
          '! Depots A code "B" is in use by another record',
          '! Depots B code "C" is in use by another record',
        ])
      })

      it('refuses a record under one whose own change is refused', async () => {
        await applyFile(sudo, { Depots: ['A', 'B'].map((name) => ({ name, code: name })) })

        const plan = await planOf(sudo, {
          Depots: [
            { name: 'N', code: 'A' },
            { name: 'A', code: 'B' },
            { name: 'grandchild', code: 'g', parent: 'child' },
            { name: 'child', code: 'c', parent: 'N' },
          ],
        })

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots N code "A" is in use by another record',
          '! Depots A code "B" is in use by another record',
          '! Depots child parent "N" not found',
          '! Depots grandchild parent "child" not found',
        ])
      })

      it('pages through its changes, by table and kind', async () => {
        const names = Array.from({ length: 5 }, (_, index) => `D${index}`)
        await applyFile(sudo, { Depots: [{ name: 'Old', code: 'old' }] })
        const Depots = names.map((name) => ({ name, code: name }))
        const plan = await planOf(sudo, { Depots, Variables: [{ name: 'V' }] }, '?mode=mirror')

        const first = await sudo.get(`/settings/plans/${plan.body.id}/changes?table=Depots&kind=add&limit=3`)
        const next = String(first.headers.link).match(/<\?([^>]*)>/)?.[1]
        const second = await sudo.get(`/settings/plans/${plan.body.id}/changes?${next}`)

        expect([...first.body, ...second.body].map(({ name }) => name)).to.deep.equal(names)
        expect(second.headers).not.to.have.property('link')
      })

      it('pages through all kinds of changes of a table in their order', async () => {
        await applyFile(sudo, { Units: [{ name: 'a', unit: 'a', variable: 'V' }], Variables: [{ name: 'V' }] })
        const units = ['b', 'a', 'c', 'd'].map((name) => ({ name, unit: name, variable: name === 'c' ? 'none' : 'V' }))
        const plan = await planOf(sudo, { Units: units.map((unit) => ({ ...unit, unit: `${unit.unit}2` })) })
        const all = await linesOf(sudo, plan, '?table=Units')

        const pages = [await linesOf(sudo, plan, '?table=Units&limit=3')]
        const { body } = await sudo.get(`/settings/plans/${plan.body.id}/changes?table=Units&limit=3`)
        pages.push(await linesOf(sudo, plan, `?table=Units&limit=3&after=${body.at(-1).id}`))

        expect(all.map((line) => line.slice(0, 9))).to.deep.equal(['+ Units b', '~ Units a', '! Units c', '+ Units d'])
        expect(pages.flat()).to.deep.equal(all)
      })

      it('counts all records that it refuses, and stores the first 10,000 with their reasons', async () => {
        const Tags = Array.from({ length: 10_500 }, () => ({}))

        const plan = await planOf(sudo, { Tags })

        expect(plan.body.summary.refused).to.equal(10_500)
        const path = `/settings/plans/${plan.body.id}/changes?kind=refused`
        const { body: first } = await sudo.get(`${path}&limit=1`)
        expect((await sudo.get(`${path}&after=${first[0].id + 9_998}`)).body).to.have.length(1)
        expect((await sudo.get(`${path}&after=${first[0].id + 9_999}`)).body).to.deep.equal([])
      })

      it('refuses names with characters that no database stores', async () => {
        const tables = { 'a\0b': [1], Variables: [{ name: 'n\0ul' }, { name: '\ud800' }, { name: 'V', 'x\0': 1 }] }

        const plan = await planOf(sudo, tables)

        expect(await linesOf(sudo, plan)).to.have.members([
          '! a\ufffdb a\ufffdb unknown table with 1 records.',
          '! Variables n\ufffdul name contains a character that cannot be stored',
          '! Variables \ufffd name contains a character that cannot be stored',
          '! Variables V unknown field "x\ufffd"',
        ])
      })

      it('refuses records that are invalid or in conflict, and says why', async () => {
        await applyFile(sudo, { Depots: [{ name: 'A', code: '1' }], Fixed: [{ name: 'F', value: 1 }] })
        const file = {
          Depots: [
            { name: 'B', code: '1' },
            { name: 'C', code: '2' },
            { name: 'C', code: '3' },
            { name: 'D', code: '2' },
            { name: 'E', code: '4', parent: 'Nowhere' },
            { code: '5' },
            'no record',
          ],
          Fixed: [{ name: 'F', value: 2 }],
          Unknown: [{}],
        }

        const plan = await planOf(sudo, file)

        expect(await linesOf(sudo, plan, '?kind=refused')).to.have.members([
          '! Unknown Unknown unknown table with 1 records.',
          '! Depots B code "1" is in use by another record',
          '! Depots C is there more than once',
          '! Depots D code "2" is in use by another record',
          '! Depots E parent "Nowhere" not found',
          '! Depots record 6 name is missing',
          '! Depots record 7 is not an object',
          '! Fixed F exists with other values, and is not updated by a file',
        ])
        await applyPlan(sudo, plan)
        expect((await exported('Depots')).map(({ name }: { name: string }) => name)).to.deep.equal(['A', 'C'])
      })
    })

    describe('of renamed records', () => {
      const three = [
        { identifier: 'i1', name: 'A', code: '1' },
        { identifier: 'i2', name: 'B', code: '2' },
        { identifier: 'i3', name: 'C', code: '3' },
      ]
      const idsByName = async () => {
        const rows = await app.services.database.read((knex) => knex('depots').orderBy('name').select('name', 'id'))
        return new Map(rows.map(({ name, id }) => [name, id]))
      }

      for (const { title, names } of [
        { title: 'swaps', names: ['B', 'A', 'C'] },
        { title: 'a circle', names: ['B', 'C', 'A'] },
        { title: 'a chain', names: ['B', 'C', 'D'] },
        { title: 'a chain back', names: ['0', 'A', 'B'] },
      ]) {
        it(`keeps their rows, in ${title} of names and codes too`, async () => {
          await applyFile(sudo, { Depots: three, Shelves: [{ name: 'S', depot: 'A' }] })
          const before = await idsByName()
          const Depots = three.map((depot, index) => ({ ...depot, name: names[index], code: `${names[index]}!` }))
          const swapped = Depots.map((depot, index) => ({ ...depot, code: three[(index + 1) % 3]?.code }))

          await applyFile(sudo, { Depots: swapped.toReversed() }, '?mode=mirror')

          const after = await idsByName()
          expect(names.map((name) => after.get(name))).to.deep.equal([
            before.get('A'),
            before.get('B'),
            before.get('C'),
          ])
          const [shelf] = await exported('Shelves')
          expect(shelf.depot, 'a record that refers to a renamed one').to.equal(names[0])
        })
      }

      it('takes a record with another identifier for the one with its name', async () => {
        await applyFile(sudo, { Depots: three })
        const before = await idsByName()

        await applyFile(sudo, { Depots: [{ identifier: 'other', name: 'A', code: '1' }] })

        expect(await idsByName()).to.deep.equal(before)
        expect((await exported('Depots'))[0].identifier).to.equal('other')
      })

      it('gives the old name of a renamed record to a new one, to which references by that name then lead', async () => {
        await applyFile(sudo, { Depots: three, Shelves: [{ name: 'S', depot: 'A' }] })
        const before = await idsByName()
        const Depots = [
          { identifier: 'new', name: 'A', code: '9' },
          { identifier: 'i1', name: 'Z', code: '1' },
        ]

        await applyFile(sudo, { Depots, Shelves: [{ name: 'S', depot: 'A' }] }, '?mode=update')

        const after = await idsByName()
        expect(after.get('Z')).to.equal(before.get('A'))
        const [shelf] = await app.services.database.read((knex) => knex('shelves').select())
        expect(shelf.depot_id).to.equal(after.get('A'))
      })
    })

    describe('of renamed records whose names are part of other keys', () => {
      const P = { identifier: 'p', name: 'P', code: '1' }
      const Q = { ...P, name: 'Q' }
      const S = { name: 'S', depot: 'P' }
      const shelves = () =>
        app.services.database.read((knex) =>
          knex('shelves')
            .join('depots', 'depots.id', 'shelves.depot_id')
            .orderBy('shelves.id')
            .select('shelves.id', 'depots.identifier as depot'),
        )
      for (const query of ['', '?mode=mirror']) {
        it(`finds the rows with such keys, and adds others under the new name${query && ', in a mirror'}`, async () => {
          await applyFile(sudo, { Depots: [P], Shelves: [S], Labels: [{ name: 'L', shelf: 'S', depot: 'P' }] })
          const [before] = await shelves()
          const file = {
            Depots: [Q],
            Shelves: [
              { name: 'T', depot: 'Q' },
              { name: 'S', depot: 'Q' },
            ],
            Labels: [
              { name: 'L', shelf: 'S', depot: 'Q' },
              { name: 'M', shelf: 'S', depot: 'Q' },
            ],
          }

          const plan = await planOf(sudo, file, query)

          expect(await linesOf(sudo, plan)).to.have.members([
            '~ Depots Q name: P → Q',
            '~ Shelves S / Q depot: P → Q',
            '+ Shelves T / Q',
            '~ Labels L depot: P → Q shelf: S → S',
            '+ Labels M',
          ])
          await expectApplied(plan)
          expect((await shelves())[0]).to.deep.equal(before)
          expect((await planOf(sudo, file, '?mode=mirror')).body.summary).to.include({ update: 0, same: 5 })
        })
      }

      it('finds them if names are swapped or passed on, whatever comes first', async () => {
        const R = { identifier: 'r', name: 'R', code: '2' }
        await applyFile(sudo, { Depots: [P, R], Shelves: [S, { name: 'S', depot: 'R' }] })
        const before = await shelves()
        const records = [
          { name: 'S', depot: 'P' },
          { name: 'S', depot: 'R' },
          { name: 'S', depot: 'Q' },
        ]

        const swapped = { ...P, name: 'R' }
        await applyFile(sudo, { Depots: [swapped, { ...R, name: 'P' }], Shelves: records.slice(0, 2) }, '?mode=mirror')
        expect(await shelves()).to.deep.equal(before)
        const passedOn = [
          { ...P, name: 'Q' },
          { ...R, name: 'R' },
          { identifier: 'new', name: 'P', code: '3' },
        ]
        await applyFile(sudo, { Depots: passedOn, Shelves: records }, '?mode=mirror')

        const after = await shelves()
        expect(after.slice(0, 2)).to.deep.equal(before)
        expect(after.slice(2).map(({ depot }) => depot)).to.deep.equal(['new'])
      })

      for (const query of ['', '?mode=mirror']) {
        it(`finds them in the same table, whatever comes first${query && ', in a mirror'}`, async () => {
          await app.services.database.write((transaction) =>
            transaction.raw("INSERT INTO zones (id, identifier, name, parent_id) VALUES (1000000, 'w', 'W', 1000000)"),
          )
          const zone = { identifier: 'p', name: 'P', parent: 'W' }
          await applyFile(sudo, { Zones: [zone, { name: 'child', parent: 'P' }] })
          const ids = () => app.services.database.read((knex) => knex('zones').orderBy('id').pluck('id'))
          const before = await ids()
          const root = { identifier: 'w', name: 'W', parent: 'W' }
          const Zones = [{ name: 'child', parent: 'Q' }, { ...zone, name: 'Q' }, root]

          const plan = await planOf(sudo, { Zones }, query)

          expect(await linesOf(sudo, plan)).to.have.members([
            '~ Zones Q / W name: P → Q',
            '~ Zones child / Q parent: P → Q',
          ])
          await expectApplied(plan)
          expect(await ids()).to.deep.equal(before)
        })
      }

      describe('in the key of the same table', () => {
        const W = { identifier: 'w', name: 'W', parent: 'W' }
        const X = { identifier: 'x', name: 'X', parent: 'W' }
        const child = { identifier: 'c', name: 'child', parent: 'W' }
        const zones = () => app.services.database.read((knex) => knex('zones').orderBy('id').select())
        beforeEach(async () => {
          await app.services.database.write(async (transaction) => {
            await transaction.raw(
              "INSERT INTO zones (id, identifier, name, parent_id) VALUES (1000000, 'w', 'W', 1000000)",
            )
            if (database.name === 'PostgreSQL')
              await transaction.raw("SELECT setval(pg_get_serial_sequence('zones', 'id'), 1000000)")
          })
        })

        for (const [what, before, after] of [
          ['moves a row', [child], [{ ...child, parent: 'X' }]],
          [
            'swaps two rows of the same name',
            [child, { ...child, identifier: 'd', parent: 'X' }],
            [
              { ...child, parent: 'X' },
              { ...child, identifier: 'd' },
            ],
          ],
          [
            'moves a row, and adds another in its place',
            [child],
            [
              { ...child, parent: 'X' },
              { ...child, identifier: 'd' },
            ],
          ],
        ] as const)
          it(`${what}, and brings the rows back`, async () => {
            await applyFile(sudo, { Zones: [X, ...before] })
            const rows = await zones()

            const { snapshot } = await applyFile(sudo, { Zones: [W, X, ...after] }, '?mode=mirror')
            expect(await exported('Zones')).to.have.deep.members([W, X, ...after])
            const back = await applyPlan(sudo, await sudo.post(`/settings/snapshots/${snapshot}/plan`))
            expect(back.status, back.text).to.equal(200)

            expect(await zones()).to.deep.equal(rows)
          })
      })

      it('finds a row that keeps its name because another row gets the new one', async () => {
        const [A, B] = ['A', 'B'].map((name) => ({ identifier: name, name, code: name }))
        await applyFile(sudo, { Depots: [A, B] })

        const Depots = [
          { ...A, name: 'X' },
          { ...B, name: 'X' },
          { name: 'C', code: 'C', parent: 'B' },
        ]
        const plan = await planOf(sudo, { Depots })

        expect(await linesOf(sudo, plan)).to.have.members([
          '~ Depots X name: A → X',
          '! Depots X is there more than once',
          '+ Depots C',
        ])
        await expectApplied(plan)
      })

      it('finds nothing by a new name that is refused', async () => {
        await applyFile(sudo, { Depots: [P, { name: 'X', code: '2' }], Shelves: [S] })

        const plan = await planOf(sudo, { Depots: [{ ...Q, code: '2' }], Shelves: [{ name: 'S', depot: 'Q' }] })

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots Q code "2" is in use by another record',
          '! Shelves S / Q depot "Q" not found',
        ])
        await expectApplied(plan)
      })

      it('adds a record with the same name under another depot', async () => {
        await applyFile(sudo, { Depots: [P, { identifier: 'r', name: 'R', code: '2' }], Shelves: [S] })

        const plan = await planOf(sudo, {
          Depots: [Q],
          Shelves: [
            { name: 'S', depot: 'Q' },
            { name: 'S', depot: 'R' },
          ],
        })

        expect(await linesOf(sudo, plan, '?table=Shelves')).to.deep.equal([
          '~ Shelves S / Q depot: P → Q',
          '+ Shelves S / R',
        ])
        await expectApplied(plan)
      })
    })

    describe('of trees', () => {
      const depot = (name: string, parent: string | null) => ({ identifier: name, name, code: name, parent })

      it('adds children before their parents, and turns a tree upside down', async () => {
        const levels = Array.from({ length: 40 }, (_, level) => `L${level}`)
        const down = levels.map((name, level) => depot(name, levels[level - 1] ?? null))
        const up = levels.map((name, level) => depot(name, levels[level + 1] ?? null))

        await applyFile(sudo, { Depots: down.toReversed() })
        expect(parentsOf(await exported('Depots'))).to.deep.equal(parentsOf(down))
        await applyFile(sudo, { Depots: up })
        expect(parentsOf(await exported('Depots'))).to.deep.equal(parentsOf(up))
      })

      it('adds circles, refuses those with a missing link, and brings a removed circle back', async () => {
        const circle = [depot('A', 'B'), depot('B', 'C'), depot('C', 'A')]
        const plan = await planOf(sudo, { Depots: [...circle, depot('D', 'E'), depot('E', 'Nowhere')] })
        expect(await linesOf(sudo, plan, '?kind=refused')).to.have.members([
          '! Depots D parent "E" not found',
          '! Depots E parent "Nowhere" not found',
        ])
        await applyPlan(sudo, plan)
        expect(parentsOf(await exported('Depots'))).to.deep.equal(parentsOf(circle))

        const { snapshot } = await applyFile(sudo, { Depots: [] }, '?mode=mirror')
        expect(await exported('Depots')).to.deep.equal([])
        await applyPlan(sudo, await sudo.post(`/settings/snapshots/${snapshot}/plan`))
        expect(parentsOf(await exported('Depots'))).to.deep.equal(parentsOf(circle))
      })

      it('refuses to add records in a circle, and below it, if each needs a parent', async () => {
        await addWorld()
        const area = (name: string, parent: string) => ({ name, parent })
        const circle = [area('Own', 'Own'), area('A', 'B'), area('B', 'A'), area('C', 'A')]

        const plan = await planOf(sudo, { Areas: [...circle, area('E', 'D'), area('D', 'World')] })

        expect(await linesOf(sudo, plan)).to.have.members([
          ...circle.map(({ name, parent }) => `! Areas ${name} parent "${parent}" not found`),
          '+ Areas E',
          '+ Areas D',
        ])
        expect((await applyPlan(sudo, plan)).status).to.equal(200)
      })

      it('refuses a long chain whose end is missing, without blocking others', async () => {
        const length = 20_000
        const chain = Array.from({ length }, (_, index) => depot(`N${index}`, `N${index + 1}`))
        const start = Date.now()

        const plan = await planOf(sudo, { Depots: chain })

        expect(plan.body.summary).to.include({ add: 0, refused: length })
        expect(Date.now() - start).to.be.below(15_000)
      })

      it('adds parents first if every record must have one', async () => {
        await addWorld()
        const Areas = [
          { name: 'Hall', parent: 'Site' },
          { name: 'Site', parent: 'World' },
        ]

        await applyFile(sudo, { Areas })

        expect(parentsOf(await exported('Areas'))).to.deep.equal({ World: 'World', Hall: 'Site', Site: 'World' })
      })
    })

    describe('that removes records', () => {
      it('removes more records with their parent than it reads at once, and brings them back', async () => {
        const names = Array.from({ length: 600 }, (_, index) => `child ${index}`)
        const Depots = ['root', ...names].map((name) => ({ name, code: name, parent: name === 'root' ? null : 'root' }))
        await addWorld()
        const World = { name: 'World', parent: 'World' }
        const Areas = ['root', ...names].map((name) => ({ name, parent: name === 'root' ? 'World' : 'root' }))
        await applyFile(sudo, { Depots, Areas })
        const before = [await exported('Depots'), await exported('Areas')]

        const { summary, snapshot } = await applyFile(sudo, { Depots: [], Areas: [World] }, '?mode=mirror')
        const after = [await exported('Depots'), await exported('Areas')]
        await applyPlan(sudo, await sudo.post(`/settings/snapshots/${snapshot}/plan`))

        expect(summary.removed).to.equal(Depots.length + Areas.length)
        expect(after).to.deep.equal([[], [World]])
        expect([await exported('Depots'), await exported('Areas')]).to.deep.equal(before)
      })

      const addTagValues = () =>
        app.services.database.write(async (transaction) => {
          const [tag] = await transaction('plinth_tags').select('id', 'unit_id')
          const value = { tag_id: tag.id, unit_id: tag.unit_id, value: 1, timestamp: '2026-11-25T00:00:00.000000Z' }
          await transaction('plinth_tag_values').insert([value, { ...value, value: 2 }])
        })

      it('keeps historical data as they are, and when it is undone too', async () => {
        await applyFile(sudo, smallPlant())
        await addTagValues()
        const history = () => app.services.database.read((knex) => knex('plinth_tag_values').orderBy('id').select())
        const before = await history()

        const Tags = [{ id: 'tag-1', name: 'renamed', unit: 'psi', data_type: 'float' }]
        const { snapshot } = await applyFile(sudo, { Tags, Variables: [] }, '?mode=mirror')
        const after = await history()
        await applyPlan(sudo, await sudo.post(`/settings/snapshots/${snapshot}/plan`))

        expect(before).to.have.lengthOf(2)
        expect([after, await history()]).to.deep.equal([before, before])
        await app.services.database.write((transaction) => transaction('plinth_tag_values').delete())
      })

      it('refuses to remove what others or historical data refer to, with their number', async () => {
        await applyFile(sudo, smallPlant())
        await addTagValues()

        const plan = await planOf(sudo, { Units: [], Tags: [] }, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Tags PT-1 cannot be removed while records refer to it: 2 of TagValue',
          '! Units bar cannot be removed while records refer to it: 1 of Tags, 2 of TagValue',
          '- Units pound per square inch',
        ])
        await app.services.database.write((transaction) => transaction('plinth_tag_values').delete())
      })

      it('refuses to remove alarms and their states that the history of alarms refers to', async () => {
        const alarm = { name: 'A-1', tag: 'PT-1', alarm_type: 'HIGH', trigger_value: 5 }
        await applyFile(sudo, { ...smallPlant(), Alarms: [alarm] })
        await app.services.database.write(async (transaction) => {
          const [{ id, alarm_state_id }] = await transaction('plinth_alarms').where({ name: 'A-1' })
          const summary = { alarm_id: id, alarm_state_id, alarm_time: '2026-11-25T00:00:00.000000Z' }
          await transaction('plinth_alarm_summary').insert(summary)
        })

        const plan = await planOf(sudo, { Alarms: [], AlarmStates: [] }, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Alarms A-1 cannot be removed while records refer to it: 1 of AlarmSummary',
          '! AlarmStates Normal cannot be removed while records refer to it: 1 of Alarms, 1 of AlarmSummary',
        ])
        await app.services.database.write((transaction) => transaction('plinth_alarm_summary').delete())
      })

      it('refuses a record whose new parent it removes', async () => {
        const moved = { name: 'moved', code: 'm' }
        await applyFile(sudo, { Depots: [{ name: 'P', code: 'p' }, moved] })
        const Depots = [
          { ...moved, parent: 'P' },
          { name: 'added', code: 'a', parent: 'P' },
        ]

        const plan = await planOf(sudo, { Depots }, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots moved parent "P" not found',
          '! Depots added parent "P" not found',
          '- Depots P',
        ])
        expect((await applyPlan(sudo, plan)).body.summary).to.deep.equal({ added: 0, updated: 0, removed: 1 })
      })

      it('refuses a record that refers to one that it removes', async () => {
        await applyFile(sudo, { Depots: [{ name: 'A', code: '1' }], Shelves: [{ name: 'S', depot: 'A' }] })

        const file = { Depots: [{ name: 'B', code: '2' }], Shelves: [{ name: 'S', depot: 'A' }] }
        const plan = await planOf(sudo, file, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '+ Depots B',
          '! Shelves S / A depot "A" not found',
          '! Depots A cannot be removed while records refer to it: 1 of Shelves',
        ])
      })
    })

    describe('that cannot remove a record', () => {
      const refusedRemoval = (name: string, users: string) =>
        `! Depots ${name} cannot be removed while records refer to it: ${users}`
      const P = { name: 'P', code: 'p' }

      it('refuses a new record with one of its unique values, and the children of the new record', async () => {
        await applyFile(sudo, { Depots: [P], Shelves: [{ name: 'S', depot: 'P' }] })
        const file = {
          Depots: [
            { name: 'N', code: 'p' },
            { name: 'M', code: 'm', parent: 'N' },
          ],
          Shelves: [
            { name: 'S', depot: 'P' },
            { name: 'S', depot: 'M' },
          ],
        }

        const plan = await planOf(sudo, file, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots N code "p" is in use by another record',
          '! Depots M parent "N" not found',
          '! Shelves S / M depot "M" not found',
          '! Shelves S / P depot "P" not found',
          refusedRemoval('P', '1 of Shelves'),
        ])
        expect(plan.body.summary).to.include({ add: 0, refused: 5 })
        await expectApplied(plan)
      })

      it('keeps the parent of a record whose change is therefore refused', async () => {
        const K = { name: 'K', code: 'k', parent: 'R' }
        await applyFile(sudo, { Depots: [P, { name: 'R', code: 'r' }, K], Shelves: [{ name: 'S', depot: 'P' }] })

        const plan = await planOf(sudo, { Depots: [{ ...K, code: 'p', parent: null }] }, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots K code "p" is in use by another record',
          refusedRemoval('P', '1 of Shelves'),
          refusedRemoval('R', '1 of Depots'),
        ])
        await expectApplied(plan)
      })

      it('refuses a record whose key stays in use because a renaming is therefore refused', async () => {
        const [first, second] = [
          { ...P, identifier: 'p' },
          { identifier: 'z', name: 'Z', code: 'z' },
        ]
        const shelves = [
          { name: 'S', depot: 'P' },
          { name: 'T', depot: 'Z' },
        ]
        await applyFile(sudo, { Depots: [first, second], Shelves: shelves })
        const file = {
          Depots: [
            { ...first, name: 'Q', code: 'z' },
            { identifier: 'n', name: 'P', code: 'n' },
          ],
          Shelves: [{ name: 'S', depot: 'Q' }, ...shelves],
        }

        const plan = await planOf(sudo, file, '?mode=mirror')

        expect(await linesOf(sudo, plan)).to.have.members([
          '! Depots Q code "z" is in use by another record',
          '! Depots P name "P" is in use by another record',
          '! Shelves S / Q depot "Q" not found',
          '! Shelves S / P name / depot "S / P" is in use by another record',
          '! Shelves T / Z depot "Z" not found',
          refusedRemoval('Z', '1 of Shelves'),
        ])
        await expectApplied(plan)
      })

      it('refuses many records under one that it refuses', async () => {
        const names = Array.from({ length: 1_200 }, (_, index) => `child ${index}`) // more than are read at once
        await applyFile(sudo, { Depots: [P], Shelves: [{ name: 'S', depot: 'P' }] })
        const children = names.map((name, index) => ({ name, code: name, parent: names[index - 1] ?? 'N' }))

        const plan = await planOf(sudo, { Depots: [...children, { name: 'N', code: 'p' }] }, '?mode=mirror')

        expect(plan.body.summary).to.include({ add: 0, refused: names.length + 2 })
        await expectApplied(plan)
      })
    })

    describe('that is applied', () => {
      it('writes exactly what it says, or nothing if one of its records was changed since', async () => {
        await applyFile(sudo, {
          Depots: [
            { name: 'A', code: '1' },
            { name: 'B', code: '2' },
          ],
        })
        const plan = await planOf(
          sudo,
          {
            Depots: [
              { name: 'A', code: '3' },
              { name: 'C', code: '4' },
            ],
          },
          '?mode=mirror',
        )
        const changeDepot = (change: object) =>
          app.services.database.write((transaction) => transaction('depots').where({ name: 'A' }).update(change))

        await changeDepot({ code: 'changed' })
        const { status, body } = await applyPlan(sudo, plan)
        expect([status, body.code, body.errors]).to.deep.equal([
          412,
          'PLAN_OUTDATED',
          [{ field: 'Depots', message: 'A was changed since' }],
        ])
        expect((await exported('Depots')).map(({ name }: { name: string }) => name)).to.deep.equal(['A', 'B'])

        await changeDepot({ code: '1' })
        expect((await applyPlan(sudo, plan)).body.summary).to.deep.equal({ added: 1, updated: 1, removed: 1 })
        const again = await applyPlan(sudo, plan)
        expect([again.status, again.body.code]).to.deep.equal([412, 'ENTITY_TAG_DIFFERS'])
      })

      it('names at most ten of the records that others have added or removed', async () => {
        const many = Array.from({ length: 12 }, (_, index) => ({ name: `D${index}`, code: `${index}` }))
        await applyFile(sudo, { Depots: [{ name: 'Gone', code: 'gone' }] })
        const removal = await planOf(sudo, { Depots: [] }, '?mode=mirror')
        const addition = await planOf(sudo, { Depots: many })
        await applyFile(sudo, { Depots: many })
        await app.services.database.write((transaction) => transaction('depots').where({ name: 'Gone' }).delete())

        const added = await applyPlan(sudo, addition)
        const removed = await applyPlan(sudo, removal)

        expect([added.status, added.body.errors.length]).to.deep.equal([412, 10])
        expect(added.body.message).to.contain('12 records')
        expect(removed.body.errors).to.deep.equal([{ field: 'Depots', message: 'Gone was changed since' }])
      })

      it('writes nothing if others have taken one of its names, or refer to a record that it removes', async () => {
        await applyFile(sudo, {
          Depots: [
            { identifier: 'i1', name: 'A', code: '1' },
            { name: 'B', code: '2' },
          ],
        })
        const renaming = await planOf(sudo, { Depots: [{ identifier: 'i1', name: 'C', code: '1' }] })
        const removal = await planOf(sudo, { Depots: [{ identifier: 'i1', name: 'A', code: '1' }] }, '?mode=mirror')
        await applyFile(sudo, { Depots: [{ name: 'C', code: '3' }], Shelves: [{ name: 'S', depot: 'B' }] })
        const before = await exported('Depots')

        for (const plan of [renaming, removal]) {
          const { status, body } = await applyPlan(sudo, plan)
          expect([status, body.code, body.errors[0].field]).to.deep.equal([412, 'PLAN_OUTDATED', 'Depots'])
        }

        expect(await exported('Depots')).to.deep.equal(before)
      })

      it('takes no snapshot if it changes nothing', async () => {
        await applyFile(sudo, { Depots: [{ name: 'A', code: '1' }] })
        const snapshots = async () => (await sudo.get('/settings/snapshots')).body.map(({ id }: { id: string }) => id)
        const before = await snapshots()

        const { status, body } = await applyPlan(sudo, await planOf(sudo, { Depots: [{ name: 'A', code: '1' }] }))

        expect([status, body.summary, body.snapshot]).to.deep.equal([
          200,
          { added: 0, updated: 0, removed: 0 },
          undefined,
        ])
        expect(await snapshots()).to.deep.equal(before)
      })

      it('needs the entity tag of what was read', async () => {
        const { body } = await planOf(sudo, {})
        const path = `/settings/plans/${body.id}/apply`

        expect((await sudo.post(path)).body.code).to.equal('IF_MATCH_MISSING')
        const other = await sudo.post(path, undefined, { headers: { 'If-Match': '"other"' } })
        expect([other.status, other.body.code]).to.deep.equal([412, 'ENTITY_TAG_DIFFERS'])
        expect((await sudo.post(path, undefined, { headers: { 'If-Match': '*' } })).status).to.equal(200)
        expect((await sudo.get('/settings/plans/unknown')).body.code).to.equal('PLAN_NOT_FOUND')
      })

      it('is recorded in the audit trail, as are the plan and the rollback', async () => {
        const plan = await planOf(sudo, { Depots: [{ name: 'A', code: '1' }] })
        const { body } = await applyPlan(sudo, plan)
        await applyPlan(sudo, await sudo.post(`/settings/snapshots/${body.snapshot}/plan`))

        const { body: events } = await sudo.get('/audit?limit=4')
        expect(events.map(({ event, details }: { event: string; details: object }) => [event, details])).to.deep.equal([
          [
            'configuration-applied',
            { ...counts(0, 0, 1), snapshot: events[0].details.snapshot, rolled_back_to: body.snapshot },
          ],
          ['configuration-planned', { source: 'snapshot', from: body.snapshot, ...counts(0, 0, 1), refused: 0 }],
          ['configuration-applied', { ...counts(1, 0, 0), snapshot: body.snapshot }],
          ['configuration-planned', { source: 'file', ...counts(1, 0, 0), refused: 0 }],
        ])
        expect(events.at(-1).target).to.equal(plan.body.id)
      })
    })

    describe('of roles and users', () => {
      it('records each change of an admin, a role or an e-mail address, however many others it changes', async () => {
        const users = Array.from({ length: 1_001 }, (_, index) => ({
          username: `pad-${index}`,
          email: `pad-${index}@p.test`,
          role: 'guest',
        }))
        await app.signIn('admin', 'demoted')
        await applyFile(sudo, { Users: users })
        const [{ email }] = await usersNamed('demoted')
        const changed = users.map((user, index) =>
          index === 1_000 ? { ...user, email: 'other@p.test' } : { ...user, name: 'x' },
        )

        await applyFile(sudo, { Users: [...changed, { username: 'demoted', email, role: 'guest' }] })

        for (const name of ['demoted', 'pad-1000']) {
          const { body } = await sudo.get(`/audit?concerning=${name}&event=record-changed`)
          expect(body, name).to.have.length(1)
        }
      })

      it('changes a user below the caller, and no password', async () => {
        await app.signIn('operator', 'worker')
        const hash = () =>
          app.services.database.read((knex) =>
            knex('plinth_users').where({ username: 'worker' }).pluck('password_hash'),
          )
        const before = await hash()
        const admin = await app.signIn('admin')

        const [{ identifier }] = await usersNamed('worker')

        await applyFile(admin, {
          Users: [{ identifier, username: 'worker', lastname: 'Lovelace', role: 'supervisor' }],
        })

        const user = (await exported('Users')).find(({ username }: { username: string }) => username === 'worker')
        expect([user.lastname, user.role.name]).to.deep.equal(['Lovelace', 'supervisor'])
        expect(await hash()).to.deep.equal(before)
      })

      it('gives more privilege only to the user whose identifier the file has, not to whoever took the name', async () => {
        await app.signIn('supervisor', 'heidi')
        const before = await usersNamed('heidi')
        await sudo.delete('/users/heidi')
        await app.signIn('guest', 'heidi')
        const [{ identifier }] = await usersNamed('heidi')
        const refused =
          '! Users heidi gets a more privileged role only from a record with the same identifier, because this may be another person'

        const plans = [
          before,
          [{ username: 'heidi', role: 'supervisor' }],
          [{ username: 'heidi', lastname: 'Other' }],
          [{ identifier, username: 'heidi', role: 'supervisor' }],
        ].map(async (Users) => linesOf(sudo, await planOf(sudo, { Users })))

        expect(await Promise.all(plans)).to.deep.equal([
          [refused],
          [refused],
          ['~ Users heidi lastname: null → Other'],
          ['~ Users heidi role: guest → supervisor'],
        ])
      })

      it('gives a user a role that it adds, if the caller may', async () => {
        const admin = await app.signIn('admin')
        const username = 'night-worker'
        await app.signIn('operator', username)
        const [{ identifier }] = await usersNamed(username)
        const plan = (level: number) =>
          planOf(admin, {
            Roles: [{ name: `night ${level}`, level }],
            Users: [{ username, identifier, role: `night ${level}` }],
          })

        const [allowed, refused] = [await plan(200), await plan(0)]

        expect(await linesOf(admin, allowed)).to.deep.equal([
          '+ Roles night 200',
          `~ Users ${username} role: operator → night 200`,
        ])
        expect(await linesOf(admin, refused)).to.deep.equal([
          '! Roles night 0 level 0 is more privileged than the caller may import',
          `! Users ${username} role "night 0" not found`,
        ])
        const bySudo = await planOf(sudo, {
          Roles: [{ name: 'night sudo', level: 0 }],
          Users: [{ username, identifier, role: 'night sudo' }],
        })
        expect(await linesOf(sudo, bySudo)).to.deep.equal([
          '+ Roles night sudo',
          `! Users ${username} role.level 0 cannot be granted or removed by a file`,
        ])
        expect((await applyPlan(admin, allowed)).status).to.equal(200)
        expect((await admin.get(`/users/${username}`)).body.role.name).to.equal('night 200')
      })

      it('raises nobody above the caller, and changes nobody above', async () => {
        await app.signIn('operator', 'climber')
        const admin = await app.signIn('admin')
        const Users = [
          { username: 'climber', role: 'sudo' },
          { username: 'sudo', lastname: 'Changed' },
        ]
        const Roles = [
          { name: 'operator', level: 0 },
          { name: 'guest', level: 1 },
        ]

        const plan = await planOf(admin, { Roles, Users })

        expect(await linesOf(admin, plan)).to.have.members([
          '! Roles operator level 0 is more privileged than the caller may import',
          '! Roles guest level cannot be changed by a file',
          '! Users climber role.level 0 is more privileged than the caller may import',
          '! Users sudo role.level 0 is more privileged than the caller may import',
        ])
      })

      it('of another installation changes no identifier of a user or role, which sessions rely on', async () => {
        const other = (record: { identifier: string }) => ({ ...record, identifier: `${record.identifier}-2` })
        const [Users, Roles] = [await exported('Users'), await exported('Roles')]
        const admin = await app.signIn('admin')

        const plan = await planOf(admin, { Users: Users.map(other), Roles: Roles.map(other) })
        const [user] = Users.map(other)
        const named = await planOf(sudo, { Users: [{ ...user, lastname: 'Sudowska' }] })
        const report = await applyPlan(sudo, named)

        expect(await linesOf(admin, plan)).to.deep.equal([])
        expect(report.body.summary, report.text).to.deep.equal({ added: 0, updated: 1, removed: 0 })
        expect((await exported('Users'))[0]).to.deep.include({
          identifier: Users[0].identifier,
          lastname: 'Sudowska',
        })
      })

      it('gives and takes no sudo, renames no user and no role', async () => {
        const admin = await app.signIn('admin')
        const [role] = (await exported('Roles')).filter(({ name }: { name: string }) => name === 'operator')
        const [user] = (await exported('Users')).filter(({ username }: { username: string }) => username === 'admin')

        const plan = await planOf(sudo, {
          Roles: [{ identifier: role.identifier, name: 'renamed', level: role.level }],
          Users: [
            { username: 'sudo', role: 'admin' },
            { identifier: user.identifier, username: 'renamed' },
          ],
        })

        expect(await linesOf(admin, plan)).to.have.members([
          '! Roles renamed name cannot be changed by a file',
          '! Users sudo role.level 0 cannot be granted or removed by a file',
          '! Users renamed username cannot be changed by a file',
        ])
      })

      it('gives no sudo either if a role of that name became sudo after it was made', async () => {
        await app.signIn('admin', 'carol')
        await sudo.post('/roles', { name: 'heir', level: 1 })
        const [{ identifier }] = await usersNamed('carol')
        const plan = await planOf(sudo, { Users: [{ identifier, username: 'carol', role: 'heir' }] })
        await sudo.delete('/roles/heir')
        await applyFile(sudo, { Roles: [{ name: 'heir', level: 0 }] })

        const { status, body } = await applyPlan(sudo, plan)

        expect([status, body.code, body.errors]).to.deep.equal([
          412,
          'PLAN_OUTDATED',
          [{ field: 'Users', message: 'carol was changed since' }],
        ])
        const carol = (await exported('Users')).find(({ username }: { username: string }) => username === 'carol')
        expect(carol.role.name).to.equal('admin')
      })

      it('is not applied by somebody whom its users outrank', async () => {
        const plan = await planOf(sudo, { Users: [{ username: 'boss', email: 'boss@plant.test', role: 'sudo' }] })
        const admin = await app.signIn('admin')

        const { status, body } = await applyPlan(admin, plan)

        expect([status, body.code]).to.deep.equal([403, 'PLAN_MORE_PRIVILEGED'])
        const report = (await applyPlan(sudo, plan)).body
        expect(report.default_password).to.be.a('string')
      })

      it('is not applied by a token that may not act on one of its users, even to lower them', async () => {
        await app.signIn('admin', 'lowered')
        const plan = await planOf(sudo, { Users: [{ username: 'lowered', role: 'operator' }] })
        const { token } = (await sudo.post('/users/create_tpt', { role_name: 'admin' })).body

        const { status, body } = await applyPlan(app.withKey(token), plan)

        expect([status, body.code]).to.deep.equal([403, 'PLAN_MORE_PRIVILEGED'])
      })

      it('changes the e-mail address of a user who is logged in, and back, with nothing else in the row', async () => {
        const writer = await app.signIn('operator', 'writer')
        const row = () =>
          app.services.database.read((knex) => knex('plinth_users').where({ username: 'writer' }).first())
        const before = await row()

        const { status, body } = await applyPlan(
          sudo,
          await planOf(sudo, { Users: [{ username: 'writer', email: 'w@plant.test' }] }),
        )
        const changed = await row()
        const back = await applyPlan(sudo, await sudo.post(`/settings/snapshots/${body.snapshot}/plan`))

        expect([status, back.status]).to.deep.equal([200, 200])
        expect(before.password_hash).to.be.a('string')
        expect(changed).to.deep.equal({ ...before, email: 'w@plant.test', email_key: 'w@plant.test' })
        expect(await row()).to.deep.equal(before)
        expect((await writer.get('/users/writer')).body.email).to.equal(before.email)
      })

      it('changes nobody whom a route has changed since', async () => {
        await app.signIn('operator', 'mover')
        const plan = await planOf(sudo, { Users: [{ username: 'mover', lastname: 'Planned' }] })
        const moved = await sudo.patch('/users/mover', { role_name: 'supervisor' })

        const { status, body } = await applyPlan(sudo, plan)

        expect([moved.status, status, body.code, body.errors]).to.deep.equal([
          200,
          412,
          'PLAN_OUTDATED',
          [{ field: 'Users', message: 'mover was changed since' }],
        ])
        expect(body.message).to.contain('others have changed 1 record of the plan')
        const user = (await exported('Users')).find(({ username }: { username: string }) => username === 'mover')
        expect([user.lastname, user.role.name]).to.deep.equal([null, 'supervisor'])
      })

      it('stores no secret', async () => {
        await app.signIn('operator', 'secretive')
        await applyFile(sudo, { Users: [{ username: 'secretive', lastname: 'New' }] })
        await app.services.database.write((transaction) =>
          transaction('plinth_users').where({ username: 'secretive' }).update({ lastname: 'Newer' }),
        )

        const file = (email: string) => uploadFile(sudo, { Users: [{ username: 'secretive', email }] })
        const [base, theirs] = [await file('base@plant.test'), await file('theirs@plant.test')]
        await sudo.post('/settings/merges', { base, theirs })
        const [{ id }] = (await sudo.get('/settings/snapshots')).body

        const rows = await app.services.database.read(async (knex) => [
          await knex('plinth_configuration_journal').select('image'),
          await knex('plinth_plan_changes').select('before', 'after', 'base'),
          await knex('plinth_file_records').select('record'),
        ])
        const snapshot = await sudo.get(`/settings/snapshots/${id}`)

        expect(JSON.stringify(rows)).to.contain('secretive').and.to.contain('base@plant.test')
        expect(snapshot.text).to.contain('secretive')
        expect(JSON.stringify(rows) + snapshot.text).not.to.match(/password|\$2b\$/)
      })
    })
  })
})

const counts = (add: number, update: number, remove: number) => ({ add, update, remove })

/** All tables of a plant except those of roles and users, each empty. */
function emptyPlant(): Record<string, readonly never[]> {
  const names = ['Alarms', 'TagsMachines', 'Tags', 'Units', 'Variables', 'Segment', 'Manufacturer', 'DataTypes']
  const others = ['AlarmTypes', 'AlarmStates', 'OPCUA', 'OPCUAServer', 'AccessType', 'Machines']
  return Object.fromEntries([...names, ...others].map((name) => [name, []]))
}

function parentsOf(records: readonly { readonly name: string; readonly parent: string | null }[]): object {
  return Object.fromEntries(records.map(({ name, parent }) => [name, parent]))
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')
}

/**
 * A plugin of a host: depots in a tree, with labelled shelves; areas and zones that all have a parent; records that
 * stay as they are.
 */
const depots = definePlugin()({
  name: 'depots',
  migrations: [
    {
      name: '001-depots',
      async up(transaction) {
        await transaction.schema.createTable('depots', (table) => {
          table.increments('id')
          table.text('identifier').notNullable().unique()
          table.text('name').notNullable().unique()
          table.text('code').notNullable().unique()
          table.integer('parent_id').references('depots.id')
        })
        await transaction.schema.createTable('shelves', (table) => {
          table.increments('id')
          table.text('name').notNullable()
          table.integer('depot_id').notNullable().references('depots.id')
          table.unique(['name', 'depot_id'])
        })
        await transaction.schema.createTable('labels', (table) => {
          table.increments('id')
          table.text('name').notNullable().unique()
          table.integer('shelf_id').notNullable().references('shelves.id')
        })
        await transaction.schema.createTable('areas', (table) => {
          table.increments('id')
          table.text('name').notNullable().unique()
          table.integer('parent_id').notNullable().references('areas.id')
        })
        await transaction.schema.createTable('zones', (table) => {
          table.increments('id')
          table.text('identifier').notNullable().unique()
          table.text('name').notNullable()
          table.integer('parent_id').notNullable().references('zones.id')
          table.unique(['name', 'parent_id'])
        })
        await transaction.schema.createTable('fixed', (table) => {
          table.increments('id')
          table.text('name').notNullable().unique()
          table.integer('value').notNullable()
        })
      },
    },
  ],
  contributes: () => [
    configurationTables.of({
      name: 'Depots',
      table: 'depots',
      key: ['name'],
      unique: ['identifier', 'code'],
      fields: {
        identifier: field.text({ max: 64, default: { generated: 'identifier' } }),
        name: field.text({ max: 64 }),
        code: field.text({ max: 64 }),
        parent: field.reference({ column: 'parent_id', to: 'Depots', as: 'name', nullable: true }),
      },
    }),
    configurationTables.of({
      name: 'Shelves',
      table: 'shelves',
      key: ['name', 'depot'],
      fields: {
        name: field.text({ max: 64 }),
        depot: field.reference({ column: 'depot_id', to: 'Depots', as: 'name', by: { name: 'depot' } }),
      },
    }),
    configurationTables.of({
      name: 'Labels',
      table: 'labels',
      key: ['name'],
      fields: {
        name: field.text({ max: 64 }),
        shelf: field.reference({
          column: 'shelf_id',
          to: 'Shelves',
          as: 'name',
          by: { name: 'shelf', depot: 'depot' },
        }),
        depot: field.derived({ through: 'shelf', field: 'depot' }),
      },
    }),
    configurationTables.of({
      name: 'Areas',
      table: 'areas',
      key: ['name'],
      fields: {
        name: field.text({ max: 64 }),
        parent: field.reference({ column: 'parent_id', to: 'Areas', as: 'name' }),
      },
    }),
    configurationTables.of({
      name: 'Zones',
      table: 'zones',
      key: ['name', 'parent'],
      unique: ['identifier'],
      fields: {
        identifier: field.text({ max: 64, default: { generated: 'identifier' } }),
        name: field.text({ max: 64 }),
        parent: field.reference({ column: 'parent_id', to: 'Zones', as: 'name' }),
      },
    }),
    configurationTables.of({
      name: 'Fixed',
      table: 'fixed',
      key: ['name'],
      mayBeUpdated: false,
      mayBeRemoved: false,
      fields: { name: field.text({ max: 64 }), value: field.integer() },
    }),
  ],
})
