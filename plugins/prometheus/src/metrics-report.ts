import { setTimeout as pause } from 'node:timers/promises'
import { type Contributions, type Metric, metrics, type Sample, StartupError } from '@plinth/kernel'
import { Counter, Gauge, Registry } from 'prom-client'
import type { ProcessMetrics } from './process-metrics.js'
import type { RequestDurations } from './request-durations.js'

/** Longest time in ms for reading one metric: longer than a health check may take, whose patience ends in an answer. */
const PATIENCE = 3_000
const NOTHING: readonly Sample[] = []

interface MetricsReportNeeds {
  readonly contributions: Contributions
  readonly processMetrics: ProcessMetrics
  readonly requestDurations: RequestDurations
}

/** Everything that is measured of one kernel, in the text format of Prometheus. */
export class MetricsReport {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly #registry = new Registry()
  readonly #needs: MetricsReportNeeds

  constructor({ contributions, processMetrics, requestDurations }: MetricsReportNeeds) {
    this.#needs = { contributions, processMetrics, requestDurations }
  }

  /** Takes in what the plugins tell of themselves. Throws a `StartupError` when two tell the same, or one is named wrongly. */
  collect(): void {
    const { contributions, processMetrics, requestDurations } = this.#needs
    requestDurations.register(this.#registry)
    for (const metric of [...processMetrics.all, ...contributions.of(metrics)]) {
      try {
        register(metric, this.#registry)
      } catch (error) {
        const giver = contributions.giverOf(metrics, metric) ?? 'prometheus'
        throw new StartupError(
          `The plugin "${giver}" has a metric that cannot be told: ${error instanceof Error ? error.message : error}. Name it differently.`,
        )
      }
    }
  }

  /** All metrics as they are now. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

function register({ name, help, type, labels = [], read }: Metric, registry: Registry): void {
  const options = { name, help, labelNames: [...labels] }
  const values =
    type === 'counter' ? new Counter({ ...options, registers: [] }) : new Gauge({ ...options, registers: [] })
  Object.assign(values, {
    async collect() {
      const samples = await samplesOf(read)
      values.reset()
      if (labels.length === 0 && samples.length === 0) values.remove() // else prom-client would tell 0
      for (const sample of samples) values.inc(sample.labels, sample.value)
    },
  })
  registry.registerMetric(values)
}

/** One that cannot be read, such as a number in a database that is away, must not hide the others. */
async function samplesOf(read: Metric['read']): Promise<readonly Sample[]> {
  const reading = Promise.resolve().then(read)
  const value = await Promise.race([reading, pause(PATIENCE, NOTHING, { ref: false })]).catch(() => NOTHING)
  return typeof value === 'number' ? [{ labels: {}, value }] : value
}
