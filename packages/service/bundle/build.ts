import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const BUNDLE = pathOf('../dist/bundle')

/** Stay packages: compiled code, and what knex, pg and bunyan ask for and do without. */
const LEFT_OUT = ['bcrypt', 'sqlite3', 'pg-native', 'pg-query-stream', 'dtrace-provider', 'source-map-support']

/** What libraries would load and Plinth does not use, by what they call it. */
const UNUSED = [
  // knex: other databases, and migrations of its own
  ...['./mssql', './mysql', './oracle', './oracledb', './cockroachdb', './redshift', './pgnative', './better-sqlite3'],
  ...['./mariadb', './mysql2', '../migrations/migrate/Migrator', '../migrations/seed/Seeder'],
  // prom-client: what pushes, and what watches the process for ever
  ...['./lib/pushgateway', './lib/defaultMetrics'],
  'fast-glob', // awilix: services found by file names
  'iconv-lite', // raw-body: text instead of bytes
  'mv', // bunyan: files of its own
]

const leaveUnusedOut: Plugin = {
  name: 'leave unused out',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path, importer }) =>
      UNUSED.includes(path) && importer.includes('node_modules') ? { path, namespace: 'unused' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/**
 * Our own `createRequire(import.meta.url)('x')` is hidden from esbuild, which follows `require('x')` and evaluates it
 * as late.
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
 * The command in one file instead of nine hundred: finding, reading and compiling them was three quarters of a start.
 * The library is not bundled: a host and its plugins share its modules.
 */
const program = await build({
  ...SHARED,
  entryPoints: { program: pathOf('../dist/bin/plinth.js') },
  external: LEFT_OUT,
  plugins: [followOurRequires, leaveUnusedOut],
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
  define: { 'import.meta.url': 'moduleUrl', PLINTH_COMMIT: JSON.stringify(commit()) },
  // Half as much to read; names stay, and lines, so that a stack says where.
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

/** Of a checkout, or what the builder of an image says, where there is no git; empty where nobody knows it. */
function commit(): string {
  const given = process.env.PLINTH_COMMIT
  if (given !== undefined || !existsSync(pathOf('../../../.git'))) return given ?? ''
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: pathOf('../../..'),
    encoding: 'utf8',
  })
  return stdout?.trim() ?? ''
}

/** Leaves a file alone that is as it should be: others may be running it. */
async function replace(path: string, contents: Uint8Array): Promise<void> {
  const present = await readFile(path).catch(() => undefined)
  if (present?.equals(contents)) return
  const draft = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(draft, contents, { mode: 0o755 })
  await rename(draft, path)
}
