import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { folderOf, packages } from './packed.js'
import { run } from './run.js'
import { REPO_ROOT, workFolder } from './work-folder.js'

/** Prevents npm from using a registry. */
export const OFFLINE = { npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:1' }

/**
 * Copies all files that git tracks or would add. Links the `node_modules` of the checkout, except that workspace
 * packages are linked to their copies.
 */
export async function copyOfCheckout(name: string): Promise<string> {
  const copy = await workFolder(name)
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: REPO_ROOT })
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(join(REPO_ROOT, name)))) {
    await cp(join(REPO_ROOT, file), join(copy, file), { recursive: true })
  }
  await linkModules(copy)
  return copy
}

async function linkModules(copy: string): Promise<void> {
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@plinth'), { recursive: true })
  for (const name of readdirSync(join(REPO_ROOT, 'node_modules'))) {
    if (!name.startsWith('@plinth')) await symlink(join(REPO_ROOT, 'node_modules', name), join(modules, name))
  }
  for (const { manifest } of packages) await symlink(join(copy, folderOf(manifest.name)), join(modules, manifest.name))
  const workspaces = ['packages', 'plugins', 'examples'].flatMap((group) =>
    readdirSync(join(REPO_ROOT, group)).map((name) => join(group, name)),
  )
  for (const folder of ['docs', ...workspaces]) {
    const nested = join(REPO_ROOT, folder, 'node_modules')
    if (!existsSync(nested) || !existsSync(join(copy, folder))) continue
    await symlink(nested, join(copy, folder, 'node_modules'))
  }
}
