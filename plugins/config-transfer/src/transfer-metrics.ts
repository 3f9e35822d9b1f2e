import type { Metric } from '@plinth/kernel'
import type { ExportService } from './export/export-service.js'
import type { ImportService } from './import/import-service.js'

/** What is being carried, and how it ended. */
export const transferMetrics = (imports: ImportService, exports: ExportService): readonly Metric[] => [
  {
    name: 'plinth_imports_under_way',
    help: 'Imports that run or wait for their turn in this process.',
    type: 'gauge',
    read: () => imports.underWay,
  },
  {
    name: 'plinth_imports_total',
    help: 'Imports by their ending: written, dry-run, refused for errors because they were atomic, failed.',
    type: 'counter',
    labels: ['ending'],
    read: () => Object.entries(imports.endings).map(([ending, value]) => ({ labels: { ending }, value })),
  },
  {
    name: 'plinth_exports_under_way',
    help: 'Exports that are being written by this process.',
    type: 'gauge',
    read: () => exports.underWay,
  },
]
