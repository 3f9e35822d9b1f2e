import type { Authenticated, KernelServices, LogControl, LogLevel } from '@plinth/kernel'
import { bunyanLevel, KeyCheck } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import { LogStream } from './log-stream.js'

/** Maximum number of tails: with more, one client could use up the memory and the connections. */
const MAX_TAILS = 8
/** `Retry-After` of `TOO_MANY_TAILS`. */
const RETRY_AFTER_S = 5
/** Interval and timeout of the checks of a key: a tail ends within 5 s after its key. */
const KEY_CHECK_INTERVAL_MS = 2_000
const KEY_CHECK_TIMEOUT_MS = 2_500
const COMMENT_INTERVAL_MS = 15_000
/** How long a reader may read nothing before its tail ends. */
const READER_TIMEOUT_MS = 60_000

type LogTailsDeps = Pick<KernelServices, 'database' | 'callers' | 'clock' | 'logControl'>

/** Who follows the log, and from which level on. */
export interface TailRequest {
  readonly principal: Authenticated
  readonly level: LogLevel
  readonly stopSignal: AbortSignal
}

/** Streams the log of this process to clients: the last lines, and then each line when it is written. */
export class LogTails {
  readonly #deps: LogTailsDeps
  readonly #logControl: LogControl
  #count = 0

  constructor({ database, callers, clock, logControl }: LogTailsDeps) {
    this.#deps = { database, callers, clock, logControl }
    this.#logControl = logControl
  }

  /**
   * Returns server-sent events. They end when the reader leaves, when the key ends, and when the service stops. Throws
   * `TOO_MANY_TAILS` (503).
   */
  open(request: TailRequest): LogStream {
    if (this.#count >= MAX_TAILS) throw errors.TOO_MANY_TAILS({}, { retryAfter: RETRY_AFTER_S })
    this.#count += 1
    const stream = new LogStream()
    const release = this.#feed(stream, request)
    stream.once('close', () => {
      release()
      this.#count -= 1
    })
    return stream
  }

  #feed(stream: LogStream, { level, stopSignal, principal }: TailRequest): () => void {
    const { tail } = this.#logControl
    const threshold = bunyanLevel(level)
    for (const line of tail.recent()) if (line.level >= threshold) stream.sendLine(line)
    const unfollow = tail.follow((line) => {
      if (line.level >= threshold) stream.sendLine(line)
    })
    const onStop = () => stream.finish()
    if (stopSignal.aborted) onStop()
    stopSignal.addEventListener('abort', onStop)
    const check = new KeyCheck(this.#deps, principal)
    const endWithoutKey = async () => {
      if (!(await check.isValid(KEY_CHECK_TIMEOUT_MS))) stream.finish()
    }
    const keyTimer = setInterval(() => void endWithoutKey(), KEY_CHECK_INTERVAL_MS).unref()
    const commentTimer = setInterval(() => {
      if (stream.blockedForMs > READER_TIMEOUT_MS) stream.finish()
      else stream.sendComment()
    }, COMMENT_INTERVAL_MS).unref()
    return () => {
      unfollow()
      stopSignal.removeEventListener('abort', onStop)
      clearInterval(keyTimer)
      clearInterval(commentTimer)
    }
  }
}
