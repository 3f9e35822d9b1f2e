import { join } from 'node:path'
import { bundleProgram } from '../../packages/service/bundle/bundle-program.js'
import { replaceFile } from '../../packages/service/bundle/replace-file.js'
import { isBundled, PLINTH, REPO_ROOT } from './service-process.js'

let program: Promise<readonly string[]> | undefined

/**
 * Returns the arguments for Node to run a CLI that imports the drivers of both databases from their packages, so that a
 * preloaded module can change them. The bundle of `npm run build` contains pg.
 */
export function plinthWithDrivers(): Promise<readonly string[]> {
  program ??= isBundled ? bundle() : Promise.resolve(PLINTH)
  return program
}

async function bundle(): Promise<readonly string[]> {
  const outdir = join(REPO_ROOT, 'packages/service/dist/with-drivers')
  const { path, contents } = await bundleProgram({ outdir, commit: '', external: ['pg'] })
  await replaceFile(path, contents)
  return [path]
}
