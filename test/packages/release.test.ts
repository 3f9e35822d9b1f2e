import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { copyOfCheckout, OFFLINE } from './support/checkout-copy.js'
import { folderOf, type Manifest, packages, tarballName } from './support/packed.js'
import { type ProcessResult, run, runOrThrow } from './support/run.js'
import { REPO_ROOT } from './support/work-folder.js'

/** Files in the folder other than changesets. */
const OTHER_FILES = ['config.json', 'overdue.ts', 'pack.ts', 'release.ts', 'workspaces.ts']
const RELEASE_WITH_AUDIT = ['--import', 'tsx', '.changeset/release.ts']
const RELEASE = [...RELEASE_WITH_AUDIT, '--without-registry']
const [MAJOR, MINOR] = (packages[0]?.manifest.version ?? '').split('.')
const NEXT_VERSION = `${MAJOR}.${Number(MINOR) + 1}.0`

/** Runs the release command in a copy of the checkout, with uncommitted changes. */
describe('a release', () => {
  let copy: string
  let output: string
  let refusal: ProcessResult
  let isUnchanged: boolean
  before(async () => {
    copy = await copyOfCheckout('release')
    await writeFile(join(copy, '.changeset/quick-test.md'), `---\n'@plinth/users': minor\n---\n\nUsers can whistle.\n`)
    const variables = { ...OFFLINE, npm_config_fetch_retries: '0' }
    const before = await versionsAndChangesets()
    refusal = await run(process.execPath, RELEASE_WITH_AUDIT, { cwd: copy, variables })
    isUnchanged = before === (await versionsAndChangesets())
    output = await runOrThrow('npm run release', process.execPath, RELEASE, { cwd: copy, variables: OFFLINE })
  })

  it('gives all packages the next minor version', async () => {
    const versions = await Promise.all(packages.map(async ({ manifest }) => (await released(manifest)).version))

    expect(new Set([...versions, (await json<Manifest>('package.json')).version])).to.deep.equal(
      new Set([NEXT_VERSION]),
    )
  })

  it('writes changelogs and consumes the changesets', async () => {
    expect(await textOf('plugins/users/CHANGELOG.md')).to.match(new RegExp(`^# @plinth/users\n\n## ${NEXT_VERSION}\n`))
    expect(await textOf('plugins/users/CHANGELOG.md')).to.include('Users can whistle.')
    expect(readdirSync(join(copy, '.changeset')).sort()).to.deep.equal(['README.md', ...OTHER_FILES])
  })

  it('updates the version wherever a workspace depends on a package', async () => {
    for (const file of workspaceManifests()) {
      const { dependencies, devDependencies, peerDependencies } = await json<Manifest>(file)
      const ours = Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies }).filter(([name]) =>
        isOurs(name),
      )
      const allowed = [NEXT_VERSION, `>=${NEXT_VERSION}`, `^${NEXT_VERSION}`]
      for (const [name, range] of ours) expect(allowed, `${file}: ${name}`).to.include(range)
    }
  })

  it('updates the version of the OpenAPI document', async () => {
    expect((await json<{ info: Manifest }>('packages/client/openapi.json')).info.version).to.equal(NEXT_VERSION)
  })

  it('leaves a valid lock file for npm, without addresses', async () => {
    const { code, stderr } = await run('npm', ['ci', '--dry-run', '--ignore-scripts'], {
      cwd: copy,
      variables: OFFLINE,
    })

    expect(code, stderr).to.equal(0)
    expect(await textOf('package-lock.json')).not.to.match(/"resolved": "http/)
  })

  it('leaves a lock file that matches the manifests', async () => {
    const lock = await json<{ version: string; packages: Record<string, Manifest> }>('package-lock.json')

    expect([lock.version, lock.packages['']?.version]).to.deep.equal([NEXT_VERSION, NEXT_VERSION])
    for (const file of workspaceManifests()) {
      const { version, dependencies, devDependencies, peerDependencies } = await json<Manifest>(file)
      const expected = { version, dependencies, devDependencies, peerDependencies }
      expect(lock.packages[dirname(file)], file).to.deep.include(JSON.parse(JSON.stringify(expected)))
    }
  })

  it('leaves files that the linter accepts', async () => {
    const biome = join(REPO_ROOT, 'node_modules/.bin/biome')
    const { code, stdout, stderr } = await run(biome, ['check', ...workspaceManifests(), 'package.json'], { cwd: copy })

    expect(code, stdout + stderr).to.equal(0)
  })

  it('packs everything, reports that, and publishes nothing', async () => {
    const tarballs = packages.map(({ manifest }) => tarballName({ ...manifest, version: NEXT_VERSION })).sort()

    expect(readdirSync(join(copy, 'release')).sort()).to.deep.equal(tarballs)
    for (const tarball of tarballs) expect(output).to.include(`${tarball}\n`)
    expect(output).to.include('Nothing is published').and.include('npm publish')
    expect(output).to.include('The registry was not asked about vulnerabilities.')
  })

  it('packs manifests that depend on each other’s version', async () => {
    const tarball = join(copy, 'release', `plinth-service-${NEXT_VERSION}.tgz`)
    const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json'], { cwd: copy })
    const { dependencies = {} } = JSON.parse(stdout) as Manifest

    expect(
      new Set(
        Object.keys(dependencies)
          .filter(isOurs)
          .map((name) => dependencies[name]),
      ),
    ).to.deep.equal(new Set([NEXT_VERSION]))
  })

  it('is refused if the registry cannot be asked, and changes nothing', async () => {
    expect(refusal.code).to.equal(1)
    expect(refusal.stderr).to.include('npm audit could not ask the registry')
    expect(isUnchanged).to.equal(true)
  })

  it('packs the same version again when there are no changesets', async () => {
    const again = await runOrThrow('npm run release, again', process.execPath, RELEASE, {
      cwd: copy,
      variables: OFFLINE,
    })

    expect(again).to.include(`Version ${NEXT_VERSION}; there were no changesets`)
    expect(readdirSync(join(copy, 'release')).length).to.equal(packages.length)
  })

  const versionsAndChangesets = async () =>
    [await textOf('package-lock.json'), ...readdirSync(join(copy, '.changeset'))].join()
  const textOf = (file: string) => readFile(join(copy, file), 'utf8')
  const json = async <T>(file: string) => JSON.parse(await textOf(file)) as T
  const released = ({ name }: Manifest) => json<Manifest>(`${folderOf(name)}/package.json`)
  const workspaceManifests = () =>
    ['packages', 'plugins', 'examples']
      .flatMap((group) => readdirSync(join(copy, group)).map((name) => `${group}/${name}/package.json`))
      .filter((file) => existsSync(join(copy, file)))
})

function isOurs(name: string): boolean {
  return packages.some(({ manifest }) => manifest.name === name)
}
