/**
 * `npm run bench:peers`: installs the peers with a Node that runs them, and compiles their native modules for that
 * Node, with the headers that come with it. So it needs only the registry and a compiler.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { REPO_ROOT } from '../support/child.js'
import { PEERS_NODE } from './peers-node.js'

const FOLDER = join(REPO_ROOT, 'bench/peers')
/** The module that Directus cannot start without, and for which there may be no prebuilt file. */
const NATIVE_MODULE = 'isolated-vm'

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const { status } = spawnSync(command, args, { cwd: FOLDER, env: { ...process.env, ...env }, stdio: 'inherit' })
  return status === 0
}

function expectSuccess(hasSucceeded: boolean, problem: string): void {
  if (hasSucceeded) return
  console.error(`The peers are not installed: ${problem}`)
  process.exit(1)
}

/** Returns the folder with the binary and the headers of the peers' Node, which its install script has installed. */
function nodeFolder(): string | undefined {
  const packages = join(FOLDER, 'node_modules/node/node_modules')
  const names = existsSync(packages) ? readdirSync(packages) : []
  return names.map((name) => join(packages, name)).find((folder) => existsSync(join(folder, 'include/node/node.h')))
}

expectSuccess(
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']),
  'npm could not install the packages of bench/peers/package-lock.json. Is the registry reachable?',
)
expectSuccess(
  run('npm', ['rebuild', 'node']) && existsSync(PEERS_NODE),
  `the package "node" did not install ${PEERS_NODE}.`,
)
const nodedir = nodeFolder()
const PATH = [dirname(PEERS_NODE), process.env.PATH].join(delimiter)
expectSuccess(
  run('npm', ['rebuild', '--loglevel', 'error'], { PATH, ...(nodedir && { npm_config_nodedir: nodedir }) }),
  'a native module was neither downloaded nor compiled. Compiling needs Python, make and a C++ compiler.',
)
expectSuccess(
  run(PEERS_NODE, ['--eval', `require('${NATIVE_MODULE}')`]),
  `${NATIVE_MODULE} was not compiled for the Node version of the peers.`,
)
