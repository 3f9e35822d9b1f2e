import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { type Manifest, packages, tarballName } from './support/packed.js'
import { run, succeed } from './support/run.js'
import { HOME, workFolder } from './support/work-folder.js'

const RELEASE = ['--import', 'tsx', '.changeset/release.ts']
const OFFLINE = { npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:1' }

/** The release command in a copy of the checkout, as it is now, committed or not. */
describe('a release', () => {
  let copy: string
  let output: string
  before(async () => {
    copy = await copyOfCheckout()
    await writeFile(join(copy, '.changeset/quick-test.md'), `---\n'@plinth/users': minor\n---\n\nUsers can whistle.\n`)
    output = await succeed('npm run release', process.execPath, RELEASE, { cwd: copy, variables: OFFLINE })
  })

  it('gives all packages one version, the next minor one', async () => {
    const versions = await Promise.all(packages.map(async ({ manifest }) => (await released(manifest)).version))

    expect(new Set([...versions, (await json<Manifest>('package.json')).version])).to.deep.equal(new Set([next()]))
  })

  it('writes changelogs and uses the changesets up', async () => {
    expect(await textOf('plugins/users/CHANGELOG.md')).to.match(new RegExp(`^# @plinth/users\n\n## ${next()}\n`))
    expect(await textOf('plugins/users/CHANGELOG.md')).to.include('Users can whistle.')
    expect(readdirSync(join(copy, '.changeset')).sort()).to.deep.equal(['README.md', 'config.json', 'release.ts'])
  })

  it('asks for the new version wherever a workspace asks for a package', async () => {
    for (const file of workspaceManifests()) {
      const { dependencies, devDependencies, peerDependencies } = await json<Manifest>(file)
      const ours = Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies }).filter(([name]) =>
        isOurs(name),
      )
      for (const [name, range] of ours) expect([next(), `>=${next()}`], `${file}: ${name}`).to.include(range)
    }
  })

  it('gives the document of the interface that version', async () => {
    expect((await json<{ info: Manifest }>('packages/client/openapi.json')).info.version).to.equal(next())
  })

  it('leaves a lock file that npm accepts, without addresses', async () => {
    const { code, stderr } = await run('npm', ['ci', '--dry-run', '--ignore-scripts'], {
      cwd: copy,
      variables: OFFLINE,
    })

    expect(code, stderr).to.equal(0)
    expect(await textOf('package-lock.json')).not.to.match(/"resolved": "http/)
  })

  it('leaves a lock file that says the same as the manifests', async () => {
    const lock = await json<{ version: string; packages: Record<string, Manifest> }>('package-lock.json')

    expect([lock.version, lock.packages['']?.version]).to.deep.equal([next(), next()])
    for (const file of workspaceManifests()) {
      const { version, dependencies, devDependencies, peerDependencies } = await json<Manifest>(file)
      const said = { version, dependencies, devDependencies, peerDependencies }
      expect(lock.packages[dirname(file)], file).to.deep.include(JSON.parse(JSON.stringify(said)))
    }
  })

  it('leaves files that the linter accepts', async () => {
    const biome = join(HOME, 'node_modules/.bin/biome')
    const { code, stdout, stderr } = await run(biome, ['check', ...workspaceManifests(), 'package.json'], { cwd: copy })

    expect(code, stdout + stderr).to.equal(0)
  })

  it('packs everything, says so, and publishes nothing', async () => {
    const tarballs = packages.map(({ manifest }) => tarballName({ ...manifest, version: next() })).sort()

    expect(readdirSync(join(copy, 'release')).sort()).to.deep.equal(tarballs)
    for (const tarball of tarballs) expect(output).to.include(`  ${tarball}\n`)
    expect(output).to.include('Nothing is published').and.include('npm publish')
  })

  it('packs manifests that ask for one another', async () => {
    const tarball = join(copy, 'release', `plinth-service-${next()}.tgz`)
    const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json'], { cwd: copy })
    const { dependencies = {} } = JSON.parse(stdout) as Manifest

    expect(
      new Set(
        Object.keys(dependencies)
          .filter(isOurs)
          .map((name) => dependencies[name]),
      ),
    ).to.deep.equal(new Set([next()]))
  })

  it('packs the same version again when there are no changesets', async () => {
    const again = await succeed('npm run release, again', process.execPath, RELEASE, { cwd: copy, variables: OFFLINE })

    expect(again).to.include(`Version ${next()}; there were no changesets`)
    expect(readdirSync(join(copy, 'release')).length).to.equal(packages.length)
  })

  const textOf = (file: string) => readFile(join(copy, file), 'utf8')
  const json = async <T>(file: string) => JSON.parse(await textOf(file)) as T
  const released = ({ name }: Manifest) => json<Manifest>(`${folderOf(name)}/package.json`)
  const workspaceManifests = () =>
    ['packages', 'plugins', 'examples']
      .flatMap((group) => readdirSync(join(copy, group)).map((name) => `${group}/${name}/package.json`))
      .filter((file) => existsSync(join(copy, file)))
})

function next(): string {
  const [major, minor] = (packages[0]?.manifest.version ?? '').split('.')
  return `${major}.${Number(minor) + 1}.0`
}

function isOurs(name: string): boolean {
  return packages.some(({ manifest }) => manifest.name === name)
}

function folderOf(name: string): string {
  return packages.find(({ manifest }) => manifest.name === name)?.folder.slice(HOME.length + 1) ?? ''
}

/** What git would commit, with the modules of the checkout, but those that are its own workspaces. */
async function copyOfCheckout(): Promise<string> {
  const copy = await workFolder('release')
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: HOME })
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(join(HOME, name)))) {
    await cp(join(HOME, file), join(copy, file), { recursive: true })
  }
  await linkModules(copy)
  return copy
}

async function linkModules(copy: string): Promise<void> {
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@plinth'), { recursive: true })
  for (const name of readdirSync(join(HOME, 'node_modules'))) {
    if (!name.startsWith('@plinth')) await symlink(join(HOME, 'node_modules', name), join(modules, name))
  }
  for (const { manifest } of packages) await symlink(join(copy, folderOf(manifest.name)), join(modules, manifest.name))
  for (const own of readdirSync(HOME, { withFileTypes: true }).filter((entry) =>
    /^(packages|plugins|examples|docs)$/.test(entry.name),
  )) {
    for (const folder of own.name === 'docs'
      ? ['docs']
      : readdirSync(join(HOME, own.name)).map((name) => join(own.name, name))) {
      const nested = join(HOME, folder, 'node_modules')
      if (!existsSync(nested) || !existsSync(join(copy, folder))) continue
      await symlink(nested, join(copy, folder, 'node_modules'))
    }
  }
}
