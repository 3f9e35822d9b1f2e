import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { install, newProject, nodeOfVersion, projectWithEverything, runScript } from './support/installed.js'
import { packages, packedOf } from './support/packed.js'
import { run } from './support/run.js'
import { workFolder } from './support/work-folder.js'

/** A host that starts Plinth on a SQLite file, logs in through the handler and through the port, and exits. */
const HOST = `
async function main() {
  const settings = { dataDir: process.env.DATA, sudoPassword: 'a long password', bcryptCost: 4, port: 0 }
  const plinth = createPlinth(settings)
  await plinth.start()
  const server = createServer(plinth.handler).listen(0)
  const { port } = await plinth.listen()
  for (const target of [server.address().port, port]) {
    const response = await fetch('http://127.0.0.1:' + target + '/api/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ username: 'sudo', password: settings.sudoPassword }),
    })
    console.log(response.status, typeof (await response.json()).apiKey)
  }
  server.close()
  await plinth.stop()
}
main()
`
const HOSTS = {
  'ES module': [
    'host.mjs',
    `import { createServer } from 'node:http'\nimport { createPlinth } from '@plinth/service'\n${HOST}`,
  ],
  'CommonJS module': [
    'host.cjs',
    `const { createServer } = require('node:http')\nconst { createPlinth } = require('@plinth/service')\n${HOST}`,
  ],
} as const

describe('the installed packages', () => {
  let project: string
  before(async () => {
    project = await projectWithEverything()
  })

  for (const major of [20, 22, 24] as const) {
    describe(`on Node ${major}`, () => {
      let node: string
      before(async () => {
        node = await nodeOfVersion(major)
      })

      for (const [kind, [name, text]] of Object.entries(HOSTS)) {
        it(`serve a host that is a ${kind}, and let it exit`, async () => {
          const DATA = await workFolder(`data-${major}-${name}`)

          const result = await runScript(project, name, text, node, { DATA })

          expect(result).to.deep.equal({ code: 0, stdout: '200 string\n200 string\n', stderr: '' })
        })
      }

      it('can all be required and imported, with the same module instance', async () => {
        const names = JSON.stringify(packages.map(({ manifest }) => manifest.name))
        const text = `
          const load = async (name) => console.log(name, Object.keys(require(name)).length > 0, require(name) === (await import(name)))
          const names = ${names}
          names.reduce((before, name) => before.then(() => load(name)), Promise.resolve())`

        const { code, stdout, stderr } = await runScript(project, 'all.cjs', text, node)

        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
        expect(stdout.trim().split('\n')).to.deep.equal(packages.map(({ manifest }) => `${manifest.name} true true`))
      })

      it('provide the command `plinth`', async () => {
        const plinth = join(project, 'node_modules/.bin/plinth')
        const PLINTH_DATA_DIR = await workFolder(`command-${major}`)
        const PATH = `${join(node, '..')}:${process.env.PATH}`

        const version = await run(plinth, ['--version'], { cwd: project, variables: { PATH } })
        const migrated = await run(plinth, ['migrate'], { cwd: project, variables: { PATH, PLINTH_DATA_DIR } })

        const { manifest } = await packedOf('@plinth/service')
        expect(version).to.deep.include({ code: 0, stderr: '' })
        expect(version.stdout.split(/\s/)[0]).to.equal(manifest.version)
        expect(migrated).to.deep.include({ code: 0, stderr: '' })
        expect(migrated.stdout).to.match(/The schema is up to date; \d+ migrations applied\.\n$/)
        expect(existsSync(join(PLINTH_DATA_DIR, 'plinth.db'))).to.equal(true)
      })
    })
  }

  it('provide `plinth` for npx', async () => {
    const { code, stdout } = await run('npx', ['--no', '--', 'plinth', '--version'], { cwd: project })

    const { manifest } = await packedOf('@plinth/service')
    expect([code, stdout.split(/\s/)[0]]).to.deep.equal([0, manifest.version])
  })
})

describe('a kernel and some plugins, without the service', () => {
  const kernelOn = (url: string) => `
    import { createKernel, StartupError } from '@plinth/kernel'
    import { users } from '@plinth/users'
    import { auth } from '@plinth/auth'
    const settings = { databaseUrl: '${url}', sudoPassword: 'a long password', bcryptCost: 4 }
    const kernel = createKernel({ settings }).use(users).use(auth)
    await kernel.start().then(
      async () => console.log((await kernel.services.userDirectory.find('sudo')).role.name),
      (error) => console.log(error instanceof StartupError, error.problems),
    )
    await kernel.stop()`
  let project: string
  before(async () => {
    project = await newProject('kernel', ['@plinth/kernel', '@plinth/users', '@plinth/auth'])
  })

  const has = (driver: string) => existsSync(join(project, 'node_modules', driver))

  it('install no database driver', () => {
    expect(['sqlite3', 'pg'].filter(has)).to.deep.equal([])
  })

  for (const [url, driver] of [
    ['sqlite:plant.db', 'sqlite3'],
    ['postgres://nobody@127.0.0.1:1/none', 'pg'],
  ] as const) {
    it(`report that ${driver} must be installed`, async () => {
      const { stdout, stderr } = await runScript(project, 'kernel.mjs', kernelOn(url), process.execPath)

      expect(stderr).to.equal('')
      expect(stdout)
        .to.match(/^true \[/)
        .and.include(`the package "${driver}" is not installed: npm install ${driver}`)
    })
  }

  it('start once sqlite3 is installed, without pg', async () => {
    await install(project, 'sqlite3@6')

    const result = await runScript(project, 'kernel.mjs', kernelOn('sqlite:plant.db'), process.execPath)

    expect(has('pg')).to.equal(false)
    expect(result).to.deep.equal({ code: 0, stdout: 'sudo\n', stderr: '' })
  })
})

describe('the standard plugins without optional packages', () => {
  const HOST_OF_PAGE = `
    import { createServer } from 'node:http'
    import { createPlinth } from '@plinth/service'
    const plinth = createPlinth({ databaseUrl: 'sqlite::memory:', sudoPassword: 'a long password', bcryptCost: 4 })
    await plinth.start()
    const server = createServer(plinth.handler).listen(0)
    const get = (path) => fetch('http://127.0.0.1:' + server.address().port + path, { headers: { connection: 'close' } })
    for (const path of ['/api/docs', '/api']) {
      const response = await get(path)
      const { request_id, ...body } = await response.json()
      console.log(response.status, JSON.stringify(body))
    }
    server.close()
    await plinth.stop()`
  let project: string
  before(async () => {
    project = await newProject(
      'without-optional',
      packages.map(({ manifest }) => manifest.name).filter((name) => name !== '@plinth/testing'),
      '--omit=optional',
    )
  })

  it('install neither Swagger UI nor packages with install scripts that are not needed', () => {
    const optional = ['swagger-ui-dist', '@scarf/scarf', 'dtrace-provider', 'moment']

    expect(optional.filter((name) => existsSync(join(project, 'node_modules', name)))).to.deep.equal([])
  })

  it('run, and say at /api/docs that the page is not installed', async () => {
    const { code, stdout, stderr } = await runScript(project, 'page.mjs', HOST_OF_PAGE, process.execPath)

    const [page, index] = stdout.trim().split('\n')
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(page)
      .to.match(/^404 \{"message":"The API page needs the package swagger-ui-dist, which is not installed\. /)
      .and.match(/The OpenAPI document is at \/api\/openapi\.json\.","code":"API_PAGE_NOT_INSTALLED"\}$/)
    expect(index).to.match(/^200 /).and.not.include('/api/docs')
  })
})
