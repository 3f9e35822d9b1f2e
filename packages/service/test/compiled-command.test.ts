import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { isBuilt, REPO_ROOT } from '../../../test/support/service-process.js'

const { version } = JSON.parse(readFileSync(join(REPO_ROOT, 'packages/service/package.json'), 'utf8'))
const run = promisify(execFile)

/** What may have happened to the code cache that a build creates, by its description. */
const states: Readonly<Record<string, (compiled: Buffer) => Buffer>> = {
  'is unchanged': (compiled) => compiled,
  'has wrong bytes in the middle': (compiled) => compiled.fill(0x5a, 1_000_000, 1_000_400),
  'is truncated': (compiled) => compiled.subarray(0, 500_000),
  'is empty': () => Buffer.alloc(0),
}

if (isBuilt) {
  describe('the built command', () => {
    let folder: string
    let file: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'plinth-command-'))
      await symlink(join(REPO_ROOT, 'node_modules'), join(folder, 'node_modules'))
      await cp(join(REPO_ROOT, 'packages/service/dist/bundle'), join(folder, 'command'), { recursive: true })
      const compiled = (await readdir(join(folder, 'command'))).filter((name) => name.endsWith('.compiled'))
      expect(compiled).to.have.length(1)
      file = join(folder, 'command', ...compiled)
    })
    after(() => rm(folder, { recursive: true }))

    it('has a code cache that this Node accepts', async () => {
      // As bundle/compiled-program.ts loads it: 32 bytes of a digest, and then the cache of the wrapped program.
      const source = `
        const compiled = require('node:fs').readFileSync(${JSON.stringify(file)}).subarray(32)
        const text = require('node:fs').readFileSync(${JSON.stringify(join(folder, 'command/program.cjs'))}, 'latin1')
        const wrapped = '(function (exports, require, module, __filename, __dirname) {' + text + '\\n})'
        console.log(new (require('node:vm').Script)(wrapped, { cachedData: compiled }).cachedDataRejected)`

      const { stdout } = await run(process.execPath, ['--eval', source])

      expect(stdout.trim()).to.equal('false')
    })

    if (existsSync(join(REPO_ROOT, '.git')))
      it('prints the commit of the checkout after the version', async () => {
        const { stdout } = await run(process.execPath, [join(folder, 'command/plinth.cjs'), '--version'])

        expect(stdout).to.match(/^\S+ \([0-9a-f]{12}(-dirty)?\)\n$/)
      })

    for (const [state, change] of Object.entries(states)) {
      it(`runs when its code cache ${state}`, async () => {
        await writeFile(file, change(await readFile(file)))

        const { stdout, stderr } = await run(process.execPath, [join(folder, 'command/plinth.cjs'), '--version'])

        expect([stdout.split(/\s/)[0], stderr]).to.deep.equal([version, ''])
      })
    }
  })
}
