import type { Database, Logger } from '@plinth/kernel'
import { Sweeper } from '@plinth/kernel/tools'
import type { FileStore } from '../files/file-store.js'
import type { PlanStore } from './plan-store.js'

interface ExpiredPlansDeps {
  readonly database: Database
  readonly planStore: PlanStore
  readonly fileStore: FileStore
  readonly log: Logger
}

/** Deletes expired plans and files periodically. */
export class ExpiredPlans {
  readonly #sweeper: Sweeper

  constructor({ database, planStore, fileStore, log }: ExpiredPlansDeps) {
    const sweep = async (maxRows: number) => {
      const count = await planStore.rows.deleteExpired(maxRows)
      return count === maxRows ? count : count + (await fileStore.rows.deleteExpired(maxRows - count))
    }
    this.#sweeper = new Sweeper({ database, sweep, log })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }
}
