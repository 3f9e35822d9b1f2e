import type { Database } from '@plinth/kernel'
import type { Metric } from '@plinth/kernel/contracts'
import type { AuditStore } from './audit-store.js'

/** Metrics of the audit trail. */
export const auditMetrics = (database: Database, store: AuditStore): readonly Metric[] => [
  {
    name: 'plinth_audit_unsealed_events',
    help: 'Security events in the database that are not sealed yet, of all replicas together.',
    type: 'gauge',
    read: () => database.read((knex) => store.countUnsealed(knex)),
  },
]
