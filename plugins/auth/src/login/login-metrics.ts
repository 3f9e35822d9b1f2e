import type { Metric } from '@plinth/kernel/contracts'
import type { SessionService } from '../sessions/session-service.js'
import type { LoginCompletion } from './login-completion.js'
import type { LoginService } from './login-service.js'

/** Metrics of logins and open sessions. */
export const loginMetrics = (
  logins: LoginService,
  completions: LoginCompletion,
  sessions: SessionService,
): readonly Metric[] => [
  {
    name: 'plinth_logins_total',
    help: 'Logins by result: accepted, refused for a wrong name, password or second factor, locked, or waiting for the second factor.',
    type: 'counter',
    labels: ['result'],
    read: () => {
      const { accepted, refused, ...others } = logins.results
      const { results: completed } = completions
      const sums = { ...others, accepted: accepted + completed.accepted, refused: refused + completed.refused }
      return Object.entries(sums).map(([result, value]) => ({ labels: { result }, value }))
    },
  },
  {
    name: 'plinth_sessions',
    help: 'Open sessions in the database, of all replicas together.',
    type: 'gauge',
    read: () => sessions.countOpen(),
  },
]
