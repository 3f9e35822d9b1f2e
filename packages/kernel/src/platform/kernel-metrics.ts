import type { Metric } from '../contracts/metric.js'
import type { Traffic } from '../http/traffic.js'
import type { Database } from '../storage/database.js'

/** What the kernel tells of itself. */
export const kernelMetrics = (database: Database, traffic: Traffic): readonly Metric[] => [
  {
    name: 'plinth_http_requests_under_way',
    help: 'Requests whose answer is not complete.',
    type: 'gauge',
    read: () => traffic.underWay,
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
    name: 'plinth_database_connections_awaited',
    help: 'Pieces of work that wait for a connection to the database.',
    type: 'gauge',
    labels: ['pool'],
    read: () => database.pools().map(({ name: pool, waiting: value }) => ({ labels: { pool }, value })),
  },
]
