import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const BUNDLE = pathOf('../dist/bundle')

/** Packages that are not bundled: native code, and optional dependencies of knex, pg and bunyan. */
const EXTERNAL = ['bcrypt', 'sqlite3', 'pg-native', 'pg-query-stream', 'dtrace-provider', 'source-map-support']

/** Modules of libraries that Plinth does not use, by the specifier that the libraries import. */
const UNUSED = [
  // knex: other databases, and its own migrations
  ...['./mssql', './mysql', './oracle', './oracledb', './cockroachdb', './redshift', './pgnative', './better-sqlite3'],
  ...['./mariadb', './mysql2', '../migrations/migrate/Migrator', '../migrations/seed/Seeder'],
  // prom-client: the push gateway, and default metrics, which monitor the process continuously
  ...['./lib/pushgateway', './lib/defaultMetrics'],
  'fast-glob', // awilix: loading services by file name
  'iconv-lite', // raw-body: decoding of text
  'mv', // bunyan: its own log files
]

const omitUnused: Plugin = {
  name: 'omit unused',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path, importer }) =>
      UNUSED.includes(path) && importer.includes('node_modules') ? { path, namespace: 'unused' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/**
 * Rewrites `createRequire(import.meta.url)('x')` in our code to `require('x')`, which esbuild can follow and which is
 * still evaluated lazily.
 */
const followOurRequires: Plugin = {
  name: 'follow our requires',
  setup({ onLoad }) {
    onLoad({ filter: /\/(packages|plugins)\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('createRequire(import.meta.url)(', 'require('),
    }))
  },
}

const SHARED = {
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  outExtension: { '.js': '.cjs' },
  outdir: BUNDLE,
  logLevel: 'warning',
} satisfies BuildOptions

/**
 * Bundles the command into one file. Loading its nine hundred modules took three quarters of the start-up time.
 * The library is not bundled, because a host and its plugins share its modules.
 */
const program = await build({
  ...SHARED,
  entryPoints: { program: pathOf('../dist/bin/plinth.js') },
  external: EXTERNAL,
  plugins: [followOurRequires, omitUnused],
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
  define: { 'import.meta.url': 'moduleUrl', PLINTH_COMMIT: JSON.stringify(commit()) },
  // Halves the size, but keeps names and line breaks so that stack traces are useful.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
})
const digest = createHash('sha256')
  .update(program.outputFiles[0]?.contents ?? '')
  .digest('hex')
const launchers = await build({
  ...SHARED,
  entryPoints: [pathOf('start.ts'), pathOf('keep-compiled.ts')],
  define: { PROGRAM_DIGEST: JSON.stringify(digest.slice(0, 16)) },
})
const entry = await build({ ...SHARED, target: 'es5', entryPoints: [pathOf('plinth.ts')], external: ['./start.cjs'] })
for (const { outputFiles } of [program, launchers, entry])
  for (const { path, contents } of outputFiles) await replace(path, contents)

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

/** Replaces a file atomically, and only if its contents differ, because another process may be running it. */
async function replace(path: string, contents: Uint8Array): Promise<void> {
  const existing = await readFile(path).catch(() => undefined)
  if (existing?.equals(contents)) return
  const draft = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(draft, contents, { mode: 0o755 })
  await rename(draft, path)
}
