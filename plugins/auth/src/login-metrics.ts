import type { Metric } from '@plinth/kernel/contracts'
import type { LoginService } from './login-service.js'
import type { SessionService } from './session-service.js'

/** Who comes in, and who is in. */
export const loginMetrics = (logins: LoginService, sessions: SessionService): readonly Metric[] => [
  {
    name: 'plinth_logins_total',
    help: 'Logins by their result: accepted, refused for a wrong name or password, refused because the account has to wait.',
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
