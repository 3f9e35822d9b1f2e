import { type Contributions, metrics, StartupError } from '@plinth/kernel'
import { type Metric, readMetric, type Sample } from '@plinth/kernel/contracts'
import { within } from '@plinth/kernel/tools'
import { Counter, Gauge, Registry } from 'prom-client'
import type { RequestDurations } from './request-durations.js'

/**
 * Timeout for reading one metric. It is longer than that of health checks: a health check that hangs then sets
 * `plinth_ready` to 0, instead of removing it.
 */
const READ_TIMEOUT_MS = 3_000
/** What is appended to the name of a histogram in the names of its series. */
const HISTOGRAM_SUFFIXES = ['', '_bucket', '_sum', '_count']
const NO_SAMPLES: readonly Sample[] = []

interface MetricsReportDeps {
  readonly contributions: Contributions
  readonly requestDurations: RequestDurations
}

/** All metrics of one kernel, in the text format of Prometheus. */
export class MetricsReport {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly #registry = new Registry()
  readonly #deps: MetricsReportDeps
  #reading: Promise<string> | undefined

  constructor({ contributions, requestDurations }: MetricsReportDeps) {
    this.#deps = { contributions, requestDurations }
  }

  /** Registers the metrics of all plugins. Throws a `StartupError` if two have the same name, or a name is invalid. */
  registerMetrics(): void {
    const { contributions, requestDurations } = this.#deps
    requestDurations.register(this.#registry)
    const pluginByName = new Map(
      HISTOGRAM_SUFFIXES.map((suffix) => [`${requestDurations.name}${suffix}`, 'prometheus']),
    )
    for (const metric of contributions.to(metrics)) {
      const plugin = contributions.contributorOf(metrics, metric) ?? 'prometheus'
      const first = pluginByName.get(metric.name)
      if (first !== undefined) throw duplicateMetric(metric, first, plugin)
      pluginByName.set(metric.name, plugin)
      try {
        register(metric, this.#registry)
      } catch (error) {
        throw new StartupError(
          `The plugin "${plugin}" has the metric "${metric.name}", which cannot be exported: ${error instanceof Error ? error.message : error}`,
        )
      }
    }
  }

  /**
   * Returns the current values of all metrics. Concurrent calls share one report: some metrics need long queries, and
   * the separate port needs no key.
   */
  text(): Promise<string> {
    this.#reading ??= this.#registry.metrics().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }
}

function duplicateMetric({ name }: Metric, first: string, second: string): StartupError {
  return new StartupError(
    first === second
      ? `The plugin "${first}" has two metrics "${name}". Rename one, or combine them into one with a label.`
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
      const samples = await readSamples(metric)
      values.reset()
      if (labels.length === 0 && samples.length === 0) values.remove() // otherwise prom-client would report 0
      for (const sample of samples) values.inc(sample.labels, sample.value)
    },
  })
  registry.registerMetric(values)
}

/** Reads a metric. If it fails, for example because the database is unavailable, the others must still be exported. */
function readSamples(metric: Metric): Promise<readonly Sample[]> {
  return within(READ_TIMEOUT_MS, readMetric(metric), NO_SAMPLES).catch(() => NO_SAMPLES)
}
