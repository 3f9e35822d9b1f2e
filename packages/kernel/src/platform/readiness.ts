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
  const checks = await Promise.all(contributions.of(healthChecks).map((check) => resultOf(check, contributions)))
  return { ready: checks.every((check) => check.ready), checks }
}

async function resultOf(check: HealthCheck, contributions: Contributions): Promise<CheckResult> {
  const { name } = check
  const answer: Promise<unknown> = Promise.resolve()
    .then(() => check.check())
    .catch(() => 'the check itself failed')
  const reason = await within(CHECK_TIMEOUT_MS, answer, 'the check did not answer in time')
  if (reason === undefined) return { name, ready: true }
  if (typeof reason === 'string') return { name, ready: false, reason }
  const plugin = contributions.giverOf(healthChecks, check)
  const mistake = `The check of the plugin "${plugin}" answered with neither a text nor undefined. Return undefined when all is well, else the reason.`
  return { name, ready: false, reason: mistake }
}
