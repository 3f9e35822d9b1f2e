import type { Database } from '../storage/database.js'

/** Maximum number of cached values. The cache is cleared when it is full. */
const MAX_VALUES = 10_000

/**
 * Caches values read from the database until the next write. Only caches where no other process can write to the
 * database; elsewhere every value is read again.
 */
export class ReadCache<T extends object> {
  readonly #database: Pick<Database, 'writes'>
  readonly #values = new Map<string, T>()
  #writes: number | undefined

  constructor(database: Pick<Database, 'writes'>) {
    this.#database = database
  }

  /** Returns the cached value of a key, or calls `find` and caches its result. `undefined` is not cached. */
  async get(key: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const { writes } = this.#database
    if (writes === undefined) return find()
    if (writes !== this.#writes || this.#values.size >= MAX_VALUES) this.#values.clear()
    this.#writes = writes
    const cached = this.#values.get(key)
    if (cached) return cached
    const found = await find()
    const isCurrent = writes === this.#database.writes && writes === this.#writes
    if (found && isCurrent) this.#values.set(key, found)
    return found
  }
}
