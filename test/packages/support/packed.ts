import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, succeed } from './run.js'
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
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A workspace that is published. */
export interface Package {
  readonly manifest: Manifest
  /** Of the workspace. */
  readonly folder: string
}

/** A package as others get it. */
export interface Packed extends Package {
  readonly tarball: string
  /** Of the tarball's contents. */
  readonly contents: string
  /** Paths below `contents`. */
  readonly files: readonly string[]
  /** What its name stands for. */
  readonly entry: { readonly types: string; readonly default: string }
}

/** A plugin as a customer would write it, which nobody publishes. */
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

/** All tarballs, by `npm pack`; they are made once. */
export function pack(): Promise<readonly Packed[]> {
  packing ??= packAll()
  return packing
}

export async function packedOf(name: string): Promise<Packed> {
  const found = (await pack()).find(({ manifest }) => manifest.name === name)
  if (!found) throw new Error(`${name} is no package`)
  return found
}

/** Where a package is in the checkout, from its root. */
export function folderOf(name: string): string {
  return packages.find(({ manifest }) => manifest.name === name)?.folder.slice(REPO_ROOT.length + 1) ?? ''
}

/** The tarballs of these packages. */
export async function tarballsOf(...names: readonly string[]): Promise<string[]> {
  return (await pack()).filter(({ manifest }) => names.includes(manifest.name)).map(({ tarball }) => tarball)
}

/** The tarball of the example, by `npm pack` as its author would call it. */
export async function packExample(): Promise<string> {
  const folder = join(REPO_ROOT, EXAMPLE)
  const tarballs = await packInto('example', [folder])
  return join(tarballs, tarballName(manifestOf(folder)))
}

async function packAll(): Promise<readonly Packed[]> {
  const folders = packages.map(({ folder }) => folder)
  const tarballs = await packInto('tarballs', folders)
  return Promise.all(packages.map((each) => unpack(each, join(tarballs, tarballName(each.manifest)))))
}

/** Packs workspaces into a new folder, which it returns. */
async function packInto(name: string, folders: readonly string[]): Promise<string> {
  const tarballs = await workFolder(name)
  const workspaces = folders.map((folder) => `--workspace=${folder}`)
  const args = ['pack', `--pack-destination=${tarballs}`, ...workspaces]
  await succeed(`npm pack of ${folders.length} workspaces`, 'npm', args, { cwd: REPO_ROOT })
  return tarballs
}

/** How npm calls a tarball. */
export function tarballName({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

async function unpack(each: Package, tarball: string): Promise<Packed> {
  const contents = await workFolder(join('contents', each.manifest.name))
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
  return { manifest, entry, folder: each.folder, tarball, contents, files }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
