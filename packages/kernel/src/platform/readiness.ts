import { within } from '../async/within.js'
import type { HealthCheck } from '../contracts/health-check.js'
import type { Contributions } from '../plugins/contributions.js'
import { healthChecks } from '../plugins/points.js'

/** Maximum time in ms for a check. */
const CHECK_TIMEOUT_MS = 2_000

/** Whether the service is ready, and the result of each health check. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: readonly CheckResult[]
}

interface CheckResult {
  readonly name: string
  readonly ready: boolean
  readonly reason?: string
  readonly remedy?: string
}

/** Checks in progress, shared by concurrent requests, because the endpoint is public and not rate-limited. */
const inProgress = new WeakMap<Contributions, Promise<Readiness>>()

/**
 * Runs every health check, once for all concurrent callers. Always resolves, after 2 s at the latest; a check that
 * takes longer counts as failed.
 */
export function readinessOf(contributions: Contributions): Promise<Readiness> {
  const readiness =
    inProgress.get(contributions) ?? runHealthChecks(contributions).finally(() => inProgress.delete(contributions))
  inProgress.set(contributions, readiness)
  return readiness
}

async function runHealthChecks(contributions: Contributions): Promise<Readiness> {
  const checks = await Promise.all(contributions.to(healthChecks).map((check) => resultOf(check, contributions)))
  return { ready: checks.every((check) => check.ready), checks }
}

async function resultOf(check: HealthCheck, contributions: Contributions): Promise<CheckResult> {
  const { name, remedy } = check
  const result: Promise<unknown> = Promise.resolve()
    .then(() => check.check())
    .catch(() => 'the check threw an error')
  const reason = await within(CHECK_TIMEOUT_MS, result, 'the check did not finish in time')
  if (reason === undefined) return { name, ready: true }
  if (typeof reason === 'string') return { name, ready: false, reason, ...(remedy !== undefined && { remedy }) }
  const plugin = contributions.contributorOf(healthChecks, check)
  const fault = `The check of the plugin "${plugin}" returned neither a string nor undefined. Return undefined if it passes, otherwise the reason.`
  return { name, ready: false, reason: fault }
}
