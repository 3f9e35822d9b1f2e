/**
 * Versions and packs everything: `npm run release`. Makes versions and changelogs of the changesets, brings what
 * depends on the packages up to date, and packs the packages as `npm run pack` does. It publishes and commits nothing,
 * and asks no registry. Without changesets it packs the versions that are there.
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

const before = sharedVersion()
const changes = pendingChangesets()
if (changes.length > 0) {
  run('npx', 'changeset', 'version')
  bringUpToDate()
  run('npm', 'run', '--silent', '--workspace=@plinth/client', 'generate') // the document has the version
}
run('npm', 'run', '--silent', 'pack')
report()

function pendingChangesets(): string[] {
  return readdirSync('.changeset').filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/** What changesets leave alone: the version of the root, and the lock file, for which npm would ask the registry. */
function bringUpToDate(): void {
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
 * Changesets leave a peer's range alone as long as the new version is in it; a plugin is only tried with the new
 * kernel.
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
  const made = changes.length > 0 ? `, after ${before}; changesets: ${changes.length}` : '; there were no changesets'
  console.log(`
Version ${version}${made}. Nothing is published. When the changelogs are as they should be:
  git add --all && git commit --message 'Version ${version}' && git tag v${version}
  for tarball in ./release/*.tgz; do npm publish "$tarball" --access public; done`)
}

function write(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
