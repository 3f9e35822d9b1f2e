import { readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { copyOfCheckout, OFFLINE } from './support/checkout-copy.js'
import { packages, tarballName } from './support/packed.js'
import { run, runOrThrow } from './support/run.js'

const AUTHOR = ['-c', 'user.name=author', '-c', 'user.email=author@plant.test']
const CHANGESET = `---\n'@plinth/users': minor\n---\n\nUsers can whistle.\n`
const TARBALLS = packages.map(({ manifest }) => tarballName(manifest)).sort()

/** Runs `npm run pack` in a copy of the checkout, with uncommitted changes. */
describe('packing without a release', () => {
  let copy: string
  let compiledAt: number
  let output: string
  before(async () => {
    copy = await copyOfCheckout('pack')
    await script('build')
    for (const args of [['init'], ['add', '--all'], [...AUTHOR, 'commit', '--message=all']]) await git(...args)
    await writeFile(join(copy, 'README.md'), 'Changed, and not committed.\n')
    await writeFile(join(copy, '.changeset/quick-test.md'), CHANGESET)
    await writeFile(join(copy, 'plugins/users/dist/gone.js'), '// compiled from a deleted source\n')
    compiledAt = statSync(join(copy, 'plugins/users/dist/index.js')).mtimeMs
    output = await script('pack')
  })

  it('creates a tarball of each package in its current version', () => {
    expect(readdirSync(join(copy, 'release')).sort()).to.deep.equal(TARBALLS)
    expect(output).to.include(`Version ${packages[0]?.manifest.version}: ${TARBALLS.length} packages in release/`)
  })

  it('changes no tracked file, and consumes no changeset', async () => {
    const { stdout } = await git('status', '--porcelain')

    expect(stdout.trim().split('\n')).to.deep.equal(['M README.md', '?? .changeset/quick-test.md'])
  })

  it('packs no code whose source is deleted, and recompiles nothing', async () => {
    const tarball = TARBALLS.find((name) => name.includes('users')) ?? ''
    const { stdout } = await run('tar', ['-tzf', join('release', tarball)], { cwd: copy })

    expect(stdout).to.include('package/dist/index.js').and.not.include('gone.js')
    expect(statSync(join(copy, 'plugins/users/dist/index.js')).mtimeMs).to.equal(compiledAt)
  })

  const script = (name: string) =>
    runOrThrow(`npm run ${name}`, 'npm', ['run', '--silent', name], { cwd: copy, variables: OFFLINE })
  const git = (...args: readonly string[]) => run('git', args, { cwd: copy })
})
