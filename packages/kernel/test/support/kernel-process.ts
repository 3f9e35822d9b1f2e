import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Where the packages can be imported by their names. */
const HOME = fileURLToPath(new URL('../../../..', import.meta.url))

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
  const options = ['--import', 'tsx', '--conditions=plinth-source', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, options, { cwd: HOME, stdio: ['ignore', 'pipe', 'inherit'] })
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
