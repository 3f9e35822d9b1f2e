import type { Clock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'

/** Minimum time in ms between two writes for the same row. */
const MIN_WRITE_INTERVAL_MS = 60_000
/** Time in ms between two flushes. */
const FLUSH_INTERVAL_MS = 10_000
/** Rows per statement. */
const MAX_BATCH_ROWS = 500

/** Options of `LastUsed`. */
export interface LastUsedOptions {
  readonly database: Database
  readonly clock: Clock
  /** A table with the columns `id` and `last_used_at` (ms). */
  readonly table: string
}

/**
 * Records when rows were last used. Writes in the background, so that requests do not wait, and not more often than
 * once a minute for each row.
 */
export class LastUsed {
  readonly #options: LastUsedOptions
  #pending = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: LastUsedOptions) {
    this.#options = options
  }

  /** Records a use of a row whose last written use is `writtenAt`. */
  note(id: number, writtenAt: number | null): void {
    const now = this.#options.clock.now()
    if (writtenAt === null || now - writtenAt >= MIN_WRITE_INTERVAL_MS) this.#pending.set(id, now)
  }

  /** Starts writing the recorded uses every 10 seconds. The timer does not keep the process alive. */
  start(): void {
    // If a flush fails, the next one writes its uses.
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Stops and writes the remaining uses. If that fails they are lost, because they must not prevent a shutdown. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }

  /** Writes the uses recorded so far. */
  async flush(): Promise<void> {
    const uses = [...this.#pending].slice(0, MAX_BATCH_ROWS)
    if (uses.length === 0) return
    const { database, table } = this.#options
    const times = uses.map(() => 'WHEN ? THEN CAST(? AS BIGINT)').join(' ')
    await database.write(async (transaction) => {
      await transaction(table)
        .whereIn(
          'id',
          uses.map(([id]) => id),
        )
        .update({ last_used_at: transaction.raw(`CASE id ${times} END`, uses.flat()) })
    })
    for (const [id, usedAt] of uses) if (this.#pending.get(id) === usedAt) this.#pending.delete(id)
    if (this.#pending.size > 0) await this.flush()
  }
}
