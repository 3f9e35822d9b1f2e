import { type TempDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { createPool } from '../src/storage/postgres/create-pool.js'
import type { PostgresClient } from '../src/storage/postgres/postgres-client.js'
import type { PostgresConnection } from '../src/storage/postgres/postgres-connection.js'
import { PostgresServers } from '../src/storage/postgres/server/postgres-servers.js'

type ReadIds = (pool: Knex, connection: PostgresConnection) => PromiseLike<readonly unknown[]>

/** Two ways to read the ids with a named statement, by their names in test titles. */
const ID_READERS: Readonly<Record<string, ReadIds>> = {
  'the query builder': (pool, connection) => pool('shelves').connection(connection).select('id'),
  'execute()': (pool, connection) => (pool.client as PostgresClient).execute(connection, 'SELECT id FROM shelves', []),
}

describe('a statement that a pooler keeps', () => {
  for (const testDatabase of testDatabases.filter(({ name }) => name === 'PostgreSQL')) {
    let tempDatabase: TempDatabase
    let pool: Knex
    /** Connection to the server. Its `route` pretends that it belongs to a pooler, which uses it for all statements. */
    let connection: PostgresConnection
    before(async () => {
      tempDatabase = await testDatabase.create()
    })
    beforeEach(async () => {
      pool = createPool({ servers: new PostgresServers([tempDatabase.url]), purpose: 'writer', max: 2 })
      await pool.schema.dropTableIfExists('shelves')
      await pool.schema.createTable('shelves', (table) => table.integer('id'))
      await pool('shelves').insert({ id: 1 })
      connection = await pool.client.acquireConnection()
      connection.route = 'pooler'
    })
    afterEach(async () => {
      await pool.client.releaseConnection(connection)
      await pool.destroy()
    })
    after(() => tempDatabase.drop())

    for (const [reader, readIds] of Object.entries(ID_READERS)) {
      it(`of ${reader} is planned again once a migration has invalidated its plan`, async () => {
        await readIds(pool, connection)
        await pool.raw('ALTER TABLE shelves ALTER COLUMN id TYPE text')
        // Both are sent before the first error arrives
        const outdated = await Promise.allSettled([readIds(pool, connection), readIds(pool, connection)])

        expect(await readIds(pool, connection)).to.deep.equal([{ id: '1' }])
        expect(outdated.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
      })

      it(`of ${reader} is sent without its name if the server could not parse it`, async () => {
        await pool.schema.renameTable('shelves', 'missing')
        const failed = await Promise.allSettled([readIds(pool, connection)])
        await pool.schema.renameTable('missing', 'shelves')

        expect(await readIds(pool, connection)).to.deep.equal([{ id: 1 }])
        expect(failed.map(({ status }) => status)).to.deep.equal(['rejected'])
        expect(await statementsOf(connection)).to.deep.equal([])

        // Control: without a pooler the statement is sent with its name, so statementsOf() finds it
        connection.route = 'direct'
        connection.unusableNames = new Set()
        await readIds(pool, connection)
        expect(await statementsOf(connection)).to.have.lengthOf(1)
      })
    }
  }
})

/** Returns the texts of the named statements on the server's side of a connection. */
async function statementsOf(connection: PostgresConnection): Promise<unknown[]> {
  const { rows } = await connection.query(
    "SELECT statement FROM pg_prepared_statements WHERE statement ILIKE 'select%shelves%'",
  )
  return rows
}
