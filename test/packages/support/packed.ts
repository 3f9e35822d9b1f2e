import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, runOrThrow } from './run.js'
import { REPO_ROOT, workFolder } from './work-folder.js'

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly license?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A workspace that is published. */
export interface Package {
  readonly manifest: Manifest
  /** Folder of the workspace. */
  readonly folder: string
}

/** A packed package. */
export interface Packed extends Package {
  readonly tarball: string
  /** Folder with the unpacked tarball. */
  readonly contents: string
  /** Paths below `contents`. */
  readonly files: readonly string[]
  /** The `.` entry of `exports`. */
  readonly entry: { readonly types: string; readonly default: string }
}

/** An example plugin, which is not published. */
export const EXAMPLE = 'examples/pumps'

/** Every workspace of `packages/` and `plugins/` that is not private. */
export const packages: readonly Package[] = ['packages', 'plugins'].flatMap((group) =>
  readdirSync(join(REPO_ROOT, group))
    .map((name) => join(REPO_ROOT, group, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .filter(({ manifest }) => !manifest.private),
)

let packing: Promise<readonly Packed[]> | undefined

/** Packs all packages with `npm pack`, only once. */
export function pack(): Promise<readonly Packed[]> {
  packing ??= packAll()
  return packing
}

export async function packedOf(name: string): Promise<Packed> {
  const found = (await pack()).find(({ manifest }) => manifest.name === name)
  if (!found) throw new Error(`${name} is not a published package`)
  return found
}

/** Returns the folder of a package, relative to the repository root. */
export function folderOf(name: string): string {
  return packages.find(({ manifest }) => manifest.name === name)?.folder.slice(REPO_ROOT.length + 1) ?? ''
}

/** Returns the tarballs of these packages. */
export async function tarballsOf(...names: readonly string[]): Promise<string[]> {
  return (await pack()).filter(({ manifest }) => names.includes(manifest.name)).map(({ tarball }) => tarball)
}

/** Packs the example with `npm pack`, and returns its tarball. */
export async function packExample(): Promise<string> {
  const folder = join(REPO_ROOT, EXAMPLE)
  const tarballs = await packInto('example', [folder])
  return join(tarballs, tarballName(manifestOf(folder)))
}

async function packAll(): Promise<readonly Packed[]> {
  const folders = packages.map(({ folder }) => folder)
  const tarballs = await packInto('tarballs', folders)
  return Promise.all(packages.map((one) => unpack(one, join(tarballs, tarballName(one.manifest)))))
}

/** Packs workspaces into a new folder, which it returns. */
async function packInto(name: string, folders: readonly string[]): Promise<string> {
  const tarballs = await workFolder(name)
  const workspaces = folders.map((folder) => `--workspace=${folder}`)
  const args = ['pack', `--pack-destination=${tarballs}`, ...workspaces]
  await runOrThrow(`npm pack of ${folders.length} workspaces`, 'npm', args, { cwd: REPO_ROOT })
  return tarballs
}

/** Returns the file name that npm gives a tarball. */
export function tarballName({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

async function unpack({ folder, manifest: { name } }: Package, tarball: string): Promise<Packed> {
  const contents = await workFolder(join('contents', name))
  const { code, stderr } = await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', contents], {
    cwd: REPO_ROOT,
  })
  if (code !== 0) throw new Error(stderr)
  const files = readdirSync(contents, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(contents.length + 1))
  const manifest = manifestOf(contents)
  const entry = manifest.exports['.']
  if (!entry) throw new Error(`${manifest.name} exports nothing`)
  return { manifest, entry, folder, tarball, contents, files }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
