import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packages, tarballsOf } from './packed.js'
import { run, runOrThrow } from './run.js'
import { REPO_ROOT, workFolder } from './work-folder.js'

let everything: Promise<string> | undefined

/** Returns a project with all packages and `@types/node`. It is installed only once. */
export function projectWithEverything(): Promise<string> {
  everything ??= newProject(
    'everything',
    packages.map(({ manifest }) => manifest.name),
    '@types/node@20',
  )
  return everything
}

/** Creates a project with our packages `ours` from their tarballs, and `others`: more arguments of `npm install`. */
export async function newProject(name: string, ours: readonly string[], ...others: readonly string[]): Promise<string> {
  const folder = await workFolder(name)
  await runOrThrow(`npm init of ${name}`, 'npm', ['init', '--yes'], { cwd: folder })
  await install(folder, ...(await tarballsOf(...ours)), ...others)
  return folder
}

/**
 * Installs packages, and runs their install scripts. npm may warn that restify needs a newer Node, which is harmless.
 */
export async function install(folder: string, ...specifications: readonly string[]): Promise<void> {
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', '--prefer-offline', ...specifications]
  const variables = { npm_config_sqlite3_local_prebuilds: await localPrebuilds() }
  await runOrThrow(`npm install in ${folder.split('/').at(-1)}`, 'npm', args, { cwd: folder, variables })
}

/** Returns the path of a Node of that major version: this one, or one from the npm package `node`. */
export async function nodeOfVersion(major: 20 | 22 | 24): Promise<string> {
  if (process.version.startsWith(`v${major}.`)) return process.execPath
  const folder = await workFolder(`node-${major}`)
  const args = ['install', '--silent', '--no-save', '--prefer-offline', '--prefix', folder, `node@${major}`]
  await runOrThrow(`npm install of node@${major}`, 'npm', args, { cwd: folder })
  return join(folder, 'node_modules/node/bin/node')
}

let prebuilds: Promise<string> | undefined

/**
 * Returns a folder with the checkout's own sqlite3 binary, packed as sqlite3's install script expects a prebuilt one.
 * This avoids a download, or minutes of compilation. One binary fits all Node versions, because it uses Node-API.
 */
export function localPrebuilds(): Promise<string> {
  prebuilds ??= packDriver()
  return prebuilds
}

async function packDriver(): Promise<string> {
  const folder = await workFolder('prebuilds')
  const sqlite = join(REPO_ROOT, 'node_modules/sqlite3')
  if (!existsSync(join(sqlite, 'build/Release/node_sqlite3.node'))) return folder
  const { version, binary } = JSON.parse(await readFile(join(sqlite, 'package.json'), 'utf8'))
  const { family } = createRequire(join(REPO_ROOT, 'package.json'))('detect-libc')
  const libc = (await family()) === 'musl' ? 'musl' : ''
  const api = Math.max(...binary.napi_versions)
  const tarball = `sqlite3-v${version}-napi-v${api}-${process.platform}${libc}-${process.arch}.tar.gz`
  await runOrThrow(
    'tar of the driver',
    'tar',
    ['-czf', join(folder, tarball), '-C', sqlite, 'build/Release/node_sqlite3.node'],
    { cwd: folder },
  )
  return folder
}

/** Writes a script into a project and runs it there. */
export async function runScript(project: string, name: string, text: string, node: string, variables = {}) {
  await writeFile(join(project, name), text)
  return run(node, [name], { cwd: project, variables })
}
