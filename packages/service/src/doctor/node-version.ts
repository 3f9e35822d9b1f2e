import { createRequire } from 'node:module'
import { type Check, fail, ok } from './check.js'

const { engines } = createRequire(import.meta.url)('../../package.json') as { engines: { node: string } }

export const nodeVersion: Check = {
  name: 'node',
  examine() {
    const { node } = process.versions
    const oldest = engines.node.replace('>=', '')
    if (isAtLeast(node, oldest)) return [ok(`version ${node}`)]
    return [fail(`version ${node} is older than ${oldest}`, `install Node ${oldest} or newer`)]
  },
}

/** Compares versions by their numbers: `20.9` is older than `20.19`. */
export function isAtLeast(version: string, oldest: string): boolean {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0
}
