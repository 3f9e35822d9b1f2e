import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(PACKAGE, 'dist/page')

const OPTIONS = {
  absWorkingDir: PACKAGE,
  outdir: FOLDER,
  write: false,
  bundle: true,
  target: ['chrome109', 'firefox115'],
  conditions: ['plinth-source'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

/** The name and the sizes of one file of the page. */
export interface BuiltFile {
  /** Its name with a hash of its contents. */
  readonly name: string
  readonly bytes: number
  /** Size as sent to a browser that accepts brotli. */
  readonly compressedBytes: number
}

/** The languages in files of their own, by their codes. English is part of the script. */
const LANGUAGES: Readonly<Record<string, string>> = { de: 'german', es: 'spanish' }

/**
 * Bundles the page into its script, the script of the theme, the texts of each further language and a stylesheet, and
 * compresses them. Writes only files that differ, and removes those of earlier builds.
 */
export async function buildPage(): Promise<readonly BuiltFile[]> {
  const bundles = await Promise.all([
    build({ ...OPTIONS, entryPoints: { console: 'page/app.tsx', style: 'page/style/style.css' }, format: 'esm' }),
    build({
      ...OPTIONS,
      entryPoints: Object.values(LANGUAGES).map((name) => `page/language/${name}.ts`),
      format: 'esm',
    }),
    build({ ...OPTIONS, entryPoints: { theme: 'page/theme.ts' }, format: 'iife' }),
  ])
  const icon = await readFile(join(PACKAGE, 'page/icon.svg'))
  const sources = [
    ...bundles
      .flatMap(({ outputFiles }) => outputFiles)
      .map(({ path, contents }) => [basename(path), Buffer.from(contents)] as const),
    ['icon.svg', icon] as const,
  ]
  await mkdir(FOLDER, { recursive: true })
  const built = await Promise.all(sources.map(([name, contents]) => write(name, contents)))
  const nameOf = (source: string) => built.find(({ name }) => name.startsWith(`${source}-`))?.name
  const names = {
    script: nameOf('console'),
    theme: nameOf('theme'),
    style: nameOf('style'),
    icon: nameOf('icon'),
    languages: Object.fromEntries(Object.entries(LANGUAGES).map(([code, source]) => [code, nameOf(source)])),
  }
  await replace('assets.json', Buffer.from(`${JSON.stringify(names)}\n`))
  await removeOthers(built)
  return built
}

async function write(source: string, contents: Buffer): Promise<BuiltFile> {
  const type = extname(source)
  const name = `${basename(source, type)}-${hashOf(contents)}${type}`
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(contents, { params }),
    promisify(gzip)(contents, { level: 9 }),
  ])
  await Promise.all([replace(`${name}.br`, br), replace(`${name}.gz`, gzipped)])
  return { name, bytes: contents.length, compressedBytes: br.length }
}

/** Replaces a file atomically, because a service may be reading it. */
async function replace(name: string, contents: Buffer): Promise<void> {
  const [path, draft] = [join(FOLDER, name), join(FOLDER, `${name}.${process.pid}`)]
  const existing = await readFile(path).catch(() => undefined)
  if (existing?.equals(contents)) return
  await writeFile(draft, contents)
  await rename(draft, path)
}

async function removeOthers(built: readonly BuiltFile[]): Promise<void> {
  const current = new Set(['assets.json', ...built.flatMap(({ name }) => [`${name}.br`, `${name}.gz`])])
  const others = (await readdir(FOLDER)).filter((name) => !current.has(name))
  await Promise.all(others.map((name) => rm(join(FOLDER, name), { force: true })))
}

function hashOf(contents: Buffer): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase()
}
