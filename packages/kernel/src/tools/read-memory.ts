import type { Database } from '../storage/database.js'

/** How many values one memory holds; then it begins anew. */
const MAX_VALUES = 10_000

/**
 * What was found in the database, kept for as long as finding it again would give the same: until anything is written,
 * and only where nobody else can write. Elsewhere everything is found anew.
 */
export class ReadMemory<T extends object> {
  readonly #database: Pick<Database, 'writes'>
  readonly #known = new Map<string, T>()
  #writes: number | undefined

  constructor(database: Pick<Database, 'writes'>) {
    this.#database = database
  }

  /** What was found under a key, or what `find` finds now; that there is nothing is not remembered. */
  async recall(key: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const { writes } = this.#database
    if (writes === undefined) return find()
    if (writes !== this.#writes || this.#known.size >= MAX_VALUES) this.#known.clear()
    this.#writes = writes
    const known = this.#known.get(key)
    if (known) return known
    const found = await find()
    const isCurrent = writes === this.#database.writes && writes === this.#writes
    if (found && isCurrent) this.#known.set(key, found)
    return found
  }
}
