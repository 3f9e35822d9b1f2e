import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { TestClient } from '@plinth/testing'
import { type Call, engine } from './engine.js'

/** Longest wait in ms for something in a container to be said: making one may take the tools half a minute. */
const OUTPUT_TIMEOUT_MS = 90_000

/** Longest time in ms from SIGTERM to the end. */
const STOP_TIMEOUT_MS = 20_000

const running = new Set<Container>()
process.once('exit', () => {
  for (const container of running) container.kill()
})

/** A container that runs. It is killed at the latest when this process exits. */
export class Container {
  stdout = ''
  stderr = ''
  readonly #name: string
  readonly #group: number
  readonly #stdout: Readable
  readonly #ended: Promise<number | null>

  static async run(call: Partial<Call>): Promise<Container> {
    const name = `plinth-test-${randomUUID()}`
    const whole = { variables: {}, readOnly: true, ...call }
    return new Container(name, await engine.commandOf(whole, name))
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

  /** Resolves when the container has said something like this; throws when it ends or is silent instead. */
  async says(words: RegExp): Promise<RegExpMatchArray> {
    const isOver = AbortSignal.timeout(OUTPUT_TIMEOUT_MS)
    for (;;) {
      const said = `${this.stderr}\n${this.stdout}`.match(words)
      if (said) return said
      const ended = await Promise.race([
        once(this.#stdout, 'data', { signal: isOver }).then(() => false),
        this.#ended.then(() => true),
      ])
      if (ended && !words.test(this.stdout)) throw new Error(`it ended without ${words}:\n${this.stdout}${this.stderr}`)
    }
  }

  /** The lines of the log, parsed. */
  get logLines(): { pid: number; msg: string; level: number }[] {
    const lines = this.stdout.split('\n').filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line))
  }

  /** Resolves with the exit code when the container has ended by itself. */
  get ended(): Promise<number | null> {
    return this.#ended
  }

  /** Sends SIGTERM to PID 1. */
  terminate(): void {
    if (running.has(this)) engine.signal(this.#name, this.#group, 'SIGTERM')
  }

  /** Sends SIGTERM to PID 1, and resolves with the exit code; with `null` when it had to be killed. */
  async stop(): Promise<number | null> {
    this.terminate()
    const patience = setTimeout(() => this.kill(), STOP_TIMEOUT_MS)
    const code = await this.#ended
    clearTimeout(patience)
    return code
  }

  /** Ends it at once, whatever it is doing. */
  kill(): void {
    engine.signal(this.#name, this.#group, 'SIGKILL')
  }
}

/** A Plinth in a container. */
export interface Service extends Container {
  readonly port: number
  readonly client: TestClient
}

/** Runs the image as it is meant to be run, until it listens. */
export async function serve(folder: string, variables: Readonly<Record<string, string>> = {}): Promise<Service> {
  const port = await freePort()
  const settings = { PLINTH_PORT: String(port), PLINTH_BCRYPT_COST: '4', ...variables }
  const container = await Container.run({ folder, variables: settings })
  await container.says(/Plinth is listening on/)
  return Object.assign(container, { port, client: new TestClient(`http://127.0.0.1:${port}/api`) })
}

/** Runs a container to its end. */
export async function run(call: Partial<Call>) {
  const container = await Container.run(call)
  const code = await container.ended
  return { code, stdout: container.stdout, stderr: container.stderr }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
