import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect } from 'chai'
import pg from 'pg'

const execute = promisify(execFile)
const NODE_FLAGS = process.env.PLINTH_TEST_BUILT === '1' ? [] : ['--import', 'tsx', '--conditions=plinth-source']

describe('the PostgreSQL server for tests', () => {
  const role = `author_${randomBytes(4).toString('hex')}`
  let shared: string
  before(() => {
    shared = String(process.env.PLINTH_TEST_POSTGRES)
  })
  afterEach(() => query(`DROP ROLE IF EXISTS ${role}`))

  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: shared })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const asRole = () => Object.assign(new URL(shared), { username: role, password: 'a-secret' }).href

  it('is the server that PLINTH_TEST_POSTGRES names, with a database for each test', async () => {
    await query(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD 'a-secret'`)

    const { urls, leftoverCount } = await databasesOn(asRole())

    const { host } = new URL(shared)
    for (const url of urls) expect(url).to.match(new RegExp(`^postgres://${role}:a-secret@${host}/test_\\w+$`))
    expect(new Set(urls).size).to.equal(2)
    expect(leftoverCount).to.equal(0)
  })

  it('reports a missing permission to create databases', async () => {
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'a-secret'`)

    const { stderr } = await databasesOn(asRole()).catch((error) => error)

    expect(stderr).to.include('permission denied to create database')
    expect(stderr).to.include(
      'A server named by PLINTH_TEST_POSTGRES must be running, and its user must have CREATEDB.',
    )
    expect(stderr).not.to.include('a-secret')
  })
})

/** Creates and drops two databases in another process, and counts those that still exist afterwards. */
async function databasesOn(server: string): Promise<{ urls: string[]; leftoverCount: number }> {
  const script = `
    import pg from 'pg'
    import { testDatabases } from '@plinth/testing'
    const [, postgres] = testDatabases
    const databases = [await postgres.create(), await postgres.create()]
    for (const database of databases) await database.drop()
    const client = new pg.Client({ connectionString: process.env.PLINTH_TEST_POSTGRES })
    await client.connect()
    const names = databases.map(({ url }) => new URL(url).pathname.slice(1))
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = ANY($1)', [names])
    await client.end()
    console.log(JSON.stringify({ urls: databases.map(({ url }) => url), leftoverCount: rows.length }))`
  const { PATH = '' } = process.env
  const env = { PATH, PLINTH_TEST_POSTGRES: server }
  const { stdout } = await execute(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', script], { env })
  return JSON.parse(stdout)
}
