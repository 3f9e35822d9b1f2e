import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const KINDS_OF_DEPENDENCY = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const

type Ranges = Record<string, string>
export type Manifest = { name: string; version: string; private?: boolean; workspaces?: string[] } & {
  [Kind in (typeof KINDS_OF_DEPENDENCY)[number]]?: Ranges
}

/** Returns the folders of all workspaces, relative to the working folder, which must be the root. */
export function workspaces(): string[] {
  return (manifestOf('.').workspaces ?? [])
    .flatMap((pattern) => (pattern.endsWith('/*') ? foldersIn(pattern.slice(0, -2)) : [pattern]))
    .filter((folder) => existsSync(join(folder, 'package.json')))
}

function foldersIn(group: string): string[] {
  return readdirSync(group).map((name) => `${group}/${name}`)
}

/** Returns the version that all packages share. */
export function sharedVersion(): string {
  return manifestOf('packages/kernel').version
}

export function manifestOf(folder: string): Manifest {
  return read(join(folder, 'package.json'))
}

export function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** Runs a command and shows its output. Throws if it fails. */
export function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
