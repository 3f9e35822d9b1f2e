import type { Metric } from '@plinth/kernel/contracts'
import type { SessionService } from '../sessions/session-service.js'
import type { LoginCompletion } from './login-completion.js'
import type { LoginConfirmation } from './login-confirmation.js'
import type { LoginService } from './login-service.js'

/** Metrics of logins and open sessions. */
export const loginMetrics = (
  logins: LoginService,
  completions: LoginCompletion,
  confirmations: LoginConfirmation,
  sessions: SessionService,
): readonly Metric[] => [
  {
    name: 'plinth_logins_total',
    help: 'Logins by result: accepted; refused, because the name, password or second factor was wrong, at a login or its confirmation; locked; or waiting for the second factor.',
    type: 'counter',
    labels: ['result'],
    read: () => {
      const { accepted, refused, ...others } = logins.results
      const { results: completed } = completions
      const allRefused = refused + completed.refused + confirmations.refusals
      const sums = { ...others, accepted: accepted + completed.accepted, refused: allRefused }
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
