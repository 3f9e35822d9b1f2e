import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Statements and calls that import a module, as they appear in emitted code and declarations. */
const IMPORTS = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\b(?:import|require|resolve)\(\s*['"]([^'"]+)['"]/g,
  /^\s*declare module\s*['"]([^'"]+)['"]/gm,
  /^\/\/\/\s*<reference\s+types=['"]([^'"]+)['"]/gm,
]

/** Returns the specifiers of all imports in a source text, without those in comments. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/(?!\/).*$/gm, '')
  return IMPORTS.flatMap((expression) => [...code.matchAll(expression)].map(([, name = '']) => name))
}

/** Returns the package of an import: `@scope/name` for `@scope/name/path`. */
export function packageOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
}

/** Follows the relative imports of a declaration. Returns all package imports, each with a file that has it. */
export async function importsReachableFrom(folder: string, entry: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const pending = [entry]
  const seen = new Set(pending)
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const imported of importsOf(await readFile(join(folder, file), 'utf8'))) {
      if (!imported.startsWith('.')) {
        found.set(imported, file)
        continue
      }
      const next = join(dirname(file), imported.replace(/\.js$/, '.d.ts'))
      if (!seen.has(next)) pending.push(next)
      seen.add(next)
    }
  }
  return found
}
