/** Export and import of the whole configuration. */
export { configTransfer } from './plugin.js'
export { errors } from './errors.js'
export type { ImportReport } from './import/report.js'
