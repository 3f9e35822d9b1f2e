import type { Metric, Sample } from '@plinth/kernel/contracts'
import type { ExportService } from './export/export-service.js'
import type { ImportService } from './import/import-service.js'

/** Metrics of imports and exports. */
export const transferMetrics = (imports: ImportService, exports: ExportService): readonly Metric[] => [
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
]

function samplesOf(results: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(results).map(([result, value]) => ({ labels: { result }, value }))
}
