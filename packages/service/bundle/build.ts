import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleProgram, SHARED } from './bundle-program.js'
import { replaceFile } from './replace-file.js'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const BUNDLE = pathOf('../dist/bundle')

const program = await bundleProgram({ outdir: BUNDLE, commit: commit() })
const digest = createHash('sha256').update(program.contents).digest('hex')
const launchers = await build({
  ...SHARED,
  outdir: BUNDLE,
  entryPoints: [pathOf('start.ts'), pathOf('keep-compiled.ts')],
  define: { PROGRAM_DIGEST: JSON.stringify(digest.slice(0, 16)) },
})
const entry = await build({
  ...SHARED,
  outdir: BUNDLE,
  target: 'es5',
  entryPoints: [pathOf('plinth.ts')],
  external: ['./start.cjs'],
})
for (const { path, contents } of [program, ...launchers.outputFiles, ...entry.outputFiles])
  await replaceFile(path, contents)

/** Returns the commit in `PLINTH_COMMIT`, which image builds set, else that of the checkout; empty if unknown. */
function commit(): string {
  const given = process.env.PLINTH_COMMIT
  if (given !== undefined || !existsSync(pathOf('../../../.git'))) return given ?? ''
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: pathOf('../../..'),
    encoding: 'utf8',
  })
  return stdout?.trim() ?? ''
}
