import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild'

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

/** Options of all files of the bundle. */
export const SHARED = {
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  outExtension: { '.js': '.cjs' },
  logLevel: 'warning',
} satisfies BuildOptions

interface ProgramOptions {
  /** Folder of the result, two levels below that of the package. */
  readonly outdir: string
  readonly commit: string
  /** Other packages that are not bundled. */
  readonly external?: readonly string[]
}

/**
 * Bundles the built command into one file, `program.cjs`, which it does not write. Loading its nine hundred modules
 * took three quarters of the start-up time. The library is not bundled, because a host and its plugins share its
 * modules.
 */
export async function bundleProgram({ outdir, commit, external = [] }: ProgramOptions): Promise<OutputFile> {
  const { outputFiles } = await build({
    ...SHARED,
    outdir,
    entryPoints: { program: fileURLToPath(new URL('../dist/bin/plinth.js', import.meta.url)) },
    external: [...EXTERNAL, ...external],
    plugins: [followOurRequires, omitUnused],
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
    define: { 'import.meta.url': 'moduleUrl', PLINTH_COMMIT: JSON.stringify(commit) },
    // Halves the size, but keeps names and line breaks so that stack traces are useful.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
  })
  const [program] = outputFiles
  if (!program) throw new Error('esbuild has made no file.')
  return program
}
