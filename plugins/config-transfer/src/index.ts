/** Exports and imports the whole configuration. */

export { errors } from './errors.js'
export type { ExportResult, ExportService } from './export/export-service.js'
export type { ImportReport, ImportResult } from './import/import-report.js'
export type { ImportOptions, ImportProgress } from './import/import-run.js'
export type { ImportFailure, ImportService } from './import/import-service.js'
export { type ConfigTransferServices, configTransfer } from './plugin.js'
export type { ConfigTransferSettings } from './settings.js'
