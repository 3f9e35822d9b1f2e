import { setImmediate as turn } from 'node:timers/promises'
import { createKernel, type Database, type Kernel, type KernelServices, type Knex } from '@plinth/kernel'
import { forEachDatabase, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { createHostKnex, errorOf, stockPlugin } from './support/stock.js'

const INSERT = 'INSERT INTO stock_items VALUES (?, ?)'
/** Not used elsewhere, so that no connection has prepared it. */
const UNUSUAL_INSERT = 'INSERT INTO stock_items (id, name) VALUES (?, ?)'

describe('a transaction', () => {
  forEachDatabase((testDatabase) => {
    for (const whose of ["the kernel's own", "a host's"] as const)
      describe(`on ${whose} Knex`, () => {
        let tempDatabase: TempDatabase
        let hostKnex: Knex | undefined
        let kernel: Kernel<KernelServices>
        let database: Database
        before(async () => {
          tempDatabase = await testDatabase.create()
          hostKnex = whose === "a host's" ? createHostKnex(testDatabase, tempDatabase) : undefined
          kernel = createKernel(hostKnex ? { knex: hostKnex } : { settings: { databaseUrl: tempDatabase.url } }).use(
            stockPlugin,
          )
          await kernel.start()
          database = kernel.services.database
        })
        beforeEach(() => database.write((transaction) => transaction('stock_items').delete()))
        after(async () => {
          await kernel.stop()
          await hostKnex?.destroy()
          await tempDatabase.drop()
        })
        const names = () => database.read<string[]>((reader) => reader('stock_items').orderBy('id').pluck('name'))
        const item = (id: number) => ({ id, name: `item ${id}` })

        it('runs concurrent statements in order, without a warning from the driver', async () => {
          const warnings: Error[] = []
          const record = (warning: Error) => warnings.push(warning)
          process.on('warning', record)

          const counts = await database.write((transaction) =>
            Promise.all(
              Array.from({ length: 20 }, async (_, id) => {
                await transaction('stock_items').insert(item(id))
                const [row] = await transaction('stock_items').count({ count: '*' })
                return Number(row?.count)
              }),
            ),
          )

          await turn() // warnings are emitted asynchronously
          process.off('warning', record)
          expect(warnings).to.deep.equal([])
          expect(counts).to.deep.equal(counts.toSorted((one, other) => one - other))
          expect(await names()).to.have.length(20)
        })

        it('rolls back statements issued together with a failing one', async () => {
          const failed = await errorOf(
            database.write((transaction) =>
              Promise.all([
                transaction('stock_items').insert(item(1)),
                transaction('stock_items').insert(item(1)),
                transaction('stock_items').insert(item(2)),
              ]),
            ),
          )

          expect(database.dialect.violationOf(failed)).to.equal('unique')
          expect(await names()).to.deep.equal([])
          await database.write((transaction) => transaction('stock_items').insert(item(3)))
          expect(await names()).to.deep.equal(['item 3'])
        })

        it('executes the statement of withCommit', async () => {
          await database.write(async (transaction) => {
            await database.withCommit(transaction, INSERT, [2, 'item 2'])
            await transaction('stock_items').insert(item(1))
          })

          expect(await names()).to.deep.equal(['item 1', 'item 2'])
        })

        it('rolls back when the statement of withCommit fails', async () => {
          const failed = await errorOf(
            database.write(async (transaction) => {
              await transaction('stock_items').insert(item(1))
              await database.withCommit(transaction, INSERT, [1, 'item 1'])
            }),
          )

          expect(database.dialect.violationOf(failed)).to.equal('unique')
          expect(await names()).to.deep.equal([])
        })

        it('does not execute the statement of withCommit when the work throws', async () => {
          const reason = new Error('no more shelves')

          const failed = await errorOf(
            database.write(async (transaction) => {
              await database.withCommit(transaction, INSERT, [1, 'item 1'])
              throw reason
            }),
          )

          expect(failed).to.equal(reason)
          expect(await names()).to.deep.equal([])
        })

        it('has savepoints that can be rolled back separately', async () => {
          await database.write(async (transaction) => {
            await transaction('stock_items').insert(item(1))
            await errorOf(
              transaction.transaction(async (inner) => {
                await database.withCommit(inner, INSERT, [2, 'item 2'])
                await inner('stock_items').insert(item(1))
              }),
            )
            await transaction.transaction((inner) => inner('stock_items').insert(item(3)))
          })

          expect(await names()).to.deep.equal(['item 1', 'item 3'])
        })

        it('has the methods of every Knex transaction', async () => {
          const seen = await database.write(async (transaction) => {
            await transaction.insert(item(1)).into('stock_items')
            const { client } = transaction
            const found = await transaction
              .select('name')
              .from('stock_items')
              .where('id', transaction.raw('?', [1]))
            return [transaction.isTransaction, transaction.isCompleted(), client.transacting, found]
          })

          expect(seen).to.deep.equal([true, false, true, [{ name: 'item 1' }]])
        })

        it('rejects statements after its end, and a manual commit or rollback', async () => {
          let late: Knex.Transaction | undefined
          const manualEnds = await database.write(async (transaction) => {
            late = transaction
            return [
              await errorOf(attempt(() => transaction.commit())),
              await errorOf(attempt(() => transaction.rollback())),
            ]
          })
          const refused = await errorOf(attempt(() => late?.('stock_items').insert(item(1))))

          expect(manualEnds.map(({ message }) => message)).to.deep.equal(
            Array(2).fill(
              'A transaction is committed when its work resolves, and rolled back when it throws. Do not end it or add listeners to it yourself.',
            ),
          )
          expect(refused.message).to.equal('The transaction is over: await every statement inside its work.')
          expect(await names()).to.deep.equal([])
        })

        it('fails if the error of a statement was caught, because everything is rolled back', async () => {
          const failed = await errorOf(
            database.write(async (transaction) => {
              await database.withCommit(transaction, INSERT, [3, 'item 3'])
              await transaction('stock_items').insert(item(1))
              await errorOf(attempt(() => transaction('stock_items').insert(item(1))))
              await errorOf(attempt(() => transaction('stock_items').insert(item(2))))
            }),
          )

          expect(failed.message).to.match(
            /^The error of a statement was caught .* ON CONFLICT, or query before writing\.$/,
          )
          expect(await names()).to.deep.equal([])
        })

        if (testDatabase.name === 'PostgreSQL')
          it('rolls back when the driver cannot send the statement of withCommit, which later transactions can execute', async () => {
            const unsendable = { toPostgres: () => fail('it cannot be sent') }
            const failed = await errorOf(
              database.write(async (transaction) => {
                await transaction('stock_items').insert(item(1))
                await database.withCommit(transaction, UNUSUAL_INSERT, [2, unsendable as never])
              }),
            )
            const insertLast = (id: number) =>
              database.write((transaction) => database.withCommit(transaction, UNUSUAL_INSERT, [id, `item ${id}`]))
            await Promise.all([2, 3, 4, 5, 6, 7, 8, 9].map(insertLast)) // on all connections

            expect(failed.message).to.include('it cannot be sent')
            expect(await names()).to.have.length(8)
          })

        it('runs raw SQL, and returns its rows', async () => {
          const rows = await database.write(async (transaction) => {
            await database.execute(transaction, INSERT, [1, 'item 1'])
            const found = await database.execute(transaction, 'SELECT name FROM stock_items WHERE id = ?', [1])
            const deleted = await database.execute(
              transaction,
              'DELETE FROM stock_items WHERE id = ? RETURNING id',
              [1],
            )
            return [...found, ...deleted, ...(await database.execute(transaction, INSERT, [2, 'item 2']))]
          })

          expect(rows).to.deep.equal([{ name: 'item 1' }, { id: 1 }])
          expect(await names()).to.deep.equal(['item 2'])
        })

        it('rolls back when raw SQL fails, even if its error is caught', async () => {
          const twice = (transaction: Knex.Transaction) =>
            Promise.all([
              database.execute(transaction, INSERT, [1, 'item 1']),
              database.execute(transaction, INSERT, [1, 'item 1']),
            ])
          const failed = await errorOf(database.write(twice))
          const caught = await errorOf(database.write((transaction) => errorOf(twice(transaction))))

          expect(database.dialect.violationOf(failed)).to.equal('unique')
          expect(caught.message).to.match(/^The error of a statement was caught/)
          expect(await names()).to.deep.equal([])
        })

        it('runs raw SQL in a savepoint, which is rolled back separately', async () => {
          await database.write(async (transaction) => {
            await database.execute(transaction, INSERT, [1, 'item 1'])
            await errorOf(
              transaction.transaction(async (inner) => {
                await database.execute(inner, INSERT, [2, 'item 2'])
                await database.execute(inner, INSERT, [1, 'item 1'])
              }),
            )
          })

          expect(await names()).to.deep.equal(['item 1'])
        })

        it('rejects raw SQL after its end', async () => {
          let late: Knex.Transaction | undefined
          await database.write(async (transaction) => {
            late = transaction
          })
          const transaction = late as Knex.Transaction
          const refused = await Promise.all([
            errorOf(database.execute(transaction, INSERT, [1, 'item 1'])),
            errorOf(database.withCommit(transaction, INSERT, [2, 'item 2'])),
          ])

          expect(refused.map(({ message }) => message)).to.deep.equal(
            Array(2).fill('The transaction is over: await every statement inside its work.'),
          )
          expect(await names()).to.deep.equal([])
        })

        it('rejects statements of its savepoints after its own end', async () => {
          const reason = new Error('no more shelves')
          let inside: Promise<unknown> | undefined
          const failed = await errorOf(
            database.write(async (transaction) => {
              const rows = Array.from({ length: 300 }, (_, id) => item(id))
              inside = errorOf(attempt(() => transaction.batchInsert('stock_items', rows, 1)))
              await transaction('stock_items').insert(item(1_000))
              throw reason
            }),
          )

          expect(failed).to.equal(reason)
          expect(await inside).to.be.instanceOf(Error)
          await database.write((transaction) => transaction('stock_items').insert(item(1)))
          expect(await names()).to.deep.equal(['item 1'])
        })

        it('runs the actions of its savepoints after its own COMMIT, except those of one that was rolled back', async () => {
          const ran: string[] = []
          const fill = async (transaction: Knex.Transaction) => {
            const add = (inner: Knex.Transaction, name: string) => database.afterCommit(inner, () => ran.push(name))
            await transaction.transaction(async (inner) => {
              add(inner, 'released')
              await inner.savepoint(async (nested) => add(nested, 'nested'))
              await errorOf(inner.transaction(async (nested) => fail(`${add(nested, 'nested and rolled back')}`)))
              // biome-ignore lint/plugin: the plugin of a host may use this form, too
              const nested = await inner.transaction()
              add(nested, 'ended by hand')
              await nested.commit()
              // biome-ignore lint/plugin: the plugin of a host may use this form, too
              const rolledBack = await inner.transaction()
              add(rolledBack, 'rolled back by hand')
              await rolledBack.rollback()
            })
            await errorOf(
              transaction.transaction(async (inner) => {
                add(inner, 'rolled back')
                await inner.transaction(async (nested) => add(nested, 'released, but rolled back later'))
                fail('no more shelves')
              }),
            )
            return [...ran]
          }

          const before = await database.write(fill)
          const committed = ran.splice(0)
          await errorOf(database.write(async (transaction) => fail(`${await fill(transaction)}`)))

          expect(before).to.deep.equal([])
          expect(committed).to.deep.equal(['released', 'nested', 'ended by hand'])
          expect(ran).to.deep.equal([])
        })

        it('rolls back a savepoint in which the error of a statement was caught', async () => {
          const failed = await database.write(async (transaction) => {
            await transaction('stock_items').insert(item(1))
            return errorOf(
              transaction.transaction(async (inner) => {
                await inner('stock_items').insert(item(2))
                await errorOf(inner('stock_items').insert(item(1)))
                await inner('stock_items')
                  .insert(item(3))
                  .catch(() => {})
              }),
            )
          })

          expect(failed).to.be.instanceOf(Error)
          expect(await names()).to.deep.equal(['item 1'])
        })

        if (testDatabase.name === 'SQLite')
          describe('that SQLite itself has rolled back', () => {
            const rollBack = (transaction: Knex.Transaction) =>
              errorOf(transaction.raw("INSERT OR ROLLBACK INTO stock_items VALUES (1, 'item 1')"))

            for (const [where, work] of [
              ['a savepoint', (inner: Knex.Transaction) => rollBack(inner)],
              [
                'a nested savepoint',
                (inner: Knex.Transaction) => errorOf(inner.transaction((nested) => rollBack(nested))),
              ],
            ] as const)
              it(`in ${where} commits nothing of what follows`, async () => {
                const failed = await errorOf(
                  database.write(async (transaction) => {
                    await transaction('stock_items').insert(item(1))
                    await errorOf(
                      transaction.transaction(async (inner) => {
                        await work(inner)
                        await inner('stock_items').insert(item(2))
                      }),
                    )
                    await transaction('stock_items').insert(item(3))
                  }),
                )

                expect(failed).to.be.instanceOf(Error)
                expect(await names()).to.deep.equal([])
              })

            it('commits no savepoint that follows', async () => {
              const failed = await errorOf(
                database.write(async (transaction) => {
                  await transaction('stock_items').insert(item(1))
                  await rollBack(transaction)
                  await errorOf(transaction.transaction((inner) => inner('stock_items').insert(item(2))))
                }),
              )

              expect(failed).to.be.instanceOf(Error)
              expect(await names()).to.deep.equal([])
            })
          })

        if (testDatabase.name === 'PostgreSQL')
          describe('that conflicts with another one', () => {
            const CONFLICT = `DO $$ BEGIN RAISE serialization_failure; END $$`

            it('is repeated after a deadlock, so that both succeed (F28)', async () => {
              await database.write((transaction) => transaction('stock_items').insert([item(1), item(2)]))
              const lock = (transaction: Knex.Transaction, id: number) =>
                transaction('stock_items')
                  .where({ id })
                  .update({ name: transaction.raw("name || '!'") })
              let [runs, locked] = [0, 0]
              let meet = () => {}
              const both = new Promise<void>((resolve) => {
                meet = resolve
              })
              const inOrder = (first: number, second: number) =>
                database.write(async (transaction) => {
                  runs += 1
                  await lock(transaction, first)
                  locked += 1
                  if (locked === 2) meet()
                  await both
                  await lock(transaction, second)
                })

              await Promise.all([inOrder(1, 2), inOrder(2, 1)])

              expect(await names()).to.deep.equal(['item 1!!', 'item 2!!'])
              expect(runs).to.be.at.least(3)
            })

            for (const { failures, options, runs } of [
              { failures: 3, options: {}, runs: 4 },
              { failures: 4, options: {}, runs: 4 },
              { failures: 1, options: { runsOnce: true }, runs: 1 },
            ])
              it(`runs ${runs} times if it fails ${failures} times and has the options ${JSON.stringify(options)}`, async () => {
                let count = 0
                const work = async (transaction: Knex.Transaction) => {
                  count += 1
                  await transaction('stock_items').insert(item(count))
                  if (count <= failures) await transaction.raw(CONFLICT)
                }

                const error = await database.write(work, options).catch((thrown) => thrown)

                expect(count).to.equal(runs)
                expect(error?.code).to.equal(runs > failures ? undefined : '40001')
                expect(await names()).to.deep.equal(runs > failures ? [`item ${runs}`] : [])
              })

            it('runs the actions after its commit once', async () => {
              let runs = 0
              let actions = 0
              await database.write(async (transaction) => {
                runs += 1
                database.afterCommit(transaction, () => {
                  actions += 1
                })
                if (runs === 1) await transaction.raw(CONFLICT)
              })

              expect([runs, actions]).to.deep.equal([2, 1])
            })
          })

        it('runs savepoints one after the other, and one that fails does not affect the others', async () => {
          await database.write((transaction) =>
            Promise.all([
              errorOf(
                transaction.transaction(async (inner) => {
                  await inner('stock_items').insert(item(1))
                  await inner('stock_items').insert(item(1))
                }),
              ),
              transaction.transaction(async (inner) => {
                await inner('stock_items').insert(item(2))
              }),
            ]),
          )

          expect(await names()).to.deep.equal(['item 2'])
        })
      })
  })
})

function fail(message: string): never {
  throw new Error(message)
}

/** Rejects if the work throws, even if it does so synchronously. */
async function attempt(work: () => unknown): Promise<void> {
  await work()
}
