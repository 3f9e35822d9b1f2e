import { until as untilWithin } from '@plinth/testing'

/** Generous, because faults and load keep the machine busy. */
const DEFAULT_TIMEOUT_MS = 120_000

/** Waits until a condition holds. Tests measure separately what must take a limited time. */
export const until = (condition: () => boolean | Promise<boolean>, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<void> =>
  untilWithin(condition, timeoutMs)
