import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { freePort, TestClient } from '@plinth/testing'
import { type ContainerOptions, engine } from './engine.js'

/** Maximum time in ms to wait for an output of a container. Creating a container may take half a minute. */
const OUTPUT_TIMEOUT_MS = 90_000

/** Time in ms after SIGTERM until the container is killed. */
const STOP_TIMEOUT_MS = 20_000

const running = new Set<Container>()
process.once('exit', () => {
  for (const container of running) container.kill()
})

/** A running container. It is killed when this process exits, if it has not ended by then. */
export class Container {
  stdout = ''
  stderr = ''
  readonly #name: string
  readonly #group: number
  readonly #stdout: Readable
  readonly #ended: Promise<number | null>

  static async run(options: Partial<ContainerOptions>): Promise<Container> {
    const name = `plinth-test-${randomUUID()}`
    return new Container(name, await engine.commandOf({ variables: {}, readOnly: true, ...options }, name))
  }

  private constructor(name: string, [command, ...args]: readonly [string, ...string[]]) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk
    })
    if (child.pid === undefined) throw new Error(`${command} cannot be run`)
    this.#name = name
    this.#group = child.pid
    this.#stdout = child.stdout
    running.add(this)
    this.#ended = once(child, 'close').then(([code]) => {
      running.delete(this)
      return code
    })
  }

  /** Resolves when the output matches a pattern; throws if the container ends or prints nothing for too long. */
  async waitForOutput(pattern: RegExp): Promise<RegExpMatchArray> {
    const timeout = AbortSignal.timeout(OUTPUT_TIMEOUT_MS)
    for (;;) {
      const match = `${this.stderr}\n${this.stdout}`.match(pattern)
      if (match) return match
      const ended = await Promise.race([
        once(this.#stdout, 'data', { signal: timeout }).then(() => false),
        this.#ended.then(() => true),
      ])
      if (ended && !pattern.test(this.stdout))
        throw new Error(`it ended without printing ${pattern}:\n${this.stdout}${this.stderr}`)
    }
  }

  /** The lines of the log, parsed. */
  get logLines(): { pid: number; msg: string; level: number }[] {
    const lines = this.stdout.split('\n').filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line))
  }

  /** Resolves with the exit code when the container has ended. */
  get ended(): Promise<number | null> {
    return this.#ended
  }

  /** Sends SIGTERM to PID 1. */
  terminate(): void {
    if (running.has(this)) engine.signal(this.#name, this.#group, 'SIGTERM')
  }

  /** Sends SIGTERM to PID 1, and resolves with the exit code, or with `null` if the container had to be killed. */
  async stop(): Promise<number | null> {
    this.terminate()
    const timer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS)
    const code = await this.#ended
    clearTimeout(timer)
    return code
  }

  /** Kills all processes of the container. */
  kill(): void {
    engine.signal(this.#name, this.#group, 'SIGKILL')
  }
}

/** A Plinth service in a container. */
export interface Service extends Container {
  readonly port: number
  readonly client: TestClient
}

/** Starts a service in a container, and waits until it listens. */
export async function serve(folder: string, variables: Readonly<Record<string, string>> = {}): Promise<Service> {
  const port = await freePort()
  const settings = { PLINTH_PORT: String(port), PLINTH_BCRYPT_COST: '4', ...variables }
  const container = await Container.run({ folder, variables: settings })
  await container.waitForOutput(/Plinth is listening on/)
  return Object.assign(container, { port, client: new TestClient(`http://127.0.0.1:${port}/api`) })
}

/** Runs a container until it ends. Returns its exit code and output. */
export async function run(options: Partial<ContainerOptions>) {
  const container = await Container.run(options)
  const code = await container.ended
  return { code, stdout: container.stdout, stderr: container.stderr }
}
