import type { Database } from '../storage/database.js'

/** Time in ms without other use of the database after which polls run rarely. */
const IDLE_AFTER_MS = 300_000
/** Time in ms between two runs of a poll while the database is idle. */
const IDLE_INTERVAL_MS = 3_600_000

/**
 * Periodic work on the database. Runs rarely while nothing else uses the database, so that a database server that
 * sleeps when idle can do so.
 */
export class Poll {
  readonly #activity: Activity
  #ranAt = Number.NEGATIVE_INFINITY

  constructor(database: Pick<Database, 'uses'>) {
    this.#activity = activityOf(database)
  }

  /**
   * Runs work, unless nothing but polls has used the database for five minutes, and this poll has run within the last
   * hour.
   */
  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.#activity.isIdle() && performance.now() - this.#ranAt < IDLE_INTERVAL_MS) return
    this.#ranAt = performance.now()
    await this.#activity.ignore(work)
  }
}

const activities = new WeakMap<object, Activity>()

function activityOf(database: Pick<Database, 'uses'>): Activity {
  const activity = activities.get(database) ?? new Activity(database)
  activities.set(database, activity)
  return activity
}

/** Use of a database by anything but polls. */
class Activity {
  readonly #database: Pick<Database, 'uses'>
  /** Number of uses when a poll last ended. */
  #uses = 0
  #lastUseAt = performance.now()
  #runningPolls = 0

  constructor(database: Pick<Database, 'uses'>) {
    this.#database = database
  }

  isIdle(): boolean {
    if (this.#runningPolls === 0 && this.#database.uses !== this.#uses) {
      this.#uses = this.#database.uses
      this.#lastUseAt = performance.now()
    }
    return performance.now() - this.#lastUseAt > IDLE_AFTER_MS
  }

  /** Runs work whose uses do not count. A concurrent use does not count either, but seldom comes alone. */
  async ignore(work: () => Promise<unknown>): Promise<void> {
    this.#runningPolls += 1
    try {
      await work()
    } finally {
      this.#runningPolls -= 1
      if (this.#runningPolls === 0) this.#uses = this.#database.uses
    }
  }
}
