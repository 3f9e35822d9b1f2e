import type { FinishedRequest, Metric, RequestObserver } from '@plinth/kernel/contracts'

/** What is answered when something unexpected went wrong. */
const FAULT = 500

/** How many answers were a fault: told from the first scrape on, so that the first fault is an increase. */
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
