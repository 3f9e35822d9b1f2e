import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const REPO_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Longest time in ms that one child, or one request, may take. */
const CHILD_TIMEOUT_MS = 20 * 60_000

/** Ends with this signal, or when it takes too long. */
export function inTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(CHILD_TIMEOUT_MS)])
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Ends the child. */
  readonly signal: AbortSignal
}

/** Runs Node with these arguments to its end and returns what it printed. */
export async function run(args: readonly string[], { env = {}, signal }: ChildOptions): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: REPO_ROOT,
    env: { PATH: process.env.PATH, ...env },
    signal: inTime(signal),
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-2_000)}`)
  return stdout
}
