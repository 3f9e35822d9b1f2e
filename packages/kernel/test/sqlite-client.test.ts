import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import { SqliteClient } from '../src/storage/sqlite/sqlite-client.js'

describe('a SQLite connection after a failed statement', () => {
  it('sees later writes of other connections, and can write again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-busy-'))
    const [one, other] = [connect(join(folder, 'a.db')), connect(join(folder, 'a.db'))]
    await one.raw('PRAGMA journal_mode = WAL')
    await one.schema.createTable('t', (table) => table.integer('n'))
    const add = (n: number) => one('t').insert({ n })
    await add(1)

    const staleTransaction = one.transaction(async (transaction) => {
      await transaction('t').select('n')
      await other('t').insert({ n: 2 })
      await transaction('t').insert({ n: 3 })
    })
    const code = await staleTransaction.catch(({ code }) => code)

    expect(code).to.equal('SQLITE_BUSY')
    expect(await one('t').pluck('n')).to.deep.equal([1, 2])
    await add(4)
    await Promise.all([one.destroy(), other.destroy()])
    await rm(folder, { recursive: true })
  })
})

function connect(filename: string): Knex {
  const client = SqliteClient as unknown as typeof Knex.Client
  return knex({ client, connection: { filename }, useNullAsDefault: true, pool: { min: 1, max: 1 } })
}
