import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect } from 'chai'
import { localPrebuilds, newProject, projectWithEverything, runScript } from './support/installed.js'
import { packages, packExample, packedOf } from './support/packed.js'
import { type Ended, run, succeed } from './support/run.js'
import { workFolder } from './support/work-folder.js'

/** Dependencies of a host of a plugin. */
const FOR_HOSTS = packages.map(({ manifest }) => manifest.name).filter((name) => !/testing|client/.test(name))

/** Adds a pump over HTTP, finds it through the service, and exits by itself. */
const HOST = `
  import { createPlinth } from '@plinth/service'
  import { pumps } from '@plinth-examples/pumps'

  const sudoPassword = 'a long password'
  const settings = { dataDir: process.env.DATA, sudoPassword, bcryptCost: 4, port: 0, pluginSettings: { pumpServiceDays: 30 } }
  const plinth = createPlinth(settings).use(pumps)
  await plinth.start()
  const { port } = await plinth.listen()
  const post = async (path, body, key = '') => {
    const headers = { 'content-type': 'application/json', connection: 'close', authorization: 'Bearer ' + key }
    if (!key) delete headers.authorization
    const answer = await fetch('http://127.0.0.1:' + port + '/api' + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
  const login = await post('/users/login', { username: 'sudo', password: sudoPassword })
  const { apiKey } = login.body
  const pump = { name: 'P-101', responsible: 'sudo' }
  const answers = [login, await post('/pumps', pump, apiKey), await post('/pumps', pump, apiKey), await post('/pumps', pump)]
  console.log(...answers.map(({ status, body }) => body.code ?? status))
  console.log(JSON.stringify(await plinth.services.pumpService.list()))
  await plinth.stop()
`

const PUMP = { name: 'P-101', location: null, responsible: 'sudo', servicedAt: null, isDue: true }
/** Output of that host. */
const SERVED = { code: 0, stdout: `200 201 PUMP_EXISTS TOKEN_INVALID\n${JSON.stringify([PUMP])}\n`, stderr: '' }

describe('a plugin in a separate package', () => {
  it('is installed from its tarball next to Plinth, and used by a kernel', async () => {
    const project = await newProject('host-of-pumps', FOR_HOSTS, await packExample())

    const ended = await runHost(project, '@plinth-examples/pumps')

    expect(ended).to.deep.equal(SERVED)
  })

  describe('that the installed CLI has written', () => {
    let written: string
    let manifest: string
    let tested: Ended
    before(async () => {
      written = join(await workFolder('written'), 'work-orders')
      const plinth = join(await projectWithEverything(), 'node_modules/.bin/plinth')
      const output = await succeed('plinth plugin', plinth, ['plugin', 'work-orders'], { cwd: join(written, '..') })
      manifest = await manifestOf(written)
      tested = await follow(output, join(written, '..'))
    })

    it('is built and tested by the commands that it prints', async () => {
      expect(tested.code, tested.stdout + tested.stderr).to.equal(0)
      expect(tested.stdout).to.include('on SQLite').and.include('on PostgreSQL').and.not.include('failing')
      expect(await readFile(join(written, 'dist/index.js'), 'utf8')).to.include("export { pumps } from './plugin.js'")
    })

    it('keeps its manifest, whose ranges have the packed versions in them', async () => {
      expect(await manifestOf(written)).to.equal(manifest)
      expect(JSON.parse(manifest).name).to.equal('work-orders')
      const { code, stdout } = await run('npm', ['ls', '--all', '@plinth/kernel'], { cwd: written })
      expect(code, stdout).to.equal(0)
    })

    it('is packed, installed next to the tarballs of Plinth, and used by a host', async () => {
      await succeed('npm pack of the plugin', 'npm', ['pack', '--pack-destination=..'], { cwd: written })
      const project = await newProject('host-of-work-orders', FOR_HOSTS, join(written, '../work-orders-0.1.0.tgz'))

      const ended = await runHost(project, 'work-orders')

      expect(ended).to.deep.equal(SERVED)
    })

    it('leaves no compiled code of an invalid source', async () => {
      await writeFile(join(written, 'src/wrong.ts'), "export const days: number = 'ninety'\n")

      const { code } = await run('npm', ['run', 'build'], { cwd: written })

      expect(code).not.to.equal(0)
      expect(existsSync(join(written, 'dist/wrong.js'))).to.equal(false)
    })
  })
})

const manifestOf = (folder: string) => readFile(join(folder, 'package.json'), 'utf8')

/** Runs the commands that `plinth plugin` prints, as they are. */
async function follow(output: string, cwd: string): Promise<Ended> {
  const [, commands = ''] = output.split('Next:\n')
  const tarballs = dirname((await packedOf('@plinth/kernel')).tarball)
  const script = commands.replace('<folder of the tarballs>', tarballs)
  const variables = { npm_config_sqlite3_local_prebuilds: await localPrebuilds(), npm_config_prefer_offline: 'true' }
  return run('bash', ['-euo', 'pipefail', '-c', script], { cwd, variables })
}

/** Starts a project that uses the plugin by that name. */
async function runHost(project: string, plugin: string): Promise<Ended> {
  const text = HOST.replace('@plinth-examples/pumps', plugin)
  return runScript(project, 'host.mjs', text, process.execPath, {
    DATA: await workFolder(`data-of-${basename(project)}`),
  })
}
