import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { install, newProject, projectWithEverything, runScript } from './support/installed.js'
import { packages, packExample, tarballsOf } from './support/packed.js'
import { run, succeed } from './support/run.js'
import { HOME, workFolder } from './support/work-folder.js'

const NAMES = packages.map(({ manifest }) => manifest.name)

/** Adds a pump through HTTP, finds it by the service, and ends by itself. */
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

describe('a plugin in a package of its own', () => {
  it('is installed from its tarball beside Plinth, and used by a kernel', async () => {
    const needed = NAMES.filter((name) => !/testing|client/.test(name))
    const project = await newProject('host-of-pumps', needed, await packExample())

    const ended = await runScript(project, 'host.mjs', HOST, process.execPath, { DATA: await workFolder('pumps-data') })

    const pump = { name: 'P-101', location: null, responsible: 'sudo', servicedAt: null, isDue: true }
    const stdout = `200 201 PUMP_EXISTS TOKEN_INVALID\n${JSON.stringify([pump])}\n`
    expect(ended).to.deep.equal({ code: 0, stdout, stderr: '' })
  })

  it('is written by the installed command, and built and tested by its own scripts', async () => {
    const project = join(await workFolder('written'), 'work-orders')
    const plinth = join(await projectWithEverything(), 'node_modules/.bin/plinth')
    const written = await succeed('plinth plugin', plinth, ['plugin', project], { cwd: HOME })
    expect(written).to.include('The package "work-orders" is in ')
    await install(project, ...(await tarballsOf(...NAMES)))

    const { code, stdout, stderr } = await run('npm', ['test'], { cwd: project })

    expect(code, stdout + stderr).to.equal(0)
    expect(stdout).to.include('on SQLite').and.include('on PostgreSQL').and.not.include('failing')
    expect(JSON.parse(await readFile(join(project, 'package.json'), 'utf8')).name).to.equal('work-orders')
    expect(await readFile(join(project, 'dist/index.js'), 'utf8')).to.include("export { pumps } from './plugin.js'")
  })
})
