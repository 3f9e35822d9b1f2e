import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@plinth/testing'

const EXAMPLES = fileURLToPath(new URL('../..', import.meta.url))
/** Whether to run the compiled examples, which start faster. */
const isBuilt = process.env.PLINTH_TEST_BUILT === '1'
const TSX = ['--import', import.meta.resolve('tsx'), '--conditions=plinth-source']
/** Nest needs decorators. tsx would look for a tsconfig.json in the working folder, which has none. */
const TSCONFIG = { TSX_TSCONFIG_PATH: join(EXAMPLES, 'tsconfig.json') }

/** An example that runs in its own process, with a temporary data folder. */
export class RunningExample {
  stdout = ''
  stderr = ''
  readonly #folder: string
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown[]>

  private constructor(file: string, folder: string) {
    const args = isBuilt ? [join(EXAMPLES, 'dist', file.replace('.ts', '.js'))] : [...TSX, join(EXAMPLES, 'src', file)]
    const { PATH = '' } = process.env
    this.#folder = folder
    this.#child = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH, DATA_DIR: folder, PORT: '0', ...TSCONFIG },
    })
    this.#ended = once(this.#child, 'close')
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk
    })
  }

  static async start(file: string): Promise<RunningExample> {
    return new RunningExample(file, await mkdtemp(join(tmpdir(), 'plinth-example-')))
  }

  /** Returns the URL of the example, once it listens. */
  async url(): Promise<string> {
    await until(() => /port: \d+/.test(this.stdout) || this.#child.exitCode !== null)
    const [, port] = this.stdout.match(/port: (\d+)/) ?? []
    if (port === undefined) throw new Error(`the example exited before it listened: ${this.stderr}`)
    return `http://127.0.0.1:${port}`
  }

  /** The password of the first user, as announced on stdout. */
  get password(): string {
    return this.stdout.match(/password (\S+)/)?.[1] ?? ''
  }

  /** Sends a signal, if given, and waits until the process exits. Returns its exit code. */
  async end(signal?: NodeJS.Signals): Promise<unknown> {
    if (signal) this.#child.kill(signal)
    const [code] = await this.#ended
    return code
  }

  async clear(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
    await rm(this.#folder, { recursive: true })
  }
}
