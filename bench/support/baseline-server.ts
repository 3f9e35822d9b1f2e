import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { REPO_ROOT, withTimeout } from './child.js'

/** A server to compare the service with, in a process of its own. */
export class BaselineServer {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  /** Runs a program of `bench/baselines` that prints its URL. */
  static start(program: string, args: readonly string[], signal: AbortSignal): Promise<BaselineServer> {
    return BaselineServer.startNode(['--import', 'tsx', `bench/baselines/${program}`, ...args], signal)
  }

  /** Runs Node with these arguments. The program must print its URL. */
  static async startNode(args: readonly string[], signal: AbortSignal): Promise<BaselineServer> {
    const child = spawn(process.execPath, args, {
      cwd: REPO_ROOT,
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
      signal: withTimeout(signal),
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.on('error', () => {}) // emitted when the signal aborts
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${args.join(' ')} exited`)
    })
    ended.catch(() => {})
    const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
    return new BaselineServer(url, child)
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
