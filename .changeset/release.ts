/**
 * Versions and packs everything: `npm run release`. Updates versions and changelogs from the changesets, updates
 * everything that depends on the versions, and packs the packages as `npm run pack` does. Publishes and commits
 * nothing. Without changesets it packs the current versions. Refuses overdue dependencies first, for which it asks the
 * registry: `npm run release -- --without-registry` goes on unasked.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KINDS_OF_DEPENDENCY, type Manifest, manifestOf, read, run, sharedVersion, workspaces } from './workspaces.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

interface LockFile {
  version: string
  packages: Record<string, Manifest>
}

run(process.execPath, '--import', 'tsx', '.changeset/overdue.ts', ...process.argv.slice(2))
const before = sharedVersion()
const changes = pendingChangesets()
if (changes.length > 0) {
  run('npx', 'changeset', 'version')
  updateRootAndLock()
  run('npm', 'run', '--silent', '--workspace=@plinth/client', 'generate') // the OpenAPI document contains the version
}
run('npm', 'run', '--silent', 'pack')
report()

function pendingChangesets(): string[] {
  return readdirSync('.changeset').filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/**
 * Updates what changesets do not: the root's version, and the lock file, which npm could update only from a registry.
 */
function updateRootAndLock(): void {
  const version = sharedVersion()
  write('package.json', { ...manifestOf('.'), version })
  const lock = read<LockFile>('package-lock.json')
  lock.version = version
  for (const folder of ['.', ...workspaces()]) {
    const entry = lock.packages[folder === '.' ? '' : folder]
    if (!entry) throw new Error(`package-lock.json does not know ${folder}: run npm install first.`)
    const manifest = withPeersOf(version, manifestOf(folder))
    write(join(folder, 'package.json'), manifest)
    entry.version = manifest.version
    for (const kind of KINDS_OF_DEPENDENCY) if (manifest[kind]) entry[kind] = manifest[kind]
  }
  write('package-lock.json', lock)
}

/**
 * Returns the manifest with the new version as the minimum for the kernel. Changesets do not change a peer range that
 * includes the new version, but plugins are tested only with the new kernel.
 */
function withPeersOf(version: string, manifest: Manifest): Manifest {
  const { peerDependencies } = manifest
  const isOpenRange = peerDependencies?.['@plinth/kernel']?.startsWith('>=')
  return isOpenRange
    ? { ...manifest, peerDependencies: { ...peerDependencies, '@plinth/kernel': `>=${version}` } }
    : manifest
}

function report(): void {
  const version = sharedVersion()
  const origin = changes.length > 0 ? `, after ${before}; changesets: ${changes.length}` : '; there were no changesets'
  console.log(`
Version ${version}${origin}. Nothing is published. When the changelogs are as they should be:
  git add --all && git commit --message 'Version ${version}' && git tag v${version}
  for tarball in ./release/*.tgz; do npm publish "$tarball" --access public; done`)
}

function write(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
