import type { Metric } from '@plinth/kernel/contracts'
import type { PasswordHasher } from './password-hasher.js'

/** Metrics of the bcrypt queue. */
export const hashingMetrics = (hasher: PasswordHasher): readonly Metric[] => [
  {
    name: 'plinth_password_hashing',
    help: 'Passwords that are being hashed or compared, and those that wait.',
    type: 'gauge',
    labels: ['state'],
    read: () => [
      { labels: { state: 'running' }, value: hasher.load.running },
      { labels: { state: 'waiting' }, value: hasher.load.waiting },
    ],
  },
  {
    name: 'plinth_password_hashing_rejected_total',
    help: 'Requests rejected with 503 because the queue was full.',
    type: 'counter',
    read: () => hasher.load.rejected,
  },
]
