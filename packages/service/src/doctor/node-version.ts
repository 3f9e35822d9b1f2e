import { type Check, ok } from './check.js'

/** Always well: one that is too old does not get as far as here. */
export const nodeVersion: Check = {
  name: 'node',
  examine: () => [ok(`version ${process.versions.node}`)],
}
