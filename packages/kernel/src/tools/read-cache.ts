import { LRUCache } from 'lru-cache'
import type { Database } from '../storage/database.js'
import { approximateSize } from './approximate-size.js'

/** Maximum size, in bytes, of all values that are cached for one database. The least recently used are evicted. */
const MAX_BYTES = 32 * 1024 * 1024

type ObservedDatabase = Pick<Database, 'writes'>

/** The values of all caches of a database, which one write invalidates together. */
interface CachedValues {
  readonly values: LRUCache<string, object>
  /** Number of writes when they were read. */
  readonly writes: number
}

const valuesOf = new WeakMap<ObservedDatabase, CachedValues>()
let cacheCount = 0

/**
 * Caches values read from the database until the next write. Only caches where no other process can write to the
 * database; elsewhere every value is read again.
 */
export class ReadCache<T extends object> {
  readonly #database: ObservedDatabase
  readonly #prefix: string

  constructor(database: Pick<Database, 'writes'>) {
    this.#database = database
    this.#prefix = `${cacheCount} `
    cacheCount += 1
  }

  /** Returns the cached value of a key, or calls `find` and caches its result. `undefined` is not cached. */
  async get(key: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const { writes } = this.#database
    if (writes === undefined) return find()
    const values = currentValues(this.#database, writes)
    const ownKey = this.#prefix + key
    const cached = values.get(ownKey)
    if (cached) return cached as T
    const found = await find()
    const isCurrent = writes === this.#database.writes
    if (found && isCurrent) currentValues(this.#database, writes).set(ownKey, found)
    return found
  }
}

/** Returns the values that were read after the last write. A new cache takes less time than clearing a full one. */
function currentValues(database: ObservedDatabase, writes: number): LRUCache<string, object> {
  const cached = valuesOf.get(database)
  if (cached?.writes === writes) return cached.values
  const values = new LRUCache<string, object>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  valuesOf.set(database, { values, writes })
  return values
}

const sizeOf = (value: object, key: string) => approximateSize(key) + approximateSize(value)
