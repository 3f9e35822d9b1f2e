import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Metric, Sample } from '@plinth/kernel/contracts'

/** Interval at which the event-loop delay is measured. */
const RESOLUTION_MS = 10
const QUANTILES = [0.5, 0.99, 1]

/**
 * Resource usage of the process, under the names that prom-client uses. Its own collector is not used because it cannot
 * be stopped, and a stopped kernel must leave nothing running.
 */
export class ProcessMetrics {
  #delay: IntervalHistogram | undefined
  #delays: readonly Sample[] = QUANTILES.map((quantile) => delayOf(quantile, 0))

  start(): void {
    this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    this.#delay.enable()
  }

  stop(): void {
    this.#delay?.disable()
    this.#delay = undefined
  }

  readonly all: readonly Metric[] = [
    gauge(
      'process_start_time_seconds',
      'When the process started, in seconds since the Unix epoch; constant while it runs.',
      () => performance.timeOrigin / 1_000,
    ),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time that the process has used, user and system.',
      type: 'counter',
      read: () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed),
    {
      name: 'plinth_event_loop_delay_seconds',
      help: 'Delay of the event loop since the previous scrape.',
      type: 'gauge',
      labels: ['quantile'],
      read: () => this.#readDelays(),
    },
  ]

  /** Returns the previous values if nothing was measured since, so that the series has no gap. */
  #readDelays(): readonly Sample[] {
    const delay = this.#delay
    if (!delay || delay.count === 0) return this.#delays
    // Subtracts the measuring interval itself.
    const delaySeconds = (quantile: number) =>
      Math.max(0, delay.percentile(quantile * 100) / 1e9 - RESOLUTION_MS / 1_000)
    this.#delays = QUANTILES.map((quantile) => delayOf(quantile, delaySeconds(quantile)))
    delay.reset()
    return this.#delays
  }
}

const delayOf = (quantile: number, value: number): Sample => ({ labels: { quantile: String(quantile) }, value })

const gauge = (name: string, help: string, read: () => number): Metric => ({ name, help, type: 'gauge', read })
