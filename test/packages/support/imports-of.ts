import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Statements and calls that name a module, in emitted code and declarations, where a string is a plain one. */
const IMPORTS = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\b(?:import|require|resolve)\(\s*['"]([^'"]+)['"]/g,
  /^\s*declare module\s*['"]([^'"]+)['"]/gm,
  /^\/\/\/\s*<reference\s+types=['"]([^'"]+)['"]/gm,
]

/** The modules that a text imports, as they are written. Comments do not count. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/(?!\/).*$/gm, '')
  return IMPORTS.flatMap((expression) => [...code.matchAll(expression)].map(([, name = '']) => name))
}

/** `@scope/name` of `@scope/name/below`. */
export function packageOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
}

/** What a declaration and those that it reaches import from elsewhere, each with a file that does. */
export async function importsReachableFrom(folder: string, entry: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const open = [entry]
  const seen = new Set(open)
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const imported of importsOf(await readFile(join(folder, file), 'utf8'))) {
      if (!imported.startsWith('.')) {
        found.set(imported, file)
        continue
      }
      const next = join(dirname(file), imported.replace(/\.js$/, '.d.ts'))
      if (!seen.has(next)) open.push(next)
      seen.add(next)
    }
  }
  return found
}
