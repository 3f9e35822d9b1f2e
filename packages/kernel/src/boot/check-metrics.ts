import { within } from '../async/within.js'
import { type Metric, readMetric } from '../contracts/metric.js'
import { StartupError } from '../errors/startup-error.js'
import { PLATFORM } from '../platform/platform.js'
import type { Contributions } from '../plugins/contributions.js'
import { metrics } from '../plugins/points.js'
import { reasonOf } from '../storage/reason-of.js'

/** Maximum time in ms that the kernel waits for metrics at startup. A slow metric is not an error. */
const READ_TIMEOUT_MS = 1_000

/**
 * Reads every metric of the plugins once, so that authors notice broken ones at startup. Throws one `StartupError` with
 * every problem. Skips the kernel's own metrics, because reading them would run all health checks.
 */
export async function checkMetrics(contributions: Contributions): Promise<void> {
  const contributed = contributions
    .to(metrics)
    .map((metric) => ({ metric, plugin: contributions.contributorOf(metrics, metric) }))
  const reading = contributed
    .filter(({ plugin }) => plugin !== PLATFORM)
    .map(({ metric, plugin }) => within(READ_TIMEOUT_MS, problemsOf(metric, plugin), []))
  const problems = (await Promise.all(reading)).flat()
  if (problems.length > 0) throw new StartupError(problems)
}

async function problemsOf(metric: Metric, plugin: string | undefined): Promise<readonly string[]> {
  try {
    await readMetric(metric)
    return []
  } catch (error) {
    return [
      `The plugin "${plugin}" has the metric "${metric.name}", which cannot be read: ${reasonOf(error)}. ` +
        'Correct its read(), which may return an empty list while it has no value; or restore a backup, if the database has lost a table.',
    ]
  }
}
