import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { REPO_ROOT, withTimeout } from './child.js'

/**
 * A request that is repeated. In headers and body `[n]` is replaced by a new number each time, formatted as in keys.
 */
export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A load for a server. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** A whole number. */
  readonly seconds: number
  /** The requests are divided among the connections. */
  readonly requests: readonly LoadRequest[]
}

export interface LoadResult {
  /** Number of responses with a status of 2xx. */
  readonly responses: number
  readonly seconds: number
  readonly failures: number
}

/** Sends requests as fast as the server responds, from a process of its own. */
export class LoadGenerator {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  constructor(signal: AbortSignal) {
    this.#child = fork('bench/support/load-process.ts', {
      cwd: REPO_ROOT,
      execArgv: ['--import', 'tsx'],
      signal: withTimeout(signal),
      killSignal: 'SIGKILL',
    })
    this.#child.on('error', () => {}) // emitted when the signal aborts
    this.#ended = once(this.#child, 'exit').then(() => {
      throw new Error('the load generator exited')
    })
    this.#ended.catch(() => {})
  }

  /** Throws if a response was not a 2xx: failures are fast, and would distort the result. */
  async run(load: Load): Promise<LoadResult> {
    const finished = new Promise<LoadResult>((resolve) => this.#child.once('message', resolve))
    this.#child.send(load)
    const result = await Promise.race([finished, this.#ended])
    if (result.failures > 0) throw new Error(`${load.url}: ${result.failures} of ${result.responses} requests failed`)
    return result
  }

  stop(): void {
    this.#child.disconnect()
  }
}
