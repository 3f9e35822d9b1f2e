import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/** The texts of source files by their paths, seen from the root of the project. */
export type Sources = ReadonlyMap<string, string>

/** One import or re-export of a source file. */
export interface Import {
  readonly from: string
  /** The path of a source file, or the name of a package that is not a workspace. */
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

/** The sources of all workspaces, and what measures them. */
export function readSources(): Sources {
  const folders = [...workspaces().map((folder) => `${folder}/src`), 'bench']
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.ts$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  )
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Everything that sources import, types included. */
export function importsOf(sources: Sources): Import[] {
  const doors = doorsOfWorkspaces()
  return [...sources].flatMap(([from, text]) => {
    const target = (name: string) => (name.startsWith('.') ? sourceAt(from, name) : (doors.get(name) ?? name))
    const statements = [...text.matchAll(STATEMENT)].map(([, type, name = '']) => ({
      from,
      to: target(name),
      isOnlyTypes: type !== undefined,
    }))
    const calls = [...text.matchAll(CALL)].map(([, name = '']) => ({ from, to: target(name), isOnlyTypes: false }))
    return [...statements, ...calls]
  })
}

/** Each way by which a file imports itself in the end, as its files in order. */
export function circlesIn(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  const circles: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) follow(target, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  return circles
}

function workspaces(): string[] {
  return GROUPS.flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
}

/** The source files behind the names by which workspaces import one another. */
function doorsOfWorkspaces(): ReadonlyMap<string, string> {
  return new Map(
    workspaces().flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest
      return Object.entries(exports).map(([door, { 'plinth-source': source = '' }]): [string, string] => [
        join(name, door),
        join(folder, source),
      ])
    }),
  )
}

function sourceAt(from: string, path: string): string {
  return normalize(join(from, '..', path)).replace(/\.js$/, '.ts')
}
