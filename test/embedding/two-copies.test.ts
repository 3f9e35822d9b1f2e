import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { REPO_ROOT } from '../support/service-process.js'

/** Source of a host with one copy of the kernel, and of a plugin with another. */
const HOST = `
  import { createRequire } from 'node:module'
  import * as mine from '@plinth/kernel'
  import { createStandardKernel } from '@plinth/service'
  import { object } from 'yup'
  const theirs = createRequire(import.meta.url)('@plinth/kernel') // tsx loads a second copy
  if (theirs.Reply === mine.Reply) throw new Error('both are the same copy')

  const errors = theirs.defineErrors({ OVEN_COLD: [409, 'The oven is cold.'] })
  const route = (path, handle) => theirs.defineRoute({
    method: 'GET', path, summary: path, access: 'public', errors: [errors.OVEN_COLD], responses: { 201: object({}) }, handle,
  })
  const ovens = theirs.definePlugin()({
    name: 'ovens',
    errors,
    contributes: () => [theirs.healthChecks.of({ name: 'ovens', check: async () => 'The oven is cold.' })],
    routes: () => [
      route('/reply', () => theirs.Reply.json({}, { status: 201 })),
      route('/error', () => { throw errors.OVEN_COLD() }),
    ],
  })
  const settings = { databaseUrl: 'sqlite::memory:', port: 0, sudoPassword: 'correct horse 9', bcryptCost: 4, secretKey: 'a key for tests only, of 32 bytes or more' }
  const kernel = createStandardKernel({ settings }).useAll([ovens])
  await kernel.start()
  const { port } = await kernel.listen()
  const statuses = []
  for (const path of ['/reply', '/error', '/health/ready']) {
    statuses.push((await fetch('http://127.0.0.1:' + port + '/api' + path)).status)
  }
  await kernel.stop()
  console.log(JSON.stringify(statuses))
`

describe('two copies of the kernel in one process', () => {
  it('recognize each other’s replies, errors and extension points', async () => {
    const args = ['--import', 'tsx', '--conditions=plinth-source', '--input-type=module', '--eval', HOST]

    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: REPO_ROOT })

    expect(JSON.parse(stdout)).to.deep.equal([201, 409, 503])
  }).timeout(30_000)
})
