import { createRequire } from 'node:module'

/** An error with which the statement fails without being executed, or `undefined` to execute it. */
export type Intervention = Error | undefined

/** Decides about a statement, which is the `index`-th since `watch`. */
type Intervene = (index: number, sql: string) => Intervention | Promise<Intervention>
type Callback = (error: Error | null, ...rest: unknown[]) => void
type Method = (this: object, ...args: unknown[]) => unknown

const load = createRequire(import.meta.url)
const { Statement } = load('sqlite3') as { Statement: { prototype: Record<string, Method> } }
const { Client } = load('pg') as {
  Client: { prototype: Record<string, Method> & { connection: { stream: { destroy(): void } } } }
}

/** Intercepts calls to the database drivers: counts statements, and can replace their execution. */
export class DriverHook {
  #statementCount = 0
  #intervene: Intervene = () => undefined
  readonly #originals = new Map<Record<string, Method>, Record<string, Method>>()
  /** Maps each delayed statement of sqlite3 to a promise that its next call must await. */
  readonly #delayed = new WeakMap<object, Promise<void>>()

  /** The number of statements since the last `watch`. */
  get statementCount(): number {
    return this.#statementCount
  }

  install(): void {
    for (const method of ['run', 'all', 'get', 'finalize']) {
      this.#replace(Statement.prototype, method, this.#sqliteMethod)
    }
    this.#replace(Client.prototype, 'query', this.#postgresMethod)
  }

  restore(): void {
    for (const [prototype, methods] of this.#originals) Object.assign(prototype, methods)
    this.#originals.clear()
  }

  /** Starts to intervene. The first statement from now on has the index 1. */
  watch(intervene: Intervene): void {
    this.#statementCount = 0
    this.#intervene = intervene
  }

  /** Stops intervening. */
  stopIntervening(): void {
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
      const intervention = name === 'finalize' ? undefined : hook.#next((this as { sql?: string }).sql)
      if (!before && intervention === undefined) return original.apply(this, args)
      const execute = async () => {
        await before
        const error = await intervention
        if (error) (args.at(-1) as Callback).call(this, error)
        else original.apply(this, args)
      }
      hook.#delayed.set(this, execute())
      return this
    }
  }

  #postgresMethod(_: string, original: Method): Method {
    const hook = this
    return function (...args) {
      const [statement] = args as [string | { text?: string } | undefined]
      const error = hook.#next(typeof statement === 'string' ? statement : statement?.text)
      if (error instanceof Promise)
        throw new Error('PostgreSQL statements cannot be delayed, because later ones would overtake them')
      if (!error) return original.apply(this, args)
      const done = args.at(-1)
      if (error.message === LOST_CONNECTION) (this as typeof Client.prototype).connection.stream.destroy()
      if (typeof done !== 'function') return Promise.reject(error)
      return process.nextTick(done as Callback, error)
    }
  }

  #next(sql = ''): ReturnType<Intervene> {
    this.#statementCount += 1
    return this.#intervene(this.#statementCount, sql)
  }
}

const LOST_CONNECTION = 'Connection terminated unexpectedly'

/** An error that a driver can throw. */
export interface DriverError {
  readonly name: string
  /** Whether the database stays connected. */
  readonly isConnected: boolean
  /** Returns a new error each time, because Knex adds the statement to the error. */
  readonly make: () => Error
}

const sqliteError = (code: string, isConnected: boolean): DriverError => ({
  name: code,
  isConnected,
  make: () => Object.assign(new Error(`${code}: refused by a test`), { code, errno: 1 }),
})

const postgresError = (name: string, code: string): DriverError => ({
  name,
  isConnected: true,
  make: () => Object.assign(new Error(name), { code, severity: 'ERROR' }),
})

/** Errors of each database's driver, by the name of the database. */
export const DRIVER_ERRORS: Readonly<Record<string, readonly DriverError[]>> = {
  SQLite: [sqliteError('SQLITE_FULL', true), sqliteError('SQLITE_BUSY', true), sqliteError('SQLITE_IOERR', false)],
  PostgreSQL: [
    postgresError('a full disk', '53100'),
    postgresError('an unavailable lock', '55P03'),
    { name: 'a lost connection', isConnected: false, make: () => new Error(LOST_CONNECTION) },
  ],
}
