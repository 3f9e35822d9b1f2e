import { createKernel, type Database, type Kernel, type KernelServices } from '@plinth/kernel'
import { forEachDatabase, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'

/** Two ways to read the ids with a prepared statement, by their names in test titles. */
const ID_READERS: Readonly<Record<string, (database: Database) => Promise<unknown[]>>> = {
  'the query builder': (database) => database.read((reader) => reader('shelves').orderBy('id').pluck('id')),
  'a look-up': async (database) =>
    (await database.lookUp<{ id: unknown }>('SELECT id FROM shelves ORDER BY id', [])).map(({ id }) => id),
}

describe('a statement', () => {
  forEachDatabase((testDatabase) => {
    let tempDatabase: TempDatabase
    let kernel: Kernel<KernelServices>
    let database: Database
    before(async () => {
      tempDatabase = await testDatabase.create()
      kernel = createKernel({ settings: { databaseUrl: tempDatabase.url } })
      await kernel.start()
      database = kernel.services.database
    })
    beforeEach(() =>
      database.write(async ({ schema }) => {
        await schema.dropTableIfExists('shelves')
        await schema.createTable('shelves', (table) => {
          table.integer('id').primary()
          table.text('name')
        })
      }),
    )
    after(async () => {
      await kernel.stop()
      await tempDatabase.drop()
    })
    const put = (id: number, name: string) =>
      database.write((transaction) => transaction('shelves').insert({ id, name }))
    const find = (id: number) => database.read((reader) => reader('shelves').where({ id }).first())

    it('finds new rows and columns', async () => {
      await put(1, 'flour')
      expect(await find(1)).to.deep.equal({ id: 1, name: 'flour' })

      await database.write(({ schema }) =>
        schema.alterTable('shelves', (table) => table.integer('height').defaultTo(2)),
      )
      await put(2, 'salt')

      expect([await find(1), await find(2)]).to.deep.equal([
        { id: 1, name: 'flour', height: 2 },
        { id: 2, name: 'salt', height: 2 },
      ])
    })

    it('returns the rows for its own bindings, among many concurrent executions', async () => {
      const ids = Array.from({ length: 100 }, (_, id) => id)
      await database.write((transaction) =>
        transaction('shelves').insert(ids.map((id) => ({ id, name: `shelf ${id}` }))),
      )

      const found = await Promise.all(ids.map(find))

      expect(found).to.deep.equal(ids.map((id) => ({ id, name: `shelf ${id}` })))
    })

    it('returns the number of changed rows each time', async () => {
      await put(1, 'flour')
      const rename = (id: number) =>
        database.write((transaction) => transaction('shelves').where({ id }).update({ name: 'rye' }))

      expect([await rename(1), await rename(2), await rename(1)]).to.deep.equal([1, 0, 1])
    })

    it('succeeds when there are more statements than can stay prepared', async () => {
      const sums = await Promise.all(
        Array.from({ length: 500 }, async (_, n) => {
          const [row] = await database.lookUp<{ sum: number }>(`SELECT ${n} + 1 AS sum`, [])
          return row?.sum
        }),
      )

      expect(sums).to.deep.equal(Array.from({ length: 500 }, (_, n) => n + 1))
    })

    it('that fails does not affect concurrent look-ups', async () => {
      const wrong = Array.from({ length: 5 }, () =>
        database.lookUp('SELECT depth FROM shelves', []).catch(({ message }) => message),
      )
      const right = Array.from({ length: 40 }, (_, n) => database.lookUp<{ sum: number }>(`SELECT ${n} + 2 AS sum`, []))

      for (const message of await Promise.all(wrong)) expect(message).to.match(/depth/)
      expect((await Promise.all(right)).map(([row]) => row?.sum)).to.deep.equal(right.map((_, n) => n + 2))
    })

    it('that is looked up concurrently returns the rows for its own bindings, and no more columns', async () => {
      await put(1, 'flour')
      await put(2, 'salt')
      const ids = Array.from({ length: 39 }, (_, id) => id)

      const found = await Promise.all(
        ids.map((id) => database.lookUp('SELECT id, name FROM shelves WHERE id <= ? AND id > ?', [id, id - 2])),
      )

      const rows = [
        { id: 1, name: 'flour' },
        { id: 2, name: 'salt' },
      ]
      expect(found).to.deep.equal(ids.map((id) => rows.filter((row) => row.id <= id && row.id > id - 2)))
    })

    it('that is looked up after a write finds its rows, among look-ups issued before', async () => {
      const find = (id: number) => database.lookUp('SELECT name FROM shelves WHERE id = ?', [id])
      const earlier = Array.from({ length: 20 }, () => find(1))
      await put(1, 'flour')

      const later = await Promise.all(Array.from({ length: 20 }, () => find(1)))

      await Promise.all(earlier)
      expect(later).to.deep.equal(later.map(() => [{ name: 'flour' }]))
    })

    it('that fails for its bindings does not affect concurrent look-ups', async () => {
      const parse = testDatabase.name === 'SQLite' ? 'SELECT json(?) AS json' : 'SELECT CAST(? AS json) AS json'
      const texts = ['[1]', 'flour', '[2]', '[3]', 'salt']

      const results = await Promise.allSettled(texts.map((text) => database.lookUp<{ json: unknown }>(parse, [text])))

      expect(results.map((result) => result.status === 'fulfilled' && String(result.value[0]?.json))).to.deep.equal(
        testDatabase.name === 'SQLite' ? ['[1]', false, '[2]', '[3]', false] : ['1', false, '2', '3', false],
      )
    })

    it('that is looked up concurrently keeps the order of its rows', async () => {
      const ids = Array.from({ length: 30 }, (_, id) => 30 - id)
      await database.write((transaction) => transaction('shelves').insert(ids.map((id) => ({ id, name: `${id % 7}` }))))
      const sql = 'SELECT id FROM shelves WHERE id > ? ORDER BY name DESC, id'

      const found = await Promise.all([0, 10, 20].map((bound) => database.lookUp<{ id: number }>(sql, [bound])))

      const sorted = ids.toSorted((one, other) => (other % 7) - (one % 7) || one - other)
      expect(found.map((rows) => rows.map(({ id }) => id))).to.deep.equal(
        [0, 10, 20].map((bound) => sorted.filter((id) => id > bound)),
      )
    })

    if (testDatabase.name === 'PostgreSQL') {
      it('that is long does not delay others', async () => {
        const long = database.lookUp("SELECT 'long' AS what FROM pg_sleep(1)", [], { mayTakeLong: true })
        const others = Array.from({ length: 40 }, () => database.lookUp("SELECT 'short' AS what", []))

        const [first] = (await Promise.race([long, Promise.all(others).then(([rows = []]) => rows)])) as {
          what: string
        }[]

        expect(first?.what).to.equal('short')
        expect(await long).to.deep.equal([{ what: 'long' }])
      })

      for (const [reader, readIds] of Object.entries(ID_READERS)) {
        it(`of ${reader} is prepared again after a migration has invalidated its plan`, async () => {
          await put(1, 'flour')
          await Promise.all(Array.from({ length: 20 }, () => readIds(database)))
          await database.write((transaction) => transaction.raw('ALTER TABLE shelves ALTER COLUMN id TYPE text'))

          expect(await readIds(database)).to.deep.equal(['1'])
        })
      }
    }

    it('accepts a string of a megabyte, then a short one', async () => {
      const long = 'rye '.repeat(250_000)
      await put(1, long)
      await put(2, 'rye')

      expect((await find(1)).name).to.equal(long)
      expect((await find(2)).name).to.equal('rye')
    })

    it('that is invalid fails each time, and affects no other statement', async () => {
      const reasons: string[] = []
      for (const _ of [1, 2, 3])
        await database.read((reader) => reader('shelves').select('depth')).catch(({ message }) => reasons.push(message))

      expect(reasons).to.have.length(3)
      for (const reason of reasons) expect(reason).to.match(/depth/)
      await put(1, 'flour')
      expect(await find(1)).to.include({ name: 'flour' })
    })

    it('that failed succeeds once the schema is correct', async () => {
      const depths = () => database.read((reader) => reader('shelves').pluck('depth'))
      await put(1, 'flour')
      await depths().catch(({ message }) => expect(message).to.match(/depth/))

      await database.write(({ schema }) => schema.alterTable('shelves', (table) => table.integer('depth').defaultTo(3)))

      expect(await depths()).to.deep.equal([3])
    })

    it('does not prevent the kernel from stopping, and another kernel then finds the rows', async () => {
      await put(1, 'flour')
      const next = createKernel({ settings: { databaseUrl: tempDatabase.url } })

      await kernel.stop()
      await next.start()

      expect(await next.services.database.read((reader) => reader('shelves').pluck('name'))).to.deep.equal(['flour'])
      await next.stop()
      await kernel.start()
      database = kernel.services.database
    })
  })
})
