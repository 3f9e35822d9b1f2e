import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inTime, REPO_ROOT } from './child.js'

/** A limit that answers requests, as a process of its own. */
export class LimitServer {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  /** Runs a program of `bench/limits` that prints its URL. */
  static start(program: string, args: readonly string[], signal: AbortSignal): Promise<LimitServer> {
    return LimitServer.startNode(['--import', 'tsx', `bench/limits/${program}`, ...args], signal)
  }

  /** Runs Node with these arguments; it must print the URL. */
  static async startNode(args: readonly string[], signal: AbortSignal): Promise<LimitServer> {
    const child = spawn(process.execPath, args, {
      cwd: REPO_ROOT,
      // Restify's spdy touches process.binding
      env: { PATH: process.env.PATH, NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
      signal: inTime(signal),
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.on('error', () => {}) // aborted
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${args.join(' ')} ended`)
    })
    ended.catch(() => {})
    const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
    return new LimitServer(url, child)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
