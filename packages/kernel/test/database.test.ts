import { appendFile, copyFile, mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKernel, type Database, type Kernel, type KernelServices, type NewRow } from '@plinth/kernel'
import { DatabaseUnavailable } from '@plinth/kernel/composition'
import { forEachDatabase, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import { startProcess } from './support/kernel-process.js'
import { kernelsOfSuite, sqlite, startupErrorFrom } from './support/kernels.js'
import { createHostKnex, errorOf, stockPlugin } from './support/stock.js'

describe('the database', () => {
  forEachDatabase((testDatabase) => {
    let tempDatabase: TempDatabase
    let kernel: Kernel<KernelServices>
    let database: Database
    before(async () => {
      tempDatabase = await testDatabase.create()
      kernel = createKernel({ settings: { databaseUrl: tempDatabase.url } }).use(stockPlugin)
      await kernel.start()
      database = kernel.services.database
    })
    beforeEach(() =>
      database.write(async (transaction) => {
        await transaction('stock_parts').delete()
        await transaction('stock_items').delete()
      }),
    )
    after(async () => {
      await kernel.stop()
      await tempDatabase.drop()
    })
    const names = () => database.read<string[]>((reader) => reader('stock_items').orderBy('id').pluck('name'))

    it('commits a write, and returns its result', async () => {
      const made = await database.write(async (transaction) => {
        await transaction('stock_items').insert({ id: 1, name: 'flour' })
        return 'made'
      })

      expect(made).to.equal('made')
      expect(await names()).to.deep.equal(['flour'])
    })

    it('rolls back a write that throws, and rethrows its error', async () => {
      const reason = new Error('no more shelves')

      const error = await errorOf(
        database.write(async (transaction) => {
          await transaction('stock_items').insert({ id: 1, name: 'flour' })
          throw reason
        }),
      )

      expect(error).to.equal(reason)
      expect(await names()).to.deep.equal([])
    })

    it('rolls back a write in which a statement failed', async () => {
      const error = await errorOf(
        database.write(async (transaction) => {
          await transaction('stock_items').insert({ id: 1, name: 'flour' })
          await transaction('stock_items').insert({ id: 2, name: 'flour' })
        }),
      )

      expect(error.message).to.match(/unique/i)
      expect(await names()).to.deep.equal([])
    })

    it('accepts a reference to a row that is inserted later in the same write', async () => {
      await database.write(async (transaction) => {
        await transaction('stock_parts').insert({ id: 1, item_id: 1 })
        await transaction('stock_items').insert({ id: 1, name: 'flour' })
      })

      expect(await names()).to.deep.equal(['flour'])
    })

    it('reads during a write, and sees only committed rows', async () => {
      await database.write((transaction) => transaction('stock_items').insert({ id: 1, name: 'flour' }))

      const seen = await database.write(async (transaction) => {
        await transaction('stock_items').insert({ id: 2, name: 'salt' })
        await transaction('stock_items').where({ id: 1 }).update({ name: 'rye' })
        return Promise.all(Array.from({ length: 8 }, names))
      })

      expect(seen).to.deep.equal(Array.from({ length: 8 }, () => ['flour']))
      expect(await names()).to.deep.equal(['rye', 'salt'])
    })

    it('reads a consistent snapshot despite concurrent writes', async () => {
      await database.write((transaction) => transaction('stock_items').insert({ id: 1, name: 'flour' }))

      const [first, second] = await database.readSnapshot(async (transaction) => {
        const before = await transaction('stock_items').pluck('name')
        await database.write((other) => other('stock_items').insert({ id: 2, name: 'salt' }))
        return [before, await transaction('stock_items').pluck('name')]
      })

      expect(first).to.deep.equal(['flour'])
      expect(second).to.deep.equal(['flour'])
      expect(await names()).to.deep.equal(['flour', 'salt'])
    })

    it('writes what it finds in a snapshot while the snapshot is open', async () => {
      await database.write((transaction) => transaction('stock_items').insert({ id: 1, name: 'flour' }))

      const found = await database.writeFromSnapshot(
        async (snapshot, write) => {
          const before = await snapshot('stock_items').pluck('name')
          await write((transaction) => transaction('stock_items').insert({ id: 2, name: 'salt' }))
          return [before, await snapshot('stock_items').pluck('name')]
        },
        async (names) => names,
      )

      expect(found).to.deep.equal([['flour'], ['flour']])
      expect(await names()).to.deep.equal(['flour', 'salt'])
    })

    it('refuses a write in a snapshot, as if the whole database were read-only', async () => {
      const error = await errorOf(
        database.readSnapshot((transaction) => transaction('stock_items').insert({ id: 1, name: 'flour' })),
      )

      expect(error).to.be.instanceOf(DatabaseUnavailable)
      expect(await names()).to.deep.equal([])
    })

    it('serializes transactions that acquire the same lock', async () => {
      await database.write((transaction) => transaction('stock_items').insert({ id: 1, name: '0' }))

      await Promise.all(
        Array.from({ length: 8 }, () =>
          database.write(async (transaction) => {
            await database.dialect.acquireLock(transaction, 'counting')
            const { name } = await transaction('stock_items').where({ id: 1 }).first()
            await transaction('stock_items')
              .where({ id: 1 })
              .update({ name: String(Number(name) + 1) })
          }),
        ),
      )

      expect(await names()).to.deep.equal(['8'])
    })

    it('inserts 600 rows in batches of 500, the most that Knex can insert at once on SQLite', async () => {
      const rows = Array.from({ length: 600 }, (_, id) => ({ id, name: `item ${id}` }))

      await database.write((transaction) => transaction.batchInsert('stock_items', rows, 500))

      expect(await names()).to.deep.equal(rows.map(({ name }) => name))
    })

    describe('inserts many rows in one statement', () => {
      beforeEach(() =>
        database.write((transaction) =>
          transaction.schema.createTable('measures', (table) => {
            table.increments('id')
            table.text('name').notNullable().unique()
            table.double('value')
            table.integer('count')
            table.boolean('good')
          }),
        ),
      )

      afterEach(() => database.write((transaction) => transaction.schema.dropTable('measures')))

      const insert = (rows: readonly NewRow[]) =>
        database.write((transaction) => {
          const writer = database.dialect.rowWriter(transaction, { table: 'measures', key: ['name'] })
          const write = writer.prepare(rows)
          return write()
        })
      const stored = (column: string) => database.read((knex) => knex('measures').orderBy('id').pluck(column))

      it('with every number exact to the last bit', async () => {
        const values = [
          0.1,
          1 / 3,
          219.644773200665,
          5e-324,
          -1.7976931348623157e308,
          1e21,
          2 ** 53 + 2,
          -0.5,
          0,
          7,
          null,
        ]
        values.push(...Array.from({ length: 500 }, anyNumber))

        await insert(values.map((value, index) => ({ name: `m${index}`, value })))

        expect(await stored('value')).to.deep.equal(values)
      })

      it('with strings, booleans and null unchanged', async () => {
        const name = 'it\'s "quoted" \\ ü 😀 \u2028 \t'

        await insert([
          { name, value: null, count: 2_147_483_647, good: true },
          { name: '', value: 1, count: null, good: false },
          { name: 'null', value: 0.5, count: -1, good: null },
        ])

        expect(await stored('name')).to.deep.equal([name, '', 'null'])
        expect(await stored('count')).to.deep.equal([2_147_483_647, null, -1])
        expect((await stored('good')).map((good) => (good === null ? null : Boolean(good)))).to.deep.equal([
          true,
          false,
          null,
        ])
      })

      it('except those whose name is taken, and reports which were inserted', async () => {
        await insert([{ name: 'b', value: 1 }])

        const wasInserted = await insert(['a', 'b', 'c'].map((name) => ({ name, value: 2 })))

        expect([0, 1, 2].map(wasInserted)).to.deep.equal([true, false, true])
        expect(await stored('name')).to.deep.equal(['b', 'a', 'c'])
      })
    })

    it('matches a column against many strings passed as one binding', async () => {
      const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `item ${id}` }))
      await database.write((transaction) => transaction.batchInsert('stock_items', rows, 100))
      const wanted = [...rows.slice(0, 1_500).map(({ name }) => name), `it's "odd"`, 'ünknown']

      const found = await database.read((reader) => {
        const { sql, binding } = database.dialect.isOneOf('name', wanted)
        return reader('stock_items')
          .whereRaw(sql, [binding as Knex.RawBinding])
          .pluck('id')
      })

      expect(found).to.have.length(1_500)
    })

    it("uses a host's own Knex, and leaves it open", async () => {
      const hostKnex = createHostKnex(testDatabase, tempDatabase)
      try {
        const guest = createKernel({ knex: hostKnex }).use(stockPlugin)
        await guest.start()
        await guest.services.database.write((transaction) => transaction('stock_items').insert({ id: 7, name: 'oats' }))
        const { message } = await errorOf(guest.services.database.backUp('backup.db'))
        await guest.stop()

        expect(message).to.include(testDatabase.name === 'SQLite' ? 'With that Knex, execute VACUUM INTO' : 'pg_dump')
        expect(await hostKnex('stock_items').where({ id: 7 }).pluck('name')).to.deep.equal(['oats'])
      } finally {
        await hostKnex.destroy()
      }
    })

    it('describes the columns of a table as Knex does, and no unknown table', async () => {
      const { dialect } = database
      await database.write((transaction) =>
        transaction.schema.createTable('described', (table) => {
          table.increments('id')
          table.string('name', 40).notNullable().defaultTo('none')
          table.specificType('code', 'char(3)')
          table.text('note')
          table.decimal('price', 8, 2)
          table.double('weight').notNullable()
          table.boolean('is_sold').defaultTo(false)
          table.timestamp('sold_at')
        }),
      )

      const tables = await database.read((reader) => dialect.storedTables(reader, ['described', 'unknown']))

      expect([...tables.keys()]).to.deep.equal(['described'])
      const { columns } = tables.get('described') ?? {}
      expect(columns).to.deep.equal(await database.read((reader) => reader('described').columnInfo()))
    })

    describe('when a COMMIT fails', () => {
      let separate: TempDatabase
      const newKernel = kernelsOfSuite()
      beforeEach(async () => {
        separate = await testDatabase.create()
      })
      afterEach(() => separate.drop())

      const expectErrorAndRollback = async (kernel: Kernel<KernelServices>) => {
        await kernel.use(stockPlugin).start()
        const { database } = kernel.services

        const error = await errorOf(
          database.write(async (transaction) => {
            await transaction('stock_items').insert({ id: 1, name: 'flour' })
            await transaction('stock_parts').insert({ id: 1, item_id: 99 })
          }),
        )

        expect(error.message).to.match(/foreign key/i)
        await database.write((transaction) => transaction('stock_items').insert({ id: 2, name: 'salt' }))
        expect(await database.read((reader) => reader('stock_items').pluck('name'))).to.deep.equal(['salt'])
      }

      it('throws, rolls back, and can write again', () =>
        expectErrorAndRollback(newKernel({ settings: { databaseUrl: separate.url } })))

      it("throws, rolls back, and can write again on a host's Knex too", async () => {
        const hostKnex = createHostKnex(testDatabase, separate)
        try {
          await expectErrorAndRollback(newKernel({ knex: hostKnex }))
        } finally {
          await hostKnex.destroy()
        }
      })
    })

    if (testDatabase.name === 'PostgreSQL') {
      describe('when connections are terminated', () => {
        let separate: TempDatabase
        let database: Database
        const newKernel = kernelsOfSuite()
        beforeEach(async () => {
          separate = await testDatabase.create()
          const kernel = newKernel({ settings: { databaseUrl: separate.url } }).use(stockPlugin)
          await kernel.start()
          database = kernel.services.database
          await database.write((transaction) => transaction('stock_items').insert({ id: 1, name: 'flour' }))
        })
        afterEach(() => separate.drop())
        const names = () => database.read<string[]>((reader) => reader('stock_items').orderBy('id').pluck('name'))

        it('reads and writes even though every pooled connection was terminated', async () => {
          await Promise.all(
            Array.from({ length: 10 }, () => database.read((reader) => reader.raw('SELECT pg_sleep(0.1)'))),
          )

          await terminateConnections(separate.url)
          const seen = await Promise.all(Array.from({ length: 10 }, names))
          await database.write((transaction) => transaction('stock_items').insert({ id: 2, name: 'salt' }))

          expect(seen).to.deep.equal(Array.from({ length: 10 }, () => ['flour']))
          expect(await names()).to.deep.equal(['flour', 'salt'])
        })

        it('retries an interrupted read', async () => {
          let attempts = 0

          const seen = await database.read(async (reader) => {
            attempts += 1
            if (attempts === 1) await reader.raw('SELECT pg_terminate_backend(pg_backend_pid())')
            return reader('stock_items').pluck('name')
          })

          expect(seen).to.deep.equal(['flour'])
          expect(attempts).to.be.greaterThan(1)
        })

        it('reports an interrupted write as database unavailable, and does not retry it', async () => {
          let attempts = 0

          const error = await errorOf(
            database.write(async (transaction) => {
              attempts += 1
              await transaction('stock_items').insert({ id: 2, name: 'salt' })
              await transaction.raw('SELECT pg_terminate_backend(pg_backend_pid())')
              await transaction('stock_items').insert({ id: 3, name: 'oats' })
            }),
          )

          expect(error).to.be.instanceOf(DatabaseUnavailable)
          expect(attempts).to.equal(1)
          expect(await names()).to.deep.equal(['flour'])
        })
      })
    }
  })

  describe('as a SQLite file', () => {
    const newKernel = kernelsOfSuite()
    let tempDatabase: TempDatabase
    let file: string
    beforeEach(async () => {
      tempDatabase = await sqlite.create()
      file = tempDatabase.url.slice('sqlite:'.length)
    })
    afterEach(() => tempDatabase.drop())
    const openStock = async () => {
      const kernel = newKernel({ settings: { databaseUrl: tempDatabase.url } }).use(stockPlugin)
      await kernel.start()
      return kernel
    }

    it('enforces foreign keys, uses WAL and a short busy timeout, and is flushed to the disk at each commit', async () => {
      const { database } = (await openStock()).services

      const pragmas = await database.write(async (transaction) => {
        const settingOf = async (pragma: string) => Object.values((await transaction.raw(`PRAGMA ${pragma}`))[0])[0]
        return {
          foreignKeys: await settingOf('foreign_keys'),
          journalMode: await settingOf('journal_mode'),
          busyTimeout: await settingOf('busy_timeout'),
          synchronous: await settingOf('synchronous'),
        }
      })

      expect(pragmas).to.deep.equal({ foreignKeys: 1, journalMode: 'wal', busyTimeout: 500, synchronous: 2 })
    })

    it('rejects writes on the read-only connections', async () => {
      const { database } = (await openStock()).services

      const failures = await Promise.all(
        Array.from({ length: 8 }, (_, id) =>
          errorOf(database.read((reader) => reader('stock_items').insert({ id, name: `item ${id}` }))),
        ),
      )

      for (const failure of failures)
        expect(failure).to.include({
          name: 'PluginFault',
          message: 'A statement in read() writes. Use write() for it.',
        })
      expect(await database.read((reader) => reader('stock_items').pluck('name'))).to.deep.equal([])
    })

    it('belongs to one kernel, so another one fails at once', async () => {
      const first = await openStock()

      const error = await startupErrorFrom(newKernel({ settings: { databaseUrl: tempDatabase.url } }).start())

      expect(error.problems).to.have.length(1)
      expect(error.message)
        .to.include(file)
        .and.to.match(/Another kernel of this process is using .* stop\(\) it before/)
        .and.to.include('PostgreSQL')
      expect(await first.services.database.read((reader) => reader('stock_items').pluck('name'))).to.deep.equal([])
      await first.stop()
      await openStock()
    })

    it('belongs to one process until that process exits or is killed', async () => {
      const other = await startProcess(
        `import { createKernel } from '@plinth/kernel'
         await createKernel({ settings }).start()
         console.log('started')
         setInterval(() => {}, 60_000)`,
        { databaseUrl: tempDatabase.url },
      )

      const error = await startupErrorFrom(newKernel({ settings: { databaseUrl: tempDatabase.url } }).start())
      await other.kill()
      await openStock()

      expect(other.firstLine).to.equal('started')
      expect(error.problems).to.have.length(1)
      expect(error.message)
        .to.include(file)
        .and.to.match(/Another process is using/)
    })

    it('contains everything that a killed process had committed, and nothing else', async () => {
      await (await openStock()).stop()
      const other = await startProcess(
        `import { createKernel } from '@plinth/kernel'
         const kernel = createKernel({ settings })
         await kernel.start()
         const { database } = kernel.services
         await database.write((transaction) => transaction('stock_items').insert({ id: 1, name: 'committed' }))
         await database.write(async (transaction) => {
           await transaction('stock_items').insert({ id: 2, name: 'not committed' })
           console.log('writing')
           await new Promise((resolve) => setTimeout(resolve, 60_000))
         })`,
        { databaseUrl: tempDatabase.url },
      )

      await other.kill()
      const { database } = (await openStock()).services

      expect(await database.read((reader) => reader('stock_items').pluck('name'))).to.deep.equal(['committed'])
    })

    for (const [what, removeData] of [
      ['missing', () => rm(file)],
      ['empty', () => truncate(file, 0)],
    ] as const) {
      it(`is refused if it is ${what} although a database was there before, and is not created again`, async () => {
        await (await openStock()).stop()
        await removeData()

        const error = await startupErrorFrom(
          newKernel({ settings: { databaseUrl: tempDatabase.url } })
            .use(stockPlugin)
            .start(),
        )

        expect(error.message).to.include(file).and.to.include('backup')
        expect(error.message).to.include(`${file}-owner`)
        expect((await stat(file).catch(() => ({ size: 0 }))).size).to.equal(0)
      })
    }

    it('is created again once the file and its -owner file are deleted', async () => {
      await (await openStock()).stop()
      await rm(file)
      await rm(`${file}-owner`)

      const { database } = (await openStock()).services

      expect(await database.read((reader) => reader('stock_items').pluck('name'))).to.deep.equal([])
    })

    for (const [what, damage] of [
      ['its header is overwritten', () => overwrite(file, 0, 100)],
      ['some of its pages are overwritten', () => overwrite(file, 4_096, 8_192)],
      ['it is cut off', async () => truncate(file, Math.floor((await stat(file)).size / 2))],
      ['it is not a database', () => writeFile(file, 'These are my notes.\n'.repeat(500))],
    ] as const) {
      it(`is refused when ${what}, and left unchanged`, async () => {
        const first = await openStock()
        const rows = Array.from({ length: 400 }, (_, id) => ({ id, name: `item ${id} ${'x'.repeat(100)}` }))
        await first.services.database.write((transaction) => transaction.batchInsert('stock_items', rows, 100))
        await first.stop()
        await damage()
        const before = await readFile(file)

        const error = await startupErrorFrom(
          newKernel({ settings: { databaseUrl: tempDatabase.url } })
            .use(stockPlugin)
            .start(),
        )

        expect(error.problems).to.have.length(1)
        expect(error.message).to.include(file).and.to.include('damaged').and.to.include('backup')
        expect(before.equals(await readFile(file))).to.equal(true)
      })
    }

    it('can be opened once a refused file is restored', async () => {
      const first = await openStock()
      await first.services.database.write((transaction) => transaction('stock_items').insert({ id: 1, name: 'flour' }))
      await first.stop()
      await copyFile(file, `${file}.backup`)
      await overwrite(file, 0, 100)
      await startupErrorFrom(newKernel({ settings: { databaseUrl: tempDatabase.url } }).start())

      await copyFile(`${file}.backup`, file)
      const { database } = (await openStock()).services

      expect(await database.read((reader) => reader('stock_items').pluck('name'))).to.deep.equal(['flour'])
    })

    it('is refused if its folder cannot be created, with an error that names the folder', async () => {
      const notes = join(tempDatabase.dataDir, 'notes.txt')
      await appendFile(notes, 'a file, not a folder')
      const folder = join(notes, 'data')

      const error = await startupErrorFrom(
        newKernel({ settings: { databaseUrl: `sqlite:${join(folder, 'plinth.db')}` } }).start(),
      )

      expect(error.problems).to.have.length(1)
      expect(error.message).to.include(folder)
    })

    it('is refused if its path is a folder', async () => {
      await mkdir(file)

      const error = await startupErrorFrom(newKernel({ settings: { databaseUrl: tempDatabase.url } }).start())

      expect(error.problems).to.have.length(1)
      expect(error.message).to.include(file)
    })

    it('is created in a new, private data folder when no URL is given', async () => {
      const dataDir = join(tempDatabase.dataDir, 'deep', 'data')
      const kernel = newKernel({ settings: { dataDir } })

      await kernel.start()

      expect((await stat(join(dataDir, 'plinth.db'))).isFile()).to.equal(true)
      expect((await stat(dataDir)).mode & 0o077).to.equal(0)
    })
  })
})

/** Terminates every other connection to a PostgreSQL database. */
async function terminateConnections(url: string): Promise<void> {
  const other = knex({ client: 'pg', connection: url })
  try {
    await other.raw(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  } finally {
    await other.destroy()
  }
}

async function overwrite(file: string, position: number, length: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(length, 0xa5), 0, length, position)
  await handle.close()
}

const bits = new DataView(new ArrayBuffer(8))

/** Returns a random finite number, with all bit patterns equally likely. */
function anyNumber(): number {
  bits.setUint32(0, Math.floor(Math.random() * 2 ** 32))
  bits.setUint32(4, Math.floor(Math.random() * 2 ** 32))
  const number = bits.getFloat64(0)
  return Number.isFinite(number) ? number : anyNumber()
}
