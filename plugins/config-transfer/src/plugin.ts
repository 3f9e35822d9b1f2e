import { definePlugin, metrics } from '@plinth/kernel'
import { checkColumns } from './check-columns.js'
import { checkUniqueIndexes } from './check-unique-indexes.js'
import { errors } from './errors.js'
import { ExportService } from './export/export-service.js'
import { ImportService } from './import/import-service.js'
import { ReadableTables } from './reading/readable-tables.js'
import { TableReader } from './reading/table-reader.js'
import { exportConfig } from './routes/export-config.js'
import { importConfig } from './routes/import-config.js'
import { listTables } from './routes/list-tables.js'
import { readRecords } from './routes/read-records.js'
import { configTransferSettings } from './settings.js'
import { transferMetrics } from './transfer-metrics.js'
import { TransferTables } from './transfer-tables.js'

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
  services: {
    transferTables: TransferTables,
    readableTables: ReadableTables,
    exportService: ExportService,
    importService: ImportService,
    tableReader: TableReader,
  },
  contributes: ({ importService, exportService }) => transferMetrics(importService, exportService).map(metrics.of),
  routes: ({ exportService, importService, tableReader, kernelSettings }) => [
    exportConfig(exportService, kernelSettings.settingsMaxLevel),
    importConfig(importService, kernelSettings.settingsMaxLevel),
    listTables(tableReader, kernelSettings.settingsMaxLevel),
    readRecords(tableReader, kernelSettings.settingsMaxLevel),
  ],
  preflight: ({ transferTables, readableTables }) => {
    transferTables.check()
    readableTables.check()
  },
  start: async ({ transferTables, readableTables, database, log }) => {
    for (const warning of transferTables.warnings) log.warn({}, warning)
    await checkColumns(transferTables, database)
    await checkUniqueIndexes(transferTables, database)
    await readableTables.checkColumns(database)
  },
})
