import type { Metric, Sample } from '@plinth/kernel/contracts'
import type { ExportService } from './export/export-service.js'
import type { ImportService } from './import/import-service.js'

/** Metrics of imports and exports. */
export const transferMetrics = (imports: ImportService, exports: ExportService): readonly Metric[] => [
  {
    name: 'plinth_imports_under_way',
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
    labels: ['ending'],
    read: () => samplesOf(imports.endings),
  },
  {
    name: 'plinth_exports_under_way',
    help: 'Exports that this process is writing.',
    type: 'gauge',
    read: () => exports.activeCount,
  },
  {
    name: 'plinth_exports_total',
    help: 'Exports by result: written, abandoned by their client, failed.',
    type: 'counter',
    labels: ['ending'],
    read: () => samplesOf(exports.endings),
  },
]

function samplesOf(endings: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(endings).map(([ending, value]) => ({ labels: { ending }, value }))
}
