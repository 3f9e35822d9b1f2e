import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { asFunction, createContainer } from 'awilix'
import { expect } from 'chai'
import knex from 'knex'
import pg from 'pg'
import { runPluginStep } from '../src/boot/run-plugin-step.js'
import { StartupError } from '../src/errors/startup-error.js'
import { dispose, missingInternal, poolUseOf } from '../src/storage/knex-internals.js'

const require = createRequire(import.meta.url)
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
/** Folder of the libraries, some of which do not export their package.json. */
const NODE_MODULES = new URL('../../../node_modules/', import.meta.url)

/** Logger that discards everything: Knex logs each connection that it disposes of. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

/** Returns the name and version of a library, for the message of a failed assertion. */
function versionOf(library: string): string {
  const { version } = JSON.parse(readFileSync(new URL(`${library}/package.json`, NODE_MODULES), 'utf8'))
  return `${library} ${version}`
}

function expectMethods(owner: object, names: readonly string[], version: string): void {
  const missing = names.filter((name) => typeof Reflect.get(owner, name) !== 'function')
  expect(missing, version).to.deep.equal([])
}

describe('the undocumented internals that Plinth uses', () => {
  it('exist in Knex', async () => {
    const own = knex({ client: 'sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true, log: SILENT })
    const first = await own.client.acquireConnection()
    const inUse = poolUseOf(own)
    dispose(first, new Error('unusable'))
    await own.client.releaseConnection(first)
    const second = await own.client.acquireConnection()
    await own.client.releaseConnection(second)
    await own.destroy()

    const version = versionOf('knex')
    expect(missingInternal(own), version).to.equal(undefined)
    expect(inUse, version).to.deep.equal({ used: 1, idle: 0, waiting: 0 })
    expect(second, `${version}: acquired after a connection was disposed of`).not.to.equal(first)
    expectMethods(require('knex/lib/dialects/sqlite3/index.js').prototype, ['_query'], version)
    const postgresMethods = ['_query', '_driver', '_acquireOnlyConnection']
    expectMethods(require('knex/lib/dialects/postgres/index.js').prototype, postgresMethods, version)
  })

  it('exist in pg', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const client = new pg.Client({ host: '127.0.0.1', port })
    const refused = await client.connect().then(
      () => undefined,
      (error: Error) => error,
    )
    server.close()

    const version = versionOf('pg')
    const { connection } = client as unknown as { connection: { stream: object } }
    expect(refused?.message, `${version}: error of a connection that the server closed`).to.match(
      /^Connection (terminated|ended)/,
    )
    expectMethods(connection, ['on'], version)
    expect((connection as { parsedStatements?: unknown }).parsedStatements, version).to.deep.equal({})
    expectMethods(connection.stream, ['cork', 'uncork', 'destroy'], version)
  })

  it('exist in awilix', () => {
    type Services = Record<string, unknown>
    const needing = (name: string) => asFunction((services: Services) => ({ needed: services[name] }))
    const container = createContainer<Services>({ strict: true })
    container.register({
      orders: needing('stock').singleton(),
      circle: needing('wheel').singleton(),
      wheel: needing('circle').singleton(),
      own: needing('own').singleton(),
      lasting: needing('brief').singleton(),
      brief: asFunction(() => ({})),
    })

    const step = { action: 'start', services: [] }
    for (const [name, message] of [
      ['orders', 'needs the service "stock", which no plugin provides'],
      ['circle', 'in a circle: circle -> wheel -> circle.'],
      ['own', 'has the service "own", which needs itself'],
      ['lasting', 'needs the service "brief", which has a shorter lifetime'],
    ] as const) {
      expect(() => runPluginStep({ name: 'plant' }, step, () => container.resolve(name)), versionOf('awilix')).to.throw(
        StartupError,
        message,
      )
    }
  })

  it('exist in restify', () => {
    // In a process of its own, because loading it changes the prototypes of Node's requests and responses
    const methodsOf = (module: string): string[] => {
      const program = `const { prototype } = require('${module}'); console.log(Object.keys(prototype).join())`
      return execFileSync(process.execPath, ['--eval', program], { cwd: FOLDER, encoding: 'utf8' }).trim().split(',')
    }

    const version = versionOf('restify')
    expect(methodsOf('restify/lib/server'), version).to.include.members(['_onRequest', 'address', 'get', 'head', 'del'])
    expect(methodsOf('restify/lib/router'), version).to.include.members(['lookup', 'mount'])
  })
})
