import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * The environment without the options of Node, the settings of Plinth, and the variables that `npm run` sets. With the
 * latter, npm would work in the checkout.
 */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_local_prefix)|INIT_CWD|PLINTH_|NODE_(?!EXTRA_CA_CERTS))/.test(name),
  ),
)

export interface RunOptions {
  readonly cwd: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Runs a command to its end, whatever its exit code. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, variables }: RunOptions,
): Promise<ProcessResult> {
  const child = spawn(command, args, { cwd, env: { ...ENVIRONMENT, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Runs a command and prints how long it took. Returns its output, and throws if it fails. */
export async function runOrThrow(what: string, command: string, args: readonly string[], options: RunOptions) {
  const began = Date.now()
  const { code, stdout, stderr } = await run(command, args, options)
  if (code !== 0) throw new Error(`${what} failed with ${code}:\n${stdout}\n${stderr}`)
  console.log(`      ${what}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return stdout
}
