import { definePlugin, type Kernel, type KernelServices, type Migration } from '@plinth/kernel'
import { forEachDatabase, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { startProcess } from './support/kernel-process.js'
import { kernelsOfSuite, startupErrorFrom } from './support/kernels.js'
import { createHostKnex, errorOf } from './support/stock.js'

describe('migrations', () => {
  forEachDatabase((testDatabase) => {
    const newKernel = kernelsOfSuite()
    let tempDatabase: TempDatabase
    let lines: string[]
    beforeEach(async () => {
      lines = []
      tempDatabase = await testDatabase.create()
    })
    afterEach(() => tempDatabase.drop())
    const kernelWith = (...plugins: ReturnType<typeof stock>[]) =>
      newKernel({ settings: { databaseUrl: tempDatabase.url }, writeLog: (line) => lines.push(line) }).useAll(plugins)
    const started = async (...plugins: ReturnType<typeof stock>[]) => {
      const kernel = kernelWith(...plugins)
      await kernel.start()
      return kernel
    }

    it('are prefixed with the name of their plugin, so that two plugins may use the same name', async () => {
      const kernel = kernelWith(stock(table('001-first', 'stock_items')), orders(table('001-first', 'orders')))

      const applied = await kernel.migrate()

      expect(applied).to.deep.equal(['stock/001-first', 'orders/001-first'])
    })

    it('are applied in the order of the plugins, and within a plugin in the order of its list', async () => {
      const kernel = kernelWith(
        orders(table('002-orders', 'orders'), table('001-notes', 'order_notes')),
        stock(table('001-stock', 'stock_items')),
      )

      const applied = await kernel.migrate()

      expect(applied).to.deep.equal(['orders/002-orders', 'orders/001-notes', 'stock/001-stock'])
    })

    it('are applied only once', async () => {
      const kernel = kernelWith(stock(table('001-stock', 'stock_items')))
      await kernel.migrate()

      const appliedAgain = await kernel.migrate()

      expect(appliedAgain).to.deep.equal([])
    })

    it('leave the database closed, and are not applied again when a kernel starts', async () => {
      const steps = [table('001-stock', 'stock_items')]
      await kernelWith(stock(...steps)).migrate()

      const kernel = await started(stock(...steps))

      expect(await tablesOf(kernel)).to.deep.equal(['plinth_migrations', 'stock_items'])
    })

    it('are applied at the start if they are pending, also those of a new plugin', async () => {
      await (await started(stock(table('001-stock', 'stock_items')))).stop()

      const kernel = await started(
        orders(table('001-orders', 'orders')),
        stock(table('001-stock', 'stock_items'), table('002-parts', 'stock_parts')),
      )

      expect(await tablesOf(kernel)).to.deep.equal(['orders', 'plinth_migrations', 'stock_items', 'stock_parts'])
    })

    it('remain applied when their plugin is removed, and are not repeated when it is added again', async () => {
      const [one, other] = [stock(table('001-stock', 'stock_items')), orders(table('001-orders', 'orders'))]
      await (await started(one, other)).stop()
      await (await started(one)).stop()

      const applied = await kernelWith(one, other).migrate()

      expect(applied).to.deep.equal([])
    })

    it('of a plugin that the program lacks cause a warning in its log', async () => {
      const [one, other] = [stock(table('001-stock', 'stock_items')), orders(table('001-orders', 'orders'))]
      await (await started(one, other)).stop()

      await (await started(one)).stop()

      const warnings = lines.filter((line) => line.includes('plugins that this program lacks'))
      expect(warnings.map((line) => JSON.parse(line).plugins)).to.deep.equal([['orders']])
    })

    it('are refused while the same kernel is running, which continues', async () => {
      const kernel = await started(stock(table('001-stock', 'stock_items')))

      const error = await startupErrorFrom(kernel.migrate())

      expect(error.problems).to.have.length(1)
      expect(await tablesOf(kernel)).to.deep.equal(['plinth_migrations', 'stock_items'])
    })

    for (const [what, fail] of [
      ['throws', () => Promise.reject(new Error('no shelves'))],
      ['has an invalid statement', (transaction) => transaction.raw('CREATE TABLE stock_items (id INTEGER)')],
    ] as [string, Migration['up']][]) {
      it(`are all rolled back, in every plugin, if one of them ${what}, which is reported with its plugin`, async () => {
        const broken = stock(table('001-stock', 'stock_items'), { name: '002-broken', up: fail })

        const error = await startupErrorFrom(kernelWith(orders(table('001-orders', 'orders')), broken).start())

        expect(error.problems).to.have.length(1)
        expect(error.message).to.include('"stock"').and.to.include('"stock/002-broken"')
        expect(error.message).to.include('Nothing was changed')
        expect(await tablesOf(await started())).to.deep.equal(['plinth_migrations'])
      })
    }

    describe('of a table to which rows of other tables refer', () => {
      /** Three tables that refer to the items, with a row each. */
      const filled: Migration = {
        name: '001-stock',
        async up(transaction) {
          await transaction.schema.createTable('stock_items', (columns) => {
            columns.increments('id')
            columns.text('colour').notNullable()
          })
          await transaction('stock_items').insert({ id: 1, colour: 'red' })
          for (const rule of ['CASCADE', 'SET NULL', 'NO ACTION']) {
            const name = nameOf(rule)
            await transaction.schema.createTable(name, (columns) => {
              columns.integer('item_id').references('stock_items.id').onDelete(rule)
            })
            await transaction(name).insert({ item_id: 1 })
          }
        },
      }
      const nameOf = (rule: string) => `stock_${rule.toLowerCase().replace(' ', '_')}`
      const dropColumn: Migration['up'] = (transaction) =>
        transaction.schema.alterTable('stock_items', (columns) => columns.dropColumn('colour'))
      const alterations: Record<string, Migration['up']> = {
        'drop a column': dropColumn,
        'make a column nullable': (transaction) =>
          transaction.schema.alterTable('stock_items', (columns) => columns.setNullable('colour')),
        'add a foreign key': (transaction) =>
          transaction.schema.alterTable('stock_items', (columns) =>
            columns.integer('parent_id').references('stock_items.id'),
          ),
      }
      const ownKernel = (...migrations: Migration[]) => kernelWith(stock(...migrations))
      const hostKernel =
        (host: Knex) =>
        (...migrations: Migration[]) =>
          newKernel({ knex: host }).useAll([stock(...migrations)])

      for (const [what, up] of Object.entries(alterations)) {
        it(`${what} without changing these rows`, async () => {
          await keepsRows(ownKernel, up)
        })
      }

      it("do so on a host's Knex too, which enforces foreign keys again afterwards", async () => {
        const host = createHostKnex(testDatabase, tempDatabase)
        try {
          await keepsRows(hostKernel(host), dropColumn)
        } finally {
          await host.destroy()
        }
      })

      async function keepsRows(kernelOf: (...migrations: Migration[]) => Kernel<KernelServices>, up: Migration['up']) {
        await kernelOf(filled).migrate()

        const kernel = kernelOf(filled, { name: '002-altered', up })
        await kernel.start()

        const { database } = kernel.services
        for (const rule of ['CASCADE', 'SET NULL', 'NO ACTION'])
          expect(await database.read((knex) => knex(nameOf(rule)).pluck('item_id')), rule).to.deep.equal([1])
        const dangling = database.write((transaction) => transaction('stock_cascade').insert({ item_id: 7 }))
        expect(database.dialect.violationOf(await errorOf(dangling))).to.equal('reference')
        await kernel.stop()
      }

      it('are all rolled back if they delete a row to which others refer', async () => {
        await ownKernel(filled).migrate()
        const deletion: Migration = { name: '002-deleted', up: (transaction) => transaction('stock_items').delete() }

        const error = await startupErrorFrom(ownKernel(filled, deletion).start())

        expect(error.message).to.include('stock/002-deleted').and.include('Nothing was changed')
        const kernel = await started(stock(filled))
        expect(await kernel.services.database.read((knex) => knex('stock_items').pluck('id'))).to.deep.equal([1])
      })
    })

    it('can be applied once a failing one is fixed', async () => {
      const broken: Migration = { name: '002-parts', up: () => Promise.reject(new Error('no shelves')) }
      await startupErrorFrom(kernelWith(stock(table('001-stock', 'stock_items'), broken)).migrate())

      const applied = await kernelWith(
        stock(table('001-stock', 'stock_items'), table('002-parts', 'stock_parts')),
      ).migrate()

      expect(applied).to.deep.equal(['stock/001-stock', 'stock/002-parts'])
    })

    it('of a newer version make an older one refuse to start, without changing anything', async () => {
      const first = table('001-stock', 'stock_items')
      await kernelWith(stock(first, table('002-parts', 'stock_parts'))).migrate()

      const older = [orders(table('001-orders', 'orders')), stock(first)]
      const errors = [
        await startupErrorFrom(kernelWith(...older).start()),
        await startupErrorFrom(kernelWith(...older).migrate()),
      ]

      for (const error of errors) {
        expect(error.problems).to.have.length(1)
        expect(error.message).to.include('newer version').and.to.include('stock/002-parts')
        expect(error.message).to.include('Run that version again').and.not.to.include('stock/001-stock')
        expect(error.message).to.include('If you have removed or renamed a migration of your own plugin, put it back')
      }
      expect(await tablesOf(await started())).to.deep.equal(['plinth_migrations', 'stock_items', 'stock_parts'])
    })

    it('are applied all or not at all when the process is killed, and leave no lock', async () => {
      const other = await startProcess(
        `import { createKernel } from '@plinth/kernel'
         const up = async (transaction) => {
           await transaction.schema.createTable('stock_items', (table) => table.increments('id'))
         }
         const hang = async (transaction) => {
           await transaction.schema.createTable('half_made', (table) => table.increments('id'))
           console.log('in the middle')
           await new Promise((resolve) => setTimeout(resolve, 60_000))
         }
         const migrations = [{ name: '001-stock', up }, { name: '002-parts', up: hang }]
         await createKernel({ settings }).useAll([{ name: 'stock', migrations }]).start()`,
        { databaseUrl: tempDatabase.url },
      )

      await other.kill()
      const kernel = await started(stock(table('001-stock', 'stock_items'), table('002-parts', 'stock_parts')))

      expect(other.firstLine).to.equal('in the middle')
      expect(await tablesOf(kernel)).to.deep.equal(['plinth_migrations', 'stock_items', 'stock_parts'])
    })

    if (testDatabase.name === 'PostgreSQL') {
      it('are applied by one of several kernels that start simultaneously, while the others wait', async () => {
        let appliedCount = 0
        const counted: Migration = {
          name: '001-stock',
          async up(transaction) {
            appliedCount += 1
            await transaction.raw('SELECT pg_sleep(0.1)')
            await transaction.schema.createTable('stock_items', (columns) => columns.increments('id'))
          },
        }

        const kernels = await Promise.all(Array.from({ length: 5 }, () => started(stock(counted))))

        expect(appliedCount).to.equal(1)
        for (const kernel of kernels) expect(await tablesOf(kernel)).to.include('stock_items')
      })
    }
  })
})

function stock(...migrations: Migration[]) {
  return definePlugin()({ name: 'stock', migrations })
}

function orders(...migrations: Migration[]) {
  return definePlugin()({ name: 'orders', migrations })
}

/** Returns a migration that creates a table. */
function table(name: string, tableName: string): Migration {
  return { name, up: (transaction) => transaction.schema.createTable(tableName, (columns) => columns.increments('id')) }
}

async function tablesOf({ services: { database } }: Kernel<KernelServices>): Promise<string[]> {
  const isSqlite = database.dialect.name === 'sqlite'
  const names = await database.read<string[]>((knex) =>
    isSqlite
      ? knex('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').pluck('name')
      : knex('information_schema.tables').where({ table_schema: 'public' }).pluck('table_name'),
  )
  return names.sort()
}
