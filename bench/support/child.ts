import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const REPO_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Limit for one child process, or one request. */
const TIMEOUT_MS = 20 * 60_000

/** Returns a signal that aborts with the given one, or after a timeout. */
export function withTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Ends the child. */
  readonly signal: AbortSignal
}

/** Runs Node with these arguments and returns its output. Throws if it fails. */
export async function run(args: readonly string[], { env = {}, signal }: ChildOptions): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: REPO_ROOT,
    env: { PATH: process.env.PATH, ...env },
    signal: withTimeout(signal),
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}: ${stderr.slice(-2_000)}`)
  return stdout
}
