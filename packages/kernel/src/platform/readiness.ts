import { within } from '../async/within.js'
import type { HealthCheck } from '../contracts/health-check.js'
import type { Contributions } from '../plugins/contributions.js'
import { healthChecks } from '../plugins/points.js'

/** Longest time in ms for a check. */
const CHECK_TIMEOUT_MS = 2_000

/** Whether the service can do its work, and what each health check says of it. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: readonly CheckResult[]
}

interface CheckResult {
  readonly name: string
  readonly ready: boolean
  readonly reason?: string
}

/** What is being found out now: anybody may ask, and as often as they like. */
const underWay = new WeakMap<Contributions, Promise<Readiness>>()

/**
 * Asks every health check, once for all who ask meanwhile. Always resolves, after 2 s at the latest; a check that has
 * not answered by then is not well.
 */
export function readinessOf(contributions: Contributions): Promise<Readiness> {
  const readiness =
    underWay.get(contributions) ?? findReadiness(contributions).finally(() => underWay.delete(contributions))
  underWay.set(contributions, readiness)
  return readiness
}

async function findReadiness(contributions: Contributions): Promise<Readiness> {
  const checks = await Promise.all(contributions.of(healthChecks).map(resultOf))
  return { ready: checks.every((check) => check.ready), checks }
}

async function resultOf({ name, check }: HealthCheck): Promise<CheckResult> {
  const answer = Promise.resolve()
    .then(check)
    .catch(() => 'the check itself failed')
  const reason = await within(CHECK_TIMEOUT_MS, answer, 'the check did not answer in time')
  return reason === undefined ? { name, ready: true } : { name, ready: false, reason }
}
