/**
 * `npm run suite <name> [options of mocha]` runs one of test/suites.cjs, or the tests of a workspace by its folder:
 * `npm run suite plugins/auth`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { suites } from './suites.cjs'

/** Those that run the built command, or packages. */
const OF_WHAT_IS_BUILT = new Set(['faults', 'operations', 'packages'])

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
const isOfBuilt = OF_WHAT_IS_BUILT.has(name)
if (isOfBuilt) run('npm', ['run', '--silent', 'build'])
run('node_modules/.bin/mocha', options, { SUITE: name, ...(isOfBuilt && { PLINTH_TEST_BUILT: '1' }) })
