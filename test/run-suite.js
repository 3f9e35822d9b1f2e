/**
 * `npm run suite <name> [options of mocha]` runs one of test/suites.cjs, or the tests of a workspace by its folder:
 * `npm run suite plugins/auth`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { suites } from './suites.cjs'

/** Suites that run the built command or packages. */
const SUITES_OF_BUILD = new Set(['failover', 'faults', 'load', 'operations', 'packages', 'pooler'])

const [name = '', ...options] = process.argv.slice(2)
if (!Object.hasOwn(suites, name) && !existsSync(`${name}/test`)) {
  console.error(
    `There is no suite "${name}". Name one of ${Object.keys(suites).join(', ')}, or the folder of a workspace.`,
  )
  process.exit(2)
}
const run = (command, args, env = {}) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}
const needsBuild = SUITES_OF_BUILD.has(name)
if (needsBuild) run('npm', ['run', '--silent', 'build'])
run('node_modules/.bin/mocha', options, { SUITE: name, ...(needsBuild && { PLINTH_TEST_BUILT: '1' }) })
