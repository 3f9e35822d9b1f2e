import { definePlugin, metrics } from '@plinth/kernel'
import { checkColumns } from './check-columns.js'
import { checkUniqueIndexes } from './check-unique-indexes.js'
import { errors } from './errors.js'
import { ExportService } from './export/export-service.js'
import { ImportService } from './import/import-service.js'
import { exportConfig } from './routes/export-config.js'
import { importConfig } from './routes/import-config.js'
import { configTransferSettings } from './settings.js'
import { transferMetrics } from './transfer-metrics.js'
import { TransferPlan } from './transfer-plan.js'

/** Services for other plugins and hosts. */
export interface ConfigTransferServices {
  readonly exportService: ExportService
  readonly importService: ImportService
}

/** Exports and imports the tables that other plugins contribute. */
export const configTransfer = definePlugin<object, ConfigTransferServices>()({
  name: 'config-transfer',
  settings: configTransferSettings,
  errors,
  services: { transferPlan: TransferPlan, exportService: ExportService, importService: ImportService },
  contributes: ({ importService, exportService }) => transferMetrics(importService, exportService).map(metrics.of),
  routes: ({ exportService, importService, kernelSettings }) => [
    exportConfig(exportService, kernelSettings.settingsMaxLevel),
    importConfig(importService, kernelSettings.settingsMaxLevel),
  ],
  preflight: ({ transferPlan }) => transferPlan.check(),
  start: async ({ transferPlan, database, log }) => {
    for (const warning of transferPlan.warnings) log.warn({}, warning)
    await checkColumns(transferPlan, database)
    await checkUniqueIndexes(transferPlan, database)
  },
})
