import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { expect } from 'chai'
import { localPrebuilds, runScript } from './support/installed.js'
import { pack } from './support/packed.js'
import { run, succeed } from './support/run.js'
import { HOME, workFolder } from './support/work-folder.js'

/** Makes a user and logs them in, by what the package of the service exports. */
const HOST = `
  import { ADMIN, ANONYMOUS, COMMAND, createPlinth } from '@plinth/service'
  const settings = { dataDir: process.env.DATA, sudoPassword: 'a long password', bcryptCost: 4 }
  const plinth = createPlinth(settings)
  await plinth.start()
  const { userService, loginService } = plinth.services
  const password = 'anna-has-a-dog'
  await userService.signUp(COMMAND, { username: 'anna', email: 'anna@plant.test', password, roleName: 'admin' })
  const origin = { principal: ANONYMOUS, address: '192.0.2.7', requestId: '1' }
  const { key } = await loginService.login(origin, { by: 'username', text: 'anna' }, password)
  const request = new Request('http://plant.test', { headers: { authorization: 'Bearer ' + key } })
  const caller = await plinth.authenticate(request, { maxLevel: ADMIN })
  console.log(caller.username)
  await plinth.stop()
`

/** The way to install that docs/embedding.md tells, word by word, while nothing is published. */
describe('a project with the tarballs of a release', () => {
  for (const [manager, marker] of [
    ['npm', 'npm install ./plinth'],
    ['pnpm', 'pnpm add'],
  ] as const) {
    it(`installs them with ${manager} as the documents say, and runs`, async () => {
      const [checkout, project] = [await workFolder(`${manager}/plinth`), await workFolder(`${manager}/host`)]
      await mkdir(join(checkout, 'release'))
      for (const { tarball } of await pack()) await copyFile(tarball, join(checkout, 'release', basename(tarball)))
      await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'host', version: '1.0.0', type: 'module' }))
      const blocks = await shellBlocks()
      const script = blocks.filter((block) => block.startsWith('cp ') || block.includes(marker)).join('')

      const variables = {
        PATH: `${await folderOfPnpm()}${delimiter}${process.env.PATH}`,
        npm_config_sqlite3_local_prebuilds: await localPrebuilds(),
      }
      await succeed(`install with ${manager}`, 'bash', ['-euo', 'pipefail', '-c', script], { cwd: project, variables })
      const DATA = await workFolder(`${manager}/data`)
      const ended = await runScript(project, 'host.mjs', HOST, process.execPath, { DATA })
      const help = await run(join(project, 'node_modules/.bin/plinth'), ['plugin', '--help'], { cwd: project })

      expect(ended).to.deep.equal({ code: 0, stdout: 'anna\n', stderr: '' })
      expect(help.stdout).to.include('Usage: plinth plugin')
    })
  }
})

async function shellBlocks(): Promise<string[]> {
  const page = await readFile(join(HOME, 'docs/embedding.md'), 'utf8')
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

let pnpm: Promise<string> | undefined

/** Where pnpm is, from its package. */
function folderOfPnpm(): Promise<string> {
  pnpm ??= installPnpm()
  return pnpm
}

async function installPnpm(): Promise<string> {
  const folder = await workFolder('pnpm-itself')
  const args = ['install', '--silent', '--no-save', '--prefer-offline', '--prefix', folder, 'pnpm@10']
  await succeed('npm install of pnpm', 'npm', args, { cwd: folder })
  return join(folder, 'node_modules/.bin')
}
