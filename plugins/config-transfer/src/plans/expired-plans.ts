import type { Logger } from '@plinth/kernel'
import { Sweeper } from '@plinth/kernel/tools'
import type { FileService } from '../files/file-service.js'
import type { PlanService } from './plan-service.js'

/** Deletes expired plans and files from time to time. */
export class ExpiredPlans {
  readonly #sweeper: Sweeper

  constructor({ planService, fileService, log }: { planService: PlanService; fileService: FileService; log: Logger }) {
    const sweep = async () => (await planService.deleteExpired()) + (await fileService.deleteExpired())
    this.#sweeper = new Sweeper({ sweep, log })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }
}
