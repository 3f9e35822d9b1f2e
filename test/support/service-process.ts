import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type TempDatabase, TestClient } from '@plinth/testing'

/** The repository root. */
export const REPO_ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Whether test processes run the output of `npm run build`, which starts in half the time. */
export const isBuilt = process.env.PLINTH_TEST_BUILT === '1'
/** Node option with the export condition that selects sources; none for built code. */
export const CONDITIONS = isBuilt ? [] : ['--conditions=plinth-source']
/** Node options for a JavaScript program that imports packages. */
export const NODE_FLAGS = isBuilt ? [] : ['--import', import.meta.resolve('tsx'), ...CONDITIONS]
/** Whether test processes run the bundled CLI, whose coverage cannot be measured. */
export const isBundled = isBuilt && !process.env.NODE_V8_COVERAGE
/** Arguments for Node to run the CLI. */
export const PLINTH: readonly string[] = [...NODE_FLAGS, join(REPO_ROOT, 'packages/service', program())]
export const SECRET_KEY = 'a key for tests only, of 32 bytes or more'

/** Maximum time in ms for a service to start on a busy machine. */
const START_TIMEOUT_MS = 45_000

/** Number of non-empty lines in which `serve` announces the password of the first user. */
export const ANNOUNCEMENT_LINES = 5

export type Variables = Readonly<Record<string, string>>

/** Returns the complete environment for a service on this database. */
export function variablesFor({ url, dataDir }: Pick<TempDatabase, 'url' | 'dataDir'>): Variables {
  return {
    PLINTH_DATABASE_URL: url,
    PLINTH_DATA_DIR: dataDir,
    PLINTH_SECRET_KEY: SECRET_KEY,
    PLINTH_PORT: '0',
    PLINTH_BCRYPT_COST: '4',
  }
}

export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly enforceFilePermissions?: boolean
  /** Arguments for Node to run the CLI; `PLINTH` by default. */
  readonly program?: readonly string[]
  readonly cwd?: string
}

/** Drops root's capability to bypass file permissions. */
const DROP_CAPABILITIES = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']

/**
 * Runs the CLI until it exits, with only these environment variables. With `enforceFilePermissions`, file permissions
 * apply even if the tests run as root.
 */
export async function run(
  args: readonly string[],
  variables: Variables,
  input = '',
  { enforceFilePermissions = false, program = PLINTH, cwd = REPO_ROOT }: RunOptions = {},
): Promise<ProcessResult> {
  const prefix = enforceFilePermissions && process.getuid?.() === 0 ? DROP_CAPABILITIES : []
  const [executable = '', ...rest] = [...prefix, process.execPath, ...program, ...args]
  const child = spawn(executable, rest, { cwd, env: variables })
  child.stdin.on('error', () => {}) // the process may exit before it reads its input
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

const DOCKER_STOP_TIMEOUT_MS = 10_000

/** Starts the CLI with a file size limit in KiB. */
function spawnLimited(command: readonly string[], variables: Variables, maxFileKiB?: number) {
  const limit = maxFileKiB === undefined ? '' : `ulimit -f ${maxFileKiB}; `
  return spawn('bash', ['--norc', '-c', `${limit}exec "$0" "$@"`, ...command], { cwd: REPO_ROOT, env: variables })
}

/** Runs the CLI until it exits, with a file size limit in KiB, which simulates a full disk. */
export async function runOnFullDisk(
  args: readonly string[],
  variables: Variables,
  maxFileKiB: number,
): Promise<ProcessResult> {
  const child = spawnLimited([process.execPath, ...PLINTH, ...args], variables, maxFileKiB)
  child.stdin.end()
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Starts the CLI on a terminal, which receives all its output and is the source of its input. */
function spawnOnTerminal(args: readonly string[], env: Variables, input = '') {
  const command = [process.execPath, ...PLINTH, ...args].map((word) => `'${word}'`).join(' ')
  const options = ['--quiet', '--return', '--command', command, '/dev/null']
  const child = spawn('script', options, { cwd: REPO_ROOT, env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {}) // the process may exit before it reads its input
  child.stdin.end(input)
  return child
}

/** Kills `plinth serve` on a terminal once its output contains `lastText`, and returns the output. */
export async function serveOnTerminal(variables: Variables, lastText: string): Promise<string> {
  const child = spawnOnTerminal(['serve'], variables)
  const ended = once(child, 'close')
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (output.includes(lastText)) child.kill('SIGKILL') // which also closes the terminal
  }
  await ended
  return output.replaceAll('\r\n', '\n')
}

/** Runs the CLI until it exits, on a terminal, which receives all its output and is the source of its input. */
export async function runOnTerminal(
  args: readonly string[],
  variables: Variables,
  input = '',
): Promise<Omit<ProcessResult, 'stderr'>> {
  const child = spawnOnTerminal(args, variables, input)
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, stdout }
}

/** Starts `plinth serve` and waits until it listens. A file size limit in KiB simulates a full disk. */
export async function serve(variables: Variables, maxFileKiB?: number, program = PLINTH): Promise<Service> {
  const service = new Service(variables, maxFileKiB, program)
  try {
    await service.waitUntilListening()
    return service
  } catch (error) {
    service.kill()
    throw error
  }
}

/** A running `plinth serve`. */
export class Service {
  stdout = ''
  stderr = ''
  readonly #child: ChildProcess
  readonly #stdout: Readable
  readonly #ended: Promise<[code: number | null, signal: string | null]>

  constructor(variables: Variables, maxFileKiB?: number, program = PLINTH) {
    const command = [process.execPath, ...program, 'serve']
    const child = spawnLimited(command, variables, maxFileKiB)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk
    })
    this.#child = child
    this.#stdout = child.stdout
    this.#ended = once(child, 'close') as Promise<[number | null, string | null]>
  }

  get pid(): number {
    return Number(this.#child.pid)
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Resolves when the service listens. Rejects if it exits first or takes too long. */
  async waitUntilListening(): Promise<void> {
    const signal = AbortSignal.timeout(START_TIMEOUT_MS)
    const ended = this.#ended.then(() =>
      Promise.reject(new Error(`the service exited before it listened: ${this.stderr}`)),
    )
    while (this.url === '') await Promise.race([once(this.#stdout, 'data', { signal }), ended])
    ended.catch(() => {}) // avoids an unhandled rejection when the service exits later
  }

  get logLines(): string[] {
    return linesOf(this.stdout).filter((line) => line.startsWith('{'))
  }

  get url(): string {
    return this.stdout.match(/listening on (http:[^\s"]+)["\s]/)?.[1] ?? ''
  }

  get client(): TestClient {
    return new TestClient(this.url)
  }

  /** Sends a signal, and resolves when the process has exited. */
  async end(signalName: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null; signal: string | null }> {
    this.#child.kill(signalName)
    const [code, signal] = await this.#ended
    return { code, signal }
  }

  /** Stops like `docker stop`: SIGTERM, then SIGKILL after 10 s. */
  async stop(): Promise<{ code: number | null; signal: string | null }> {
    const timer = setTimeout(() => this.kill(), DOCKER_STOP_TIMEOUT_MS)
    return this.end('SIGTERM').finally(() => clearTimeout(timer))
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** Returns the non-empty lines of an output. */
export function linesOf(output: string): string[] {
  return output.split('\n').filter(Boolean)
}

function program(): string {
  if (isBundled) return 'dist/bundle/plinth.cjs'
  return isBuilt ? 'dist/bin/plinth.js' : 'src/bin/plinth.ts'
}
