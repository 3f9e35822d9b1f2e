import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { run, runOrThrow } from './support/run.js'
import { REPO_ROOT, workFolder } from './support/work-folder.js'

/** Files with tests of a host's own Knex. */
const TEST_FILES = [
  'packages/kernel/test/transactions.test.ts',
  'packages/kernel/test/database.test.ts',
  'test/embedding/embedding.test.ts',
]
const NODE_OPTIONS = ['import=tsx', 'conditions=plinth-source', 'no-experimental-require-module']
const MOCHA = [
  join(REPO_ROOT, 'node_modules/mocha/bin/mocha.js'),
  '--no-config',
  ...NODE_OPTIONS.flatMap((option) => ['--node-option', option]),
  ...['--require', './test/support/databases.ts', '--timeout', '60000', '--exit', '--reporter', 'json'],
  ...['--grep', 'host'],
]

/** The oldest version that works, and the newest of that major version. 3.0.0 lacks a file and cannot be loaded. */
const VERSIONS = ['3.0.1', '3']

describe('a host’s own Knex', function () {
  this.timeout(300_000)

  for (const version of VERSIONS)
    it(`works in version ${version}`, async () => {
      const HOST_KNEX = await folderWithKnex(version)
      const { stdout, stderr } = await run(process.execPath, [...MOCHA, ...TEST_FILES], {
        cwd: REPO_ROOT,
        variables: { HOST_KNEX },
      })

      const { stats, failures } = JSON.parse(stdout.slice(stdout.indexOf('{\n')))
      expect(failures, stderr).to.deep.equal([])
      expect(stats.passes).to.be.greaterThan(40) // fewer if `--grep` no longer matches the titles
      const { version: installed } = JSON.parse(
        await readFile(join(HOST_KNEX, 'node_modules/knex/package.json'), 'utf8'),
      )
      console.log(`      Knex ${installed}: ${stats.passes} passing`)
    })
})

/** Installs Knex in a new folder, and links the drivers of the checkout, which then need not be compiled. */
async function folderWithKnex(version: string): Promise<string> {
  const folder = await workFolder(`knex-${version}`)
  await writeFile(join(folder, 'package.json'), '{}')
  const args = ['install', '--silent', '--no-save', '--prefer-offline', '--no-audit', `knex@${version}`]
  await runOrThrow(`npm install of knex@${version}`, 'npm', args, { cwd: folder })
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  for (const driver of ['pg', 'sqlite3'])
    await symlink(join(REPO_ROOT, 'node_modules', driver), join(folder, 'node_modules', driver))
  return folder
}
