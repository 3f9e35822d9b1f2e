import type { Clock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'

/** A use is worth writing when the last one written is older than this, in ms. */
const WORTH_WRITING = 60_000
/** How often in ms the uses are written. */
const FLUSH_INTERVAL = 10_000
/** Rows a statement. */
const BATCH = 500

/** Whose uses are remembered, and where. */
export interface LastUsedOptions {
  readonly database: Database
  readonly clock: Clock
  /** A table with the columns `id` and `last_used_at` (ms). */
  readonly table: string
}

/**
 * Remembers when rows were last used and writes it at most once a minute a row, off the road of the request that uses
 * them.
 */
export class LastUsed {
  readonly #options: LastUsedOptions
  #pending = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: LastUsedOptions) {
    this.#options = options
  }

  /** Takes note of a use of a row whose last written use is `writtenAt`. */
  note(id: number, writtenAt: number | null): void {
    const now = this.#options.clock.now()
    if (writtenAt === null || now - writtenAt >= WORTH_WRITING) this.#pending.set(id, now)
  }

  /** Writes what is noted every 10 seconds from now on. Its timer does not keep the process alive. */
  start(): void {
    // A flush that fails keeps its uses for the next one.
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_INTERVAL)
    this.#timer.unref()
  }

  /** Writes what is left, unless the database is away: a use is not worth holding up a stop. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }

  /** Writes the uses noted so far. */
  async flush(): Promise<void> {
    const uses = [...this.#pending].slice(0, BATCH)
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
