import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { expect } from 'chai'
import knex from 'knex'
import pg from 'pg'
import { dispose, missingInternal, poolUseOf } from '../src/storage/knex-internals.js'

const require = createRequire(import.meta.url)

/** Knex tells of each connection that it destroys. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

/** What a message begins with, so that it is clear which library has moved. */
function versionOf(library: string): string {
  const { version } = JSON.parse(readFileSync(require.resolve(`${library}/package.json`), 'utf8'))
  return `${library} ${version}`
}

function expectMethods(owner: object, names: readonly string[], of: string): void {
  const missing = names.filter((name) => typeof Reflect.get(owner, name) !== 'function')
  expect(missing, of).to.deep.equal([])
}

describe('what is used of libraries beyond their documentation', () => {
  it('is in Knex', async () => {
    const own = knex({ client: 'sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true, log: SILENT })
    const first = await own.client.acquireConnection()
    const inUse = poolUseOf(own)
    dispose(first, new Error('of no use'))
    await own.client.releaseConnection(first)
    const second = await own.client.acquireConnection()
    await own.client.releaseConnection(second)
    await own.destroy()

    const of = versionOf('knex')
    expect(missingInternal(own), of).to.equal(undefined)
    expect(inUse, of).to.deep.equal({ used: 1, idle: 0, waiting: 0 })
    expect(second, `${of}: a connection that was disposed of`).not.to.equal(first)
    expectMethods(require('knex/lib/dialects/sqlite3/index.js').prototype, ['_query'], of)
    const ofPostgres = ['_query', '_acquireOnlyConnection', 'checkVersion']
    expectMethods(require('knex/lib/dialects/postgres/index.js').prototype, ofPostgres, of)
  })

  it('is in pg', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const client = new pg.Client({ host: '127.0.0.1', port })
    const refused = await client.connect().then(
      () => undefined,
      (error: Error) => error,
    )
    server.close()

    const of = versionOf('pg')
    const { connection } = client as unknown as { connection: { stream: object } }
    expect(refused?.message, `${of}: of a connection that was cut`).to.match(/^Connection (terminated|ended)/)
    expectMethods(connection, ['on'], of)
    expectMethods(connection.stream, ['cork', 'uncork', 'destroy'], of)
  })

  it('is in restify', () => {
    const of = versionOf('restify')
    expectMethods(require('restify/lib/server').prototype, ['_onRequest', 'address', 'get', 'head', 'del'], of)
    expectMethods(require('restify/lib/router').prototype, ['lookup', 'mount'], of)
  })
})
