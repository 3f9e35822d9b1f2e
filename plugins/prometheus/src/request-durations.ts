import type { FinishedRequest, RequestObserver } from '@plinth/kernel/contracts'
import { Histogram } from 'prom-client'

/** Upper bounds in seconds: the shortest for a cached response, the longest for an import. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 60]
/** The route label of all unknown paths, which keeps the number of time series bounded. */
const UNKNOWN_ROUTE = 'none'

/** A registry of prom-client, declared here to keep its types out of the public API. */
interface MetricRegistry {
  registerMetric(metric: never): void
}

/** Measures the duration of requests by method, route and status. */
export class RequestDurations implements RequestObserver {
  readonly name = 'plinth_http_request_duration_seconds'
  readonly #histogram = new Histogram({
    name: this.name,
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [],
  })

  /** Registers the histogram. */
  register(registry: MetricRegistry): void {
    registry.registerMetric(this.#histogram as never)
  }

  requestFinished({ method, route = UNKNOWN_ROUTE, status, elapsed }: FinishedRequest): void {
    this.#histogram.observe({ method, route, status }, elapsed / 1_000)
  }
}
