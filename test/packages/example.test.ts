import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect } from 'chai'
import { localPrebuilds, newProject, projectWithEverything, runScript } from './support/installed.js'
import { packages, packExample, packedOf } from './support/packed.js'
import { type ProcessResult, run, runOrThrow } from './support/run.js'
import { workFolder } from './support/work-folder.js'

/** The packages that a host of the plugin installs. */
const HOST_PACKAGES = packages.map(({ manifest }) => manifest.name).filter((name) => !/testing|client/.test(name))

/** A host that adds a pump over HTTP, lists it through the service, and exits. */
const HOST = `
  import { createPlinth } from '@plinth/service'
  import { pumps } from '@plinth-examples/pumps'

  const sudoPassword = 'a long password'
  const settings = { dataDir: process.env.DATA, sudoPassword, bcryptCost: 4, port: 0, pluginSettings: { pumpInspectionDays: 30 } }
  const plinth = createPlinth(settings).use(pumps)
  await plinth.start()
  const { port } = await plinth.listen()
  const post = async (path, body, key = '') => {
    const headers = { 'content-type': 'application/json', connection: 'close', authorization: 'Bearer ' + key }
    if (!key) delete headers.authorization
    const response = await fetch('http://127.0.0.1:' + port + '/api' + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const login = await post('/users/login', { username: 'sudo', password: sudoPassword })
  const { apiKey } = login.body
  const pump = { name: 'P-101', responsible: 'sudo' }
  const responses = [login, await post('/pumps', pump, apiKey), await post('/pumps', pump, apiKey), await post('/pumps', pump)]
  console.log(...responses.map(({ status, body }) => body.code ?? status))
  console.log(JSON.stringify(await plinth.services.pumpService.list()))
  await plinth.stop()
`

const PUMP = { name: 'P-101', location: null, responsible: 'sudo', inspectedAt: null, isDue: true }
/** What a run of `HOST` returns. */
const HOST_RESULT = { code: 0, stdout: `200 201 PUMP_EXISTS TOKEN_INVALID\n${JSON.stringify([PUMP])}\n`, stderr: '' }

describe('a plugin in a separate package', () => {
  it('is installed from its tarball next to Plinth, and used by a host', async () => {
    const project = await newProject('host-of-pumps', HOST_PACKAGES, await packExample())

    const result = await runHost(project, '@plinth-examples/pumps')

    expect(result).to.deep.equal(HOST_RESULT)
  })

  describe('that `plinth plugin` has created', () => {
    let created: string
    let manifest: string
    let testRun: ProcessResult
    before(async () => {
      created = join(await workFolder('created'), 'work-orders')
      const plinth = join(await projectWithEverything(), 'node_modules/.bin/plinth')
      const output = await runOrThrow('plinth plugin', plinth, ['plugin', 'work-orders'], { cwd: join(created, '..') })
      manifest = await manifestOf(created)
      testRun = await runPrintedCommands(output, join(created, '..'))
    })

    it('is built and tested by the commands that `plinth plugin` prints', async () => {
      expect(testRun.code, testRun.stdout + testRun.stderr).to.equal(0)
      expect(testRun.stdout).to.include('on SQLite').and.include('on PostgreSQL').and.not.include('failing')
      expect(await readFile(join(created, 'dist/index.js'), 'utf8')).to.include("export { pumps } from './plugin.js'")
    })

    it('has a manifest that the commands do not change, and whose ranges match the packed versions', async () => {
      expect(await manifestOf(created)).to.equal(manifest)
      expect(JSON.parse(manifest).name).to.equal('work-orders')
      const { code, stdout } = await run('npm', ['ls', '--all', '@plinth/kernel'], { cwd: created })
      expect(code, stdout).to.equal(0)
    })

    it('is packed, installed next to the tarballs of Plinth, and used by a host', async () => {
      await runOrThrow('npm pack of the plugin', 'npm', ['pack', '--pack-destination=..'], { cwd: created })
      const project = await newProject('host-of-work-orders', HOST_PACKAGES, join(created, '../work-orders-0.1.0.tgz'))

      const result = await runHost(project, 'work-orders')

      expect(result).to.deep.equal(HOST_RESULT)
    })

    it('is not compiled while a source has a type error', async () => {
      await writeFile(join(created, 'src/wrong.ts'), "export const days: number = 'ninety'\n")

      const { code } = await run('npm', ['run', 'build'], { cwd: created })

      expect(code).not.to.equal(0)
      expect(existsSync(join(created, 'dist/wrong.js'))).to.equal(false)
    })
  })
})

const manifestOf = (folder: string) => readFile(join(folder, 'package.json'), 'utf8')

/** Runs the commands that `plinth plugin` printed. */
async function runPrintedCommands(output: string, cwd: string): Promise<ProcessResult> {
  const [, commands = ''] = output.split('Next:\n')
  const tarballs = dirname((await packedOf('@plinth/kernel')).tarball)
  const script = commands.replace('<folder of the tarballs>', tarballs)
  const variables = { npm_config_sqlite3_local_prebuilds: await localPrebuilds(), npm_config_prefer_offline: 'true' }
  return run('bash', ['-euo', 'pipefail', '-c', script], { cwd, variables })
}

/** Runs the host in a project, with the plugin of that name. */
async function runHost(project: string, plugin: string): Promise<ProcessResult> {
  const text = HOST.replace('@plinth-examples/pumps', plugin)
  return runScript(project, 'host.mjs', text, process.execPath, {
    DATA: await workFolder(`data-of-${basename(project)}`),
  })
}
