import type { Clock } from '@plinth/kernel'
import type { Metric } from '@plinth/kernel/contracts'
import type { CodeRedemption } from './code-redemption.js'
import type { CodeStore } from './code-store.js'

/** Metrics of one-time codes. */
export const codeMetrics = (redemption: CodeRedemption, store: CodeStore, clock: Clock): readonly Metric[] => [
  {
    name: 'plinth_code_redemptions_total',
    help: 'Attempts to redeem a one-time code by result: accepted, refused, or refused because the account is locked.',
    type: 'counter',
    labels: ['result'],
    read: () => Object.entries(redemption.results).map(([result, value]) => ({ labels: { result }, value })),
  },
  {
    name: 'plinth_codes',
    help: 'One-time codes in the database that have not expired, of all replicas together.',
    type: 'gauge',
    read: () => store.count(clock.now()),
  },
]
