import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The contents of source files by their paths relative to the repository root. */
export type Sources = ReadonlyMap<string, string>

/** One import or re-export of a source file. */
export interface Import {
  readonly from: string
  /** The path of a source file, or the name of an external package. */
  readonly to: string
  readonly isOnlyTypes: boolean
}

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, { readonly 'plinth-source'?: string }>>
}

const GROUPS = ['packages', 'plugins', 'examples']
const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm
const CALL = /(?:\bimport|createRequire\(import\.meta\.url\))\('([^']+)'\)/g

/** Returns the sources of all workspaces, of the console's page and of the benchmarks. */
export function readSources(): Sources {
  const folders = [...workspaces().map((folder) => `${folder}/src`), 'plugins/console/page', 'bench']
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  )
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Returns all imports and re-exports of source files, including those of types. */
export function importsOf(sources: Sources): Import[] {
  const entryPoints = entryPointsOfWorkspaces()
  return [...sources].flatMap(([from, text]) => {
    const target = (name: string) =>
      name.startsWith('.') ? sourceAt(join(from, '..', name), sources) : (entryPoints.get(name) ?? name)
    const statements = [...text.matchAll(STATEMENT)].map(([, type, name = '']) => ({
      from,
      to: target(name),
      isOnlyTypes: type !== undefined,
    }))
    const calls = [...text.matchAll(CALL)].map(([, name = '']) => ({ from, to: target(name), isOnlyTypes: false }))
    return [...statements, ...calls]
  })
}

/** Returns the import cycles, each as a list of files that begins and ends with the same file. */
export function cyclesIn(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  const cycles: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) follow(target, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  return cycles
}

/** Returns the folders of all workspaces except that of the documents. */
export function workspaces(): string[] {
  return GROUPS.flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
}

/** Returns the source file of each entry point by the name that other workspaces import. */
function entryPointsOfWorkspaces(): ReadonlyMap<string, string> {
  return new Map(
    workspaces().flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest
      return Object.entries(exports).map(([subpath, { 'plinth-source': source = '' }]): [string, string] => [
        join(name, subpath),
        join(folder, source),
      ])
    }),
  )
}

function sourceAt(path: string, sources: Sources): string {
  const source = path.replace(/\.js$/, '.ts')
  return sources.has(`${source}x`) ? `${source}x` : source
}
