import { definePlugin, metrics, notices } from '@plinth/kernel'
import { checkStoredTables } from './check-stored-tables.js'
import { ComparisonService } from './comparisons/comparison-service.js'
import { Sides } from './comparisons/sides.js'
import { errors } from './errors.js'
import { ExportService } from './export/export-service.js'
import { FileService } from './files/file-service.js'
import { FileStore } from './files/file-store.js'
import { ImportService } from './import/import-service.js'
import { MergeService } from './merges/merge-service.js'
import { migrations } from './migrations.js'
import { ExpiredPlans } from './plans/expired-plans.js'
import { PlanMaker } from './plans/plan-maker.js'
import { PlanService } from './plans/plan-service.js'
import { PlanStore } from './plans/plan-store.js'
import { ReadableTables } from './reading/readable-tables.js'
import { TableReader } from './reading/table-reader.js'
import { applyPlan } from './routes/apply-plan.js'
import { canonicalConfig } from './routes/canonical-config.js'
import { compareStates } from './routes/compare-states.js'
import { deleteFile } from './routes/delete-file.js'
import { deletePlan } from './routes/delete-plan.js'
import { deleteSnapshot } from './routes/delete-snapshot.js'
import { exportConfig } from './routes/export-config.js'
import { exportSnapshot } from './routes/export-snapshot.js'
import { importConfig } from './routes/import-config.js'
import { listFiles } from './routes/list-files.js'
import { listPlans } from './routes/list-plans.js'
import { listSnapshots } from './routes/list-snapshots.js'
import { listTables } from './routes/list-tables.js'
import { makePlan } from './routes/make-plan.js'
import { mergeConfigurations } from './routes/merge-configurations.js'
import { planSnapshot } from './routes/plan-snapshot.js'
import { readChanges } from './routes/read-changes.js'
import { readPlan } from './routes/read-plan.js'
import { readRecords } from './routes/read-records.js'
import { takeSnapshot } from './routes/take-snapshot.js'
import { uploadFile } from './routes/upload-file.js'
import { configTransferSettings } from './settings.js'
import { dropJournalTriggers, installJournalTriggers } from './snapshots/journal-triggers.js'
import { snapshotNotice } from './snapshots/snapshot-notice.js'
import { SnapshotService } from './snapshots/snapshot-service.js'
import { SnapshotStore } from './snapshots/snapshot-store.js'
import { TransferTables } from './tables/transfer-tables.js'
import { TaskQueue } from './task-queue.js'
import { transferMetrics } from './transfer-metrics.js'

/** Services for other plugins and hosts. */
export interface ConfigTransferServices {
  readonly exportService: ExportService
  readonly importService: ImportService
  readonly planService: PlanService
  readonly fileService: FileService
  readonly comparisonService: ComparisonService
  readonly mergeService: MergeService
  readonly snapshotService: SnapshotService
}

/** Exports and imports the tables that other plugins contribute. */
export const configTransfer = definePlugin<object, ConfigTransferServices>()({
  name: 'config-transfer',
  settings: configTransferSettings,
  migrations,
  beforeMigrations: dropJournalTriggers,
  errors,
  services: {
    transferTables: TransferTables,
    writeQueue: TaskQueue,
    readableTables: ReadableTables,
    exportService: ExportService,
    importService: ImportService,
    tableReader: TableReader,
    snapshotStore: SnapshotStore,
    snapshotService: SnapshotService,
    planStore: PlanStore,
    planMaker: PlanMaker,
    planService: PlanService,
    fileStore: FileStore,
    fileService: FileService,
    sides: Sides,
    comparisonService: ComparisonService,
    mergeService: MergeService,
    expiredPlans: ExpiredPlans,
  },
  contributes: (services) => [...transferMetrics(services).map(metrics.of), notices.of(snapshotNotice(services))],
  routes: ({
    exportService,
    importService,
    tableReader,
    planService,
    snapshotService,
    fileService,
    comparisonService,
    mergeService,
    kernelSettings: { settingsMaxLevel },
  }) => [
    exportConfig(exportService, settingsMaxLevel),
    canonicalConfig(exportService, settingsMaxLevel),
    importConfig(importService, settingsMaxLevel),
    listTables(tableReader, settingsMaxLevel),
    readRecords(tableReader, settingsMaxLevel),
    makePlan(planService, settingsMaxLevel),
    listPlans(planService, settingsMaxLevel),
    readPlan(planService, settingsMaxLevel),
    readChanges(planService, settingsMaxLevel),
    applyPlan(planService, settingsMaxLevel),
    deletePlan(planService, settingsMaxLevel),
    listSnapshots(snapshotService, settingsMaxLevel),
    takeSnapshot(snapshotService, settingsMaxLevel),
    exportSnapshot(snapshotService, exportService, settingsMaxLevel),
    deleteSnapshot(snapshotService, settingsMaxLevel),
    planSnapshot(planService, settingsMaxLevel),
    uploadFile(fileService, settingsMaxLevel),
    listFiles(fileService, settingsMaxLevel),
    deleteFile(fileService, settingsMaxLevel),
    compareStates(comparisonService, settingsMaxLevel),
    mergeConfigurations(mergeService, settingsMaxLevel),
  ],
  preflight: ({ transferTables, readableTables }) => {
    transferTables.check()
    readableTables.check()
  },
  start: async ({ transferTables, readableTables, expiredPlans, database, log }) => {
    for (const warning of transferTables.warnings) log.warn({}, warning)
    await checkStoredTables(transferTables, readableTables, database)
    await installJournalTriggers(transferTables, database)
    expiredPlans.start()
  },
  stop: ({ expiredPlans }) => expiredPlans.stop(),
})
