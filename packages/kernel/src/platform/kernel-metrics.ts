import type { Metric } from '../contracts/metric.js'
import type { KernelServices } from '../plugins/kernel-services.js'
import { readinessOf } from './readiness.js'

/** The kernel's own metrics. */
export const kernelMetrics = ({ contributions, database, traffic }: KernelServices): readonly Metric[] => [
  {
    name: 'plinth_ready',
    help: 'Whether the service is ready: 1 if every health check passes, else 0, as GET /api/health/ready reports.',
    type: 'gauge',
    read: async () => ((await readinessOf(contributions)).ready ? 1 : 0),
  },
  {
    name: 'plinth_http_requests_in_flight',
    help: 'Requests whose response is not complete.',
    type: 'gauge',
    read: () => traffic.activeCount,
  },
  {
    name: 'plinth_database_connections',
    help: 'Open connections to the database.',
    type: 'gauge',
    labels: ['pool', 'state'],
    read: () =>
      database.pools().flatMap(({ name: pool, used, idle }) => [
        { labels: { pool, state: 'used' }, value: used },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
  },
  {
    name: 'plinth_database_connections_pending',
    help: 'Operations that wait for a connection to the database.',
    type: 'gauge',
    labels: ['pool'],
    read: () => database.pools().map(({ name: pool, waiting: value }) => ({ labels: { pool }, value })),
  },
]
