import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Where the packages can be imported by their names. */
const REPO_ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** It starts in half the time with what was built, where a run says that it is there. */
const NODE_FLAGS = process.env.PLINTH_TEST_BUILT === '1' ? [] : ['--import', 'tsx', '--conditions=plinth-source']

/** A process of its own that runs a script. */
export interface KernelProcess {
  /** The first line that it printed. */
  readonly firstLine: string
  /** Ends it as a power cut would; resolves when it is gone. */
  kill(): Promise<void>
}

/** Runs a module in a process of its own, with settings as `settings`; resolves once it has printed a line. */
export async function startProcess(module: string, settings: object): Promise<KernelProcess> {
  const script = `const settings = ${JSON.stringify(settings)}\n${module}`
  const child = spawn(process.execPath, [...NODE_FLAGS, '--input-type=module', '--eval', script], {
    cwd: REPO_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const firstLine = await Promise.race([lineOf(child), exited.then(() => '(it has ended)')])
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
