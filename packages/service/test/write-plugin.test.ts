import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { REPO_ROOT, run } from '../../../test/support/service-process.js'

describe('plinth plugin', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-plugin-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('creates a package from the example, named after the folder', async () => {
    const packageFolder = join(folder, 'work-orders')

    const { code, stdout, stderr } = await run(['plugin', packageFolder, '--json'], {})

    const { name, files } = JSON.parse(stdout)
    expect({ code, stderr, name }).to.deep.equal({ code: 0, stderr: '', name: 'work-orders' })
    expect(files).to.include.members([
      'package.json',
      'tsconfig.json',
      '.gitignore',
      '.mocharc.json',
      'src/plugin.ts',
      'test/pumps.test.ts',
    ])
    expect(await readdir(packageFolder)).not.to.include.members(['tsconfig.workspace.json'])
    const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
    expect(manifest).to.include({ name: 'work-orders', description: 'A plugin for Plinth', license: 'MIT' })
    expect(await readFile(join(packageFolder, 'test/pumps.test.ts'), 'utf8')).to.include(
      "import { pumps } from 'work-orders'",
    )
    const source = await readFile(join(REPO_ROOT, 'examples/pumps/src/plugin.ts'), 'utf8')
    expect(await readFile(join(packageFolder, 'src/plugin.ts'), 'utf8')).to.equal(source)
  })

  it('refuses a folder that is not empty', async () => {
    const packageFolder = join(folder, 'occupied')
    await mkdir(packageFolder)
    await writeFile(join(packageFolder, 'notes.txt'), 'mine')

    const { code, stderr } = await run(['plugin', packageFolder], {})

    expect(code).to.equal(1)
    expect(stderr).to.equal(`The folder ${packageFolder} is not empty. Choose a new or empty folder.\n`)
    expect(await readdir(packageFolder)).to.deep.equal(['notes.txt'])
  })

  it('rejects a name that npm would reject', async () => {
    const { code, stderr } = await run(['plugin', join(folder, 'Work Orders')], {})

    expect(code).to.equal(1)
    expect(stderr).to.include('"Work Orders" cannot be the name of a package. Use lower-case letters')
    expect(await readdir(folder)).to.deep.equal([])
  })
})
