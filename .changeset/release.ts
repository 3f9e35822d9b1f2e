/**
 * Versions and packs everything: `npm run release`. Makes versions and changelogs of the changesets, brings what depends on the
 * packages up to date, builds anew, and packs the packages into `release/`. It publishes and commits nothing, and asks no registry.
 * Without changesets it packs the versions that are there.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const RELEASE = 'release'
const KINDS_OF_DEPENDENCY = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

type Ranges = Record<string, string>
type Manifest = { name: string; version: string; private?: boolean; workspaces?: string[] } & {
  [Kind in (typeof KINDS_OF_DEPENDENCY)[number]]?: Ranges
}
interface LockFile {
  version: string
  packages: Record<string, Manifest>
}

const before = versionOf('packages/kernel')
const changes = pendingChangesets()
if (changes.length > 0) {
  run('npx', 'changeset', 'version')
  bringUpToDate()
}
build()
pack()
report()

function pendingChangesets(): string[] {
  return readdirSync('.changeset').filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/** What changesets leave alone: the version of the root, and the lock file, for which npm would ask the registry. */
function bringUpToDate(): void {
  write('package.json', { ...manifestOf('.'), version: versionOf('packages/kernel') })
  const lock = read<LockFile>('package-lock.json')
  lock.version = versionOf('.')
  for (const folder of ['.', ...workspaces()]) {
    const entry = lock.packages[folder === '.' ? '' : folder]
    if (!entry) throw new Error(`package-lock.json does not know ${folder}: run npm install first.`)
    const manifest = withPeersOf(lock.version, manifestOf(folder))
    write(join(folder, 'package.json'), manifest)
    entry.version = manifest.version
    for (const kind of KINDS_OF_DEPENDENCY) if (manifest[kind]) entry[kind] = manifest[kind]
  }
  write('package-lock.json', lock)
}

/** Changesets leave a peer's range alone as long as the new version is in it; a plugin is only tried with the new kernel. */
function withPeersOf(version: string, manifest: Manifest): Manifest {
  const { peerDependencies } = manifest
  const isOpenRange = peerDependencies?.['@plinth/kernel']?.startsWith('>=')
  return isOpenRange
    ? { ...manifest, peerDependencies: { ...peerDependencies, '@plinth/kernel': `>=${version}` } }
    : manifest
}

/** From nothing, so that no code whose source is gone is packed. */
function build(): void {
  for (const folder of publishedOf(workspaces())) rmSync(join(folder, 'dist'), { recursive: true, force: true })
  run('npm', 'run', '--silent', 'build')
  run('npm', 'run', '--silent', '--workspace=@plinth/client', 'generate') // the document has the version
}

function pack(): void {
  rmSync(RELEASE, { recursive: true, force: true })
  mkdirSync(RELEASE)
  const folders = publishedOf(workspaces()).map((folder) => `--workspace=${folder}`)
  run('npm', 'pack', '--silent', `--pack-destination=${RELEASE}`, ...folders)
}

function report(): void {
  const version = versionOf('packages/kernel')
  const tarballs = readdirSync(RELEASE).sort()
  console.log(`
${changes.length > 0 ? `Version ${version}, after ${before}; changesets: ${changes.length}` : `Version ${version}; there were no changesets`}; ${tarballs.length} packages in ${RELEASE}/:
${tarballs.map((name) => `  ${name}`).join('\n')}

Nothing is published. When the changelogs are as they should be:
  git add --all && git commit --message 'Version ${version}' && git tag v${version}
  for tarball in ./${RELEASE}/*.tgz; do npm publish "$tarball" --access public; done`)
}

function workspaces(): string[] {
  return (manifestOf('.').workspaces ?? [])
    .flatMap((pattern) => (pattern.endsWith('/*') ? foldersIn(pattern.slice(0, -2)) : [pattern]))
    .filter((folder) => existsSync(join(folder, 'package.json')))
}

function foldersIn(group: string): string[] {
  return readdirSync(group).map((name) => `${group}/${name}`)
}

function publishedOf(folders: readonly string[]): string[] {
  return folders.filter((folder) => !manifestOf(folder).private)
}

function versionOf(folder: string): string {
  return manifestOf(folder).version
}

function manifestOf(folder: string): Manifest {
  return read(join(folder, 'package.json'))
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

function write(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
