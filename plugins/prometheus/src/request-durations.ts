import type { FinishedRequest, RequestObserver } from '@plinth/kernel/contracts'
import { Histogram } from 'prom-client'

/** Upper bounds in seconds: from an answer out of memory to an import. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 60]
/** A path that no route has stands for all of them, whatever somebody tries. */
const NO_ROUTE = 'none'

/** A registry of prom-client, whose types are no matter of whoever uses this package. */
interface MetricRegistry {
  registerMetric(metric: never): void
}

/** How long requests take, by method, route and status. */
export class RequestDurations implements RequestObserver {
  readonly name = 'plinth_http_request_duration_seconds'
  readonly #histogram = new Histogram({
    name: this.name,
    help: 'From the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [],
  })

  /** Lets a registry tell them. */
  register(registry: MetricRegistry): void {
    registry.registerMetric(this.#histogram as never)
  }

  requestFinished({ method, route = NO_ROUTE, status, elapsed }: FinishedRequest): void {
    this.#histogram.observe({ method, route, status }, elapsed / 1_000)
  }
}
