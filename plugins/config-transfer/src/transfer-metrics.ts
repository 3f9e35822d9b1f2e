import type { Database } from '@plinth/kernel'
import type { Metric, Sample } from '@plinth/kernel/contracts'
import type { ExportService } from './export/export-service.js'
import type { ImportService } from './import/import-service.js'
import type { PlanService } from './plans/plan-service.js'
import { snapshotUsage } from './snapshots/snapshot-usage.js'

interface MeasuredServices {
  readonly importService: ImportService
  readonly exportService: ExportService
  readonly planService: PlanService
  readonly database: Database
}

/** Metrics of imports, exports, plans and snapshots. */
export const transferMetrics = ({
  importService: imports,
  exportService: exports,
  planService: plans,
  database,
}: MeasuredServices): readonly Metric[] => [
  {
    name: 'plinth_imports_in_progress',
    help: 'Imports that run or wait in this process.',
    type: 'gauge',
    read: () => imports.activeCount,
  },
  {
    name: 'plinth_imports_total',
    help:
      'Imports by result: written, dry-run, refused (atomic, with errors), unreadable as a configuration, ' +
      'abandoned by their client, failed.',
    type: 'counter',
    labels: ['result'],
    read: () => samplesOf(imports.results),
  },
  {
    name: 'plinth_exports_in_progress',
    help: 'Exports that this process is writing.',
    type: 'gauge',
    read: () => exports.activeCount,
  },
  {
    name: 'plinth_exports_total',
    help: 'Exports by result: written, abandoned by their client, failed.',
    type: 'counter',
    labels: ['result'],
    read: () => samplesOf(exports.results),
  },
  {
    name: 'plinth_plans_total',
    help: 'Results of making and applying plans: made, applied, outdated (records were changed before), failed.',
    type: 'counter',
    labels: ['result'],
    read: () => samplesOf(plans.results),
  },
  {
    name: 'plinth_snapshots',
    help: 'Snapshots of the configuration.',
    type: 'gauge',
    read: async () => (await snapshotUsage(database)).count,
  },
  {
    name: 'plinth_snapshots_bytes',
    help: 'Size of the changes that are kept for the snapshots of the configuration.',
    type: 'gauge',
    read: async () => (await snapshotUsage(database)).bytes,
  },
]

function samplesOf(results: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(results).map(([result, value]) => ({ labels: { result }, value }))
}
