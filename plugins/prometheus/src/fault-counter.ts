import type { FinishedRequest, Metric, RequestObserver } from '@plinth/kernel/contracts'

const INTERNAL_SERVER_ERROR = 500

/** Counts responses with status 500. The count starts at 0, so that alerts detect the first such response. */
export class FaultCounter implements RequestObserver {
  #faults = 0

  readonly metric: Metric = {
    name: 'plinth_http_faults_total',
    help: 'Responses with status 500: each indicates a defect in Plinth or a plugin.',
    type: 'counter',
    read: () => this.#faults,
  }

  requestFinished({ status }: FinishedRequest): void {
    if (status === INTERNAL_SERVER_ERROR) this.#faults += 1
  }
}
