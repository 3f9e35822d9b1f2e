import { createRequire } from 'node:module'

/**
 * What a hook makes of a statement: an error instead of its execution, after which nothing was done; nothing lets it be
 * executed.
 */
export type Intervention = Error | undefined

type Intervene = (statement: number) => Intervention | Promise<Intervention>
type Done = (error: Error | null, ...rest: unknown[]) => void
type Method = (this: object, ...args: unknown[]) => unknown

const load = createRequire(import.meta.url)
const { Statement } = load('sqlite3') as { Statement: { prototype: Record<string, Method> } }
const { Client } = load('pg') as {
  Client: { prototype: Record<string, Method> & { connection: { stream: { destroy(): void } } } }
}

/** Intercepts calls to the database drivers: counts statements, and can replace their execution. */
export class DriverHook {
  #statements = 0
  #intervene: Intervene = () => undefined
  readonly #originals = new Map<Record<string, Method>, Record<string, Method>>()
  /** By statement of sqlite3: promises to await before its next call. */
  readonly #delayed = new WeakMap<object, Promise<void>>()

  /** Statements since the last `watch`. */
  get statements(): number {
    return this.#statements
  }

  install(): void {
    for (const way of ['run', 'all', 'get', 'finalize']) this.#replace(Statement.prototype, way, this.#sqliteMethod)
    this.#replace(Client.prototype, 'query', this.#postgresMethod)
  }

  restore(): void {
    for (const [prototype, methods] of this.#originals) Object.assign(prototype, methods)
    this.#originals.clear()
  }

  /** Restarts counting at 1, and intervenes from now on. */
  watch(intervene: Intervene): void {
    this.#statements = 0
    this.#intervene = intervene
  }

  /** Stops intervening. */
  rest(): void {
    this.#intervene = () => undefined
  }

  #replace(prototype: Record<string, Method>, name: string, replacement: (name: string, original: Method) => Method) {
    const original = prototype[name] as Method
    this.#originals.set(prototype, { ...this.#originals.get(prototype), [name]: original })
    prototype[name] = replacement.call(this, name, original)
  }

  #sqliteMethod(name: string, original: Method): Method {
    const hook = this
    return function (...args) {
      const before = hook.#delayed.get(this)
      const intervention = name === 'finalize' ? undefined : hook.#next()
      if (!before && intervention === undefined) return original.apply(this, args)
      const execute = async () => {
        await before
        const error = await intervention
        if (error) (args.at(-1) as Done).call(this, error)
        else original.apply(this, args)
      }
      hook.#delayed.set(this, execute())
      return this
    }
  }

  #postgresMethod(_: string, original: Method): Method {
    const hook = this
    return function (...args) {
      const error = hook.#next()
      if (error instanceof Promise)
        throw new Error('a statement of PostgreSQL is not held up: others would overtake it')
      if (!error) return original.apply(this, args)
      const done = args.at(-1)
      if (error.message === LOST_CONNECTION) (this as typeof Client.prototype).connection.stream.destroy()
      if (typeof done !== 'function') return Promise.reject(error)
      return process.nextTick(done as Done, error)
    }
  }

  #next(): ReturnType<Intervene> {
    this.#statements += 1
    return this.#intervene(this.#statements)
  }
}

const LOST_CONNECTION = 'Connection terminated unexpectedly'

/** An error of a driver. */
export interface DriverError {
  readonly name: string
  /** Whether the database stays connected. */
  readonly isConnected: boolean
  /** Created anew each time, because Knex adds the statement to the error. */
  readonly make: () => Error
}

const ofSqlite = (code: string, isConnected: boolean): DriverError => ({
  name: code,
  isConnected,
  make: () => Object.assign(new Error(`${code}: refused by a test`), { code, errno: 1 }),
})

const ofPostgres = (name: string, code: string): DriverError => ({
  name,
  isConnected: true,
  make: () => Object.assign(new Error(name), { code, severity: 'ERROR' }),
})

/** Errors of a driver by the name of the database. */
export const DRIVER_ERRORS: Readonly<Record<string, readonly DriverError[]>> = {
  SQLite: [ofSqlite('SQLITE_FULL', true), ofSqlite('SQLITE_BUSY', true), ofSqlite('SQLITE_IOERR', false)],
  PostgreSQL: [
    ofPostgres('a full disk', '53100'),
    ofPostgres('a lock that is not available', '55P03'),
    { name: 'a lost connection', isConnected: false, make: () => new Error(LOST_CONNECTION) },
  ],
}
