/**
 * Builds and packs the packages into `release/`: `npm run pack`. Changes no tracked file and does not use a registry. A
 * service that runs from this checkout is not affected: no file that it may still load is removed, even temporarily.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestOf, run, sharedVersion, workspaces } from './workspaces.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const RELEASE = 'release'
const COMPILED = /\.(d\.c?ts|c?js)(\.map)?$/

const published = workspaces().filter((folder) => !manifestOf(folder).private)
run('npm', 'run', '--silent', 'build')
for (const folder of published) removeLeftovers(folder)
pack()
console.log(
  `\nVersion ${sharedVersion()}: ${published.length} packages in ${RELEASE}/. docs/embedding.md says how they are installed.`,
)

/** Removes the output of deleted sources, which the compiler leaves behind and which would be packed. */
function removeLeftovers(folder: string): void {
  for (const path of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!COMPILED.test(path) || path.startsWith('bundle/')) continue
    const source = join(folder, 'src', path.replace(COMPILED, ''))
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.cjs`)) rmSync(join(folder, 'dist', path))
  }
}

function pack(): void {
  rmSync(RELEASE, { recursive: true, force: true })
  mkdirSync(RELEASE)
  run('npm', 'pack', '--silent', `--pack-destination=${RELEASE}`, ...published.map((folder) => `--workspace=${folder}`))
}
