import type { Logger } from '@plinth/kernel'
import { Sweeper } from '@plinth/kernel/tools'
import type { PlanService } from './plan-service.js'

/** Deletes expired plans from time to time. */
export class ExpiredPlans {
  readonly #sweeper: Sweeper

  constructor({ planService, log }: { planService: PlanService; log: Logger }) {
    this.#sweeper = new Sweeper({ sweep: () => planService.deleteExpired(), log })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }
}
