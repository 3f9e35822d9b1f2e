/** Export and import of the whole configuration. */

export { errors } from './errors.js'
export type { ImportReport } from './import/report.js'
export { configTransfer } from './plugin.js'
