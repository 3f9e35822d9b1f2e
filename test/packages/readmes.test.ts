import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@plinth/testing'
import { expect } from 'chai'
import { importsOf, packageOf } from './support/imports-of.js'
import { projectWithEverything, runScript } from './support/installed.js'
import { packages, packedOf } from './support/packed.js'
import { run } from './support/run.js'
import { REPO_ROOT } from './support/work-folder.js'

const KEY = 'a key for tests only, of 32 bytes or more'
/** Precedes the program in the README of the client: starts the service that the program calls. */
const SERVICE = `
  import { once } from 'node:events'
  import { createServer } from 'node:http'
  import { createPlinth } from '@plinth/service'
  const settings = { databaseUrl: 'sqlite::memory:', secretKey: process.env.SECRET_KEY, sudoPassword: 'anna-has-a-dog' }
  const service = createPlinth({ ...settings, writeLog() {} })
  await service.start()
  const server = createServer(service.handler).listen(0)
  await once(server, 'listening')
  const serviceUrl = 'http://127.0.0.1:' + server.address().port + '/api'
`

describe('the README of a package', () => {
  before(async function () {
    this.timeout(600_000) // packs and installs all packages, unless other tests have
    await projectWithEverything()
  })

  for (const { manifest } of packages) {
    it(`of ${manifest.name} has a program that runs as written, with the packages it says to install`, async () => {
      const { contents } = await packedOf(manifest.name)
      const readme = await readFile(join(contents, 'README.md'), 'utf8')
      const [, install = '', code = ''] = /```sh\nnpm install (.*?)\n.*?```ts\n(.*?)```/s.exec(readme) ?? []
      const folder = join(await projectWithEverything(), `readme-${manifest.name.split('/')[1]}`)
      await mkdir(folder)

      const needed = importsOf(code)
        .map(packageOf)
        .filter((name) => !name.startsWith('node:'))
      expect(install.split(' ')).to.include.members(needed)
      const isTest = manifest.name === '@plinth/testing'
      const ended = isTest ? await runTest(folder, code) : await runProgram(folder, code)

      expect(ended.code, ended.stderr).to.equal(0)
      expect(ended.stderr).to.equal('')
    })
  }
})

/** Runs the program on free ports. A server that would run forever exits after its last line. */
async function runProgram(folder: string, code: string) {
  const text = code.replaceAll('9464', String(await freePort())).replace('8050', '0')
  const program = code.includes('@plinth/client') ? `${SERVICE}${withService(text)}` : text
  const end = program.includes('.listen(0)') ? '\nprocess.exit(0)' : ''
  return runScript(folder, 'host.mjs', `${program}${end}`, process.execPath, { SECRET_KEY: KEY, AUDIT_KEY: KEY })
}

/** Makes the program of the client call that service, as the only user there. */
function withService(code: string): string {
  return code.replace("'https://plant.test/api'", 'serviceUrl').replace("'anna'", "'sudo'")
}

async function runTest(folder: string, code: string) {
  await writeFile(join(folder, 'app.test.mjs'), code)
  const mocha = join(REPO_ROOT, 'node_modules/.bin/mocha')
  return run(mocha, ['--exit', '--timeout', '60000', 'app.test.mjs'], { cwd: folder })
}
