import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { inTime, REPO_ROOT } from './child.js'

/**
 * One request that is asked over and over. In headers and body `[n]` is another number each time, as it stands in keys.
 */
export interface LoadedRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a server is loaded with. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** Whole ones. */
  readonly seconds: number
  /** Each connection asks its share of them in turn. */
  readonly requests: readonly LoadedRequest[]
}

export interface LoadResult {
  /** Those with a status of 2xx. */
  readonly answers: number
  readonly seconds: number
  readonly failures: number
  /** In ms. */
  readonly p50: number
  readonly p97: number
}

/** Asks as fast as it gets answers, from a process of its own. */
export class LoadGenerator {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  constructor(signal: AbortSignal) {
    this.#child = fork('bench/support/load.ts', {
      cwd: REPO_ROOT,
      execArgv: ['--import', 'tsx'],
      signal: inTime(signal),
      killSignal: 'SIGKILL',
    })
    this.#child.on('error', () => {}) // aborted
    this.#ended = once(this.#child, 'exit').then(() => {
      throw new Error('the load generator ended')
    })
    this.#ended.catch(() => {})
  }

  /** Throws when anything was answered but with a 2xx: what fails is quickly done. */
  async run(load: Load): Promise<LoadResult> {
    const answered = new Promise<LoadResult>((resolve) => this.#child.once('message', resolve))
    this.#child.send(load)
    const result = await Promise.race([answered, this.#ended])
    if (result.failures > 0) throw new Error(`${load.url}: ${result.failures} of ${result.answers} requests failed`)
    return result
  }

  stop(): void {
    this.#child.disconnect()
  }
}
