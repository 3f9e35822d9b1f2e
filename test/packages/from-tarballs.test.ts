import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { expect } from 'chai'
import { localPrebuilds, nodeOfVersion, runScript } from './support/installed.js'
import { pack } from './support/packed.js'
import { run, runOrThrow } from './support/run.js'
import { REPO_ROOT, workFolder } from './support/work-folder.js'

/** A host that creates a user and logs them in through the exports of `@plinth/service`. */
const HOST = `
  import { ADMIN, ANONYMOUS, COMMAND, createPlinth } from '@plinth/service'
  const settings = { dataDir: process.env.DATA, sudoPassword: 'a long password', bcryptCost: 4 }
  const plinth = createPlinth(settings)
  await plinth.start()
  const { userService, loginService } = plinth.services
  const password = 'anna-has-a-dog'
  await userService.signUp(COMMAND, { username: 'anna', email: 'anna@plant.test', password, roleName: 'admin' })
  const origin = { principal: ANONYMOUS, address: '192.0.2.7', requestId: '1' }
  const { key } = await loginService.login(origin, { by: 'username', value: 'anna' }, password)
  const request = new Request('http://plant.test', { headers: { authorization: 'Bearer ' + key } })
  const caller = await plinth.authenticate(request, { maxLevel: ADMIN })
  console.log(caller.username)
  await plinth.stop()
`

/**
 * Package managers, each with a text that identifies its code block in docs/embedding.md. npm 12, pnpm and Yarn 4 run
 * install scripts only if they are allowed.
 */
const MANAGERS = [
  { manager: 'npm', marker: 'npm install ./plinth' },
  { manager: 'npm@12', marker: 'npm install ./plinth' },
  { manager: 'pnpm@10', marker: 'pnpm add' },
  { manager: 'pnpm@12', marker: 'pnpm add' },
  { manager: 'yarn@1', marker: 'yarn add' },
  { manager: '@yarnpkg/cli-dist@4', marker: 'yarn add' },
] as const

/** Runs the commands of docs/embedding.md that install Plinth from tarballs. */
describe('a project with the tarballs of a release', () => {
  let node: string
  before(async () => {
    node = await nodeOfVersion(24)
  })

  for (const { manager, marker } of MANAGERS) {
    it(`installs them with ${manager} as documented, and can run Plinth`, async () => {
      const [checkout, project] = [await workFolder(`${manager}/plinth`), await workFolder(`${manager}/host`)]
      await mkdir(join(checkout, 'release'))
      for (const { tarball } of await pack()) await copyFile(tarball, join(checkout, 'release', basename(tarball)))
      await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'host', version: '1.0.0', type: 'module' }))
      const blocks = await shellBlocks()
      const script = blocks.filter((block) => block.startsWith('cp ') || block.includes(marker)).join('')

      const variables = {
        PATH: [await binFolderOf(manager), dirname(node), process.env.PATH].join(delimiter),
        npm_config_sqlite3_local_prebuilds: await localPrebuilds(),
        npm_config_prefer_offline: 'true',
        // Yarn 2 and later do not read the configuration of npm
        YARN_NPM_REGISTRY_SERVER: await registry(),
        YARN_NODE_LINKER: 'node-modules',
        YARN_ENABLE_TELEMETRY: '0',
      }
      await runOrThrow(`install with ${manager}`, 'bash', ['-euo', 'pipefail', '-c', script], {
        cwd: project,
        variables,
      })
      const DATA = await workFolder(`${manager}/data`)
      const result = await runScript(project, 'host.mjs', HOST, node, { DATA })
      const help = await run(join(project, 'node_modules/.bin/plinth'), ['plugin', '--help'], { cwd: project })

      expect(result).to.deep.equal({ code: 0, stdout: 'anna\n', stderr: '' })
      expect(help.stdout).to.include('Usage: plinth plugin')
      expect(existsSync(join(project, 'node_modules/@plinth/testing'))).to.equal(false)
    })
  }
})

async function shellBlocks(): Promise<string[]> {
  const page = await readFile(join(REPO_ROOT, 'docs/embedding.md'), 'utf8')
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

async function registry(): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: REPO_ROOT })
  return stdout.trim().replace(/\/$/, '')
}

/** Returns a folder for `PATH` with a package manager, or an empty one if no version of it is given. */
async function binFolderOf(manager: string): Promise<string> {
  const folder = await workFolder(`manager-${manager}`)
  if (!manager.includes('@')) return folder
  const args = ['install', '--silent', '--no-save', '--prefer-offline', '--prefix', folder, manager]
  await runOrThrow(`npm install of ${manager}`, 'npm', args, { cwd: folder })
  return join(folder, 'node_modules/.bin')
}
