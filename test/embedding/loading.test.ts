import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { NODE_FLAGS, REPO_ROOT } from '../support/service-process.js'

/** A host that prints which large packages each step loads. awilix loads fast-glob, and restify find-my-way. */
const HOST = `
  import { createRequire } from 'node:module'
  import { createServer } from 'node:http'
  const { cache } = createRequire(import.meta.url)
  const large = ['knex', 'fast-glob', 'ajv', 'bunyan', 'sqlite3', 'pg', 'find-my-way']
  const loaded = () => large.filter((name) => Object.keys(cache).some((file) => file.includes('/node_modules/' + name + '/')))
  const steps = {}

  const { createKernel } = await import('@plinth/kernel')
  const kernel = createKernel({ settings: { databaseUrl: 'sqlite::memory:', port: 0 }, writeLog: () => {} })
  steps.created = loaded()
  await kernel.start()
  await kernel.services.database.read((knex) => knex.raw('SELECT 1'))
  steps.started = loaded()
  const { port } = await kernel.listen()
  steps.listening = loaded()
  await (await fetch('http://127.0.0.1:' + port + '/api/openapi.json')).text()
  steps.called = loaded()
  await kernel.stop()
  console.log(JSON.stringify(steps))
`

describe('a kernel', () => {
  it('loads restify and a database driver only when it needs them', async () => {
    const args = [...NODE_FLAGS, '--input-type=module', '--eval', HOST]

    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: REPO_ROOT })

    const started = ['knex', 'fast-glob', 'bunyan', 'sqlite3']
    expect(JSON.parse(stdout)).to.deep.equal({
      created: [],
      started,
      listening: [...started, 'find-my-way'],
      called: [...started, 'find-my-way'],
    })
  }).timeout(30_000)
})
