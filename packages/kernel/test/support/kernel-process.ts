import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Folder in which the packages can be imported by their names. */
const REPO_ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** Options to run the sources. With the built packages, if the test run has them, a process starts twice as fast. */
const NODE_FLAGS = process.env.PLINTH_TEST_BUILT === '1' ? [] : ['--import', 'tsx', '--conditions=plinth-source']

/** Separate process that runs a script. */
export interface KernelProcess {
  /** First line that the process printed. */
  readonly firstLine: string
  /** Kills the process immediately; resolves when it has exited. */
  kill(): Promise<void>
}

/** Runs the source of a module in a separate process; it may use `settings`. Resolves once it has printed a line. */
export async function startProcess(module: string, settings: object): Promise<KernelProcess> {
  const script = `const settings = ${JSON.stringify(settings)}\n${module}`
  const child = spawn(process.execPath, [...NODE_FLAGS, '--input-type=module', '--eval', script], {
    cwd: REPO_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const firstLine = await Promise.race([lineOf(child), exited.then(() => '(the process exited without output)')])
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { firstLine, kill }
}

async function lineOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) return ''
  const [line] = await once(createInterface({ input: stdout }), 'line')
  return String(line)
}
