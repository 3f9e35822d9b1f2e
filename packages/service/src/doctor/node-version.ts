import { type Check, ok } from './check.js'

/** Shows the version of Node. Never fails: the command does not start on a version that is too old. */
export const nodeVersion: Check = {
  name: 'node',
  diagnose: () => [ok(`version ${process.versions.node}`)],
}
