import type { Metric } from '@plinth/kernel/contracts'
import type { SessionService } from '../sessions/session-service.js'
import type { LoginService } from './login-service.js'

/** Metrics of logins and open sessions. */
export const loginMetrics = (logins: LoginService, sessions: SessionService): readonly Metric[] => [
  {
    name: 'plinth_logins_total',
    help: 'Logins by result: accepted, refused for a wrong name or password, locked, or waiting for the second factor.',
    type: 'counter',
    labels: ['result'],
    read: () => Object.entries(logins.results).map(([result, value]) => ({ labels: { result }, value })),
  },
  {
    name: 'plinth_sessions',
    help: 'Open sessions in the database, of all replicas together.',
    type: 'gauge',
    read: () => sessions.countOpen(),
  },
]
