import type { FinishedRequest, Metric, RequestObserver } from '@plinth/kernel/contracts'

/** The status of unexpected errors. */
const FAULT = 500

/** Counts responses with 500. Exported as 0 before the first one, so that alerts can detect the increase. */
export class FaultCount implements RequestObserver {
  #faults = 0

  readonly metric: Metric = {
    name: 'plinth_http_faults_total',
    help: 'Requests that were answered with 500: each is a defect in Plinth or a plugin.',
    type: 'counter',
    read: () => this.#faults,
  }

  requestFinished({ status }: FinishedRequest): void {
    if (status === FAULT) this.#faults += 1
  }
}
