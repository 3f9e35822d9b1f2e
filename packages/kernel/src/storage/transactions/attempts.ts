import { rejectAfter } from '../../async/reject-after.js'
import { DatabaseUnavailable } from '../database-unavailable.js'
import { isConnectionLost, meansUnavailable } from './driver-errors.js'
import { timeoutError } from './timeout-error.js'

/** Max time in ms for a read, or until a transaction has begun: a server may accept connections but not respond. */
const TIMEOUT_MS = 10_000

/** Limits of the attempts at a read or a transaction. */
export interface AttemptLimits {
  /** After an interruption, each connection of a pool fails once. */
  readonly maxAttempts: number
  /** Whether the database responds to others: determines the error of a timeout. */
  readonly isConnected: () => boolean
}

/** Runs a read, and repeats it on another connection if the connection was lost and `mayRepeat` is not false. */
export function attemptRead<T>(
  read: () => Promise<T>,
  { maxAttempts, isConnected, mayRepeat = true }: AttemptLimits & { readonly mayRepeat?: boolean },
): Promise<T> {
  let hasTimedOut = false
  const reading = withRetries(read, maxAttempts, () => mayRepeat && !hasTimedOut)
  return rejectAfter(TIMEOUT_MS, reading, () => {
    hasTimedOut = true
    return timeoutError(isConnected())
  })
}

/** How far a transaction has come, in all attempts together. */
class TransactionProgress {
  #state: 'pending' | 'begun' | 'late' = 'pending'
  #resolveBeginning = () => {}
  /** Resolves when the transaction has begun. */
  readonly beginning = new Promise<void>((resolve) => {
    this.#resolveBeginning = resolve
  })

  get isPending(): boolean {
    return this.#state === 'pending'
  }

  /** Notes that the transaction has begun. Throws if its caller no longer waits for it. */
  begin(): void {
    this.throwIfLate()
    this.#state = 'begun'
    this.#resolveBeginning()
  }

  /** Notes that the caller no longer waits. */
  timeOut(): void {
    this.#state = 'late'
  }

  throwIfLate(): void {
    if (this.#state === 'late') throw new DatabaseUnavailable(new Error('too late'))
  }
}

/**
 * Runs a transaction, and repeats it on another connection if the connection was lost before `progress.begin()`.
 * Rejects if it has not begun in time; it then never begins.
 */
export function attemptTransaction<T>(
  run: (progress: TransactionProgress) => Promise<T>,
  { maxAttempts, isConnected }: AttemptLimits,
): Promise<T> {
  const progress = new TransactionProgress()
  const running = withRetries(
    () => run(progress),
    maxAttempts,
    () => progress.isPending,
  )
  const onTimeout = () => {
    progress.timeOut()
    return timeoutError(isConnected())
  }
  return rejectAfter(TIMEOUT_MS, running, onTimeout, Promise.race([progress.beginning, running]))
}

/**
 * Runs work, and retries it if the connection was lost and `mayRetry` returns true. Converts errors that mean an
 * unavailable database to `DatabaseUnavailable`.
 */
async function withRetries<T>(work: () => Promise<T>, maxAttempts: number, mayRetry: () => boolean): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      if (isConnectionLost(error) && mayRetry() && attempts < maxAttempts) continue
      throw meansUnavailable(error) ? new DatabaseUnavailable(error) : error
    }
  }
}
