import { type Contributions, metrics, StartupError } from '@plinth/kernel'
import { type Metric, readMetric, type Sample } from '@plinth/kernel/contracts'
import { within } from '@plinth/kernel/tools'
import { Counter, Gauge, Registry } from 'prom-client'
import type { RequestDurations } from './request-durations.js'

/** Time limit for reading one metric: longer than that of a health check, which counts as failed at its limit. */
const READ_TIMEOUT_MS = 3_000
const NOTHING: readonly Sample[] = []

interface MetricsReportNeeds {
  readonly contributions: Contributions
  readonly requestDurations: RequestDurations
}

/** All metrics of one kernel, in the text format of Prometheus. */
export class MetricsReport {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly #registry = new Registry()
  readonly #needs: MetricsReportNeeds

  constructor({ contributions, requestDurations }: MetricsReportNeeds) {
    this.#needs = { contributions, requestDurations }
  }

  /**
   * Registers the metrics of all plugins. Throws a `StartupError` if two have the same name, or a name is invalid.
   */
  collect(): void {
    const { contributions, requestDurations } = this.#needs
    requestDurations.register(this.#registry)
    const giverByName = new Map([[requestDurations.name, 'prometheus']])
    for (const metric of contributions.of(metrics)) {
      const giver = contributions.giverOf(metrics, metric) ?? 'prometheus'
      const first = giverByName.get(metric.name)
      if (first !== undefined) throw clash(metric, first, giver)
      giverByName.set(metric.name, giver)
      try {
        register(metric, this.#registry)
      } catch (error) {
        throw new StartupError(
          `The plugin "${giver}" has the metric "${metric.name}", which cannot be told: ${error instanceof Error ? error.message : error}`,
        )
      }
    }
  }

  /** Returns the current values of all metrics. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

function clash({ name }: Metric, first: string, second: string): StartupError {
  return new StartupError(
    first === second
      ? `The plugin "${first}" has two metrics "${name}". Rename one, or tell both as one with a label.`
      : `The plugins "${first}" and "${second}" both have a metric "${name}". Rename one.`,
  )
}

function register(metric: Metric, registry: Registry): void {
  const { name, help, type, labels = [] } = metric
  const options = { name, help, labelNames: [...labels] }
  const values =
    type === 'counter' ? new Counter({ ...options, registers: [] }) : new Gauge({ ...options, registers: [] })
  Object.assign(values, {
    async collect() {
      const samples = await samplesOf(metric)
      values.reset()
      if (labels.length === 0 && samples.length === 0) values.remove() // else prom-client would report 0
      for (const sample of samples) values.inc(sample.labels, sample.value)
    },
  })
  registry.registerMetric(values)
}

/** Reads a metric. One that fails, for example because the database is unavailable, must not hide the others. */
function samplesOf(metric: Metric): Promise<readonly Sample[]> {
  return within(READ_TIMEOUT_MS, readMetric(metric), NOTHING).catch(() => NOTHING)
}
