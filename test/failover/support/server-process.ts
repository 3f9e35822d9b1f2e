import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** User and group of servers: `postgres` if this process is root, because PostgreSQL refuses to run as root. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : {}

function idOfPostgres(option: string): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}

/** A program that runs as the servers' user until it is ended. */
export class ServerProcess {
  output = ''
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>

  constructor(program: string, args: readonly string[]) {
    const child = spawn(program, args, { ...SERVER_USER, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk
      })
    this.#child = child
    this.#exited = once(child, 'exit')
    this.#exited.catch(() => {}) // reported by `end`
  }

  send(signalName: NodeJS.Signals): void {
    this.#child.kill(signalName)
  }

  /** Sends a signal that ends the program, and waits until it has exited. */
  async end(signalName: NodeJS.Signals): Promise<void> {
    this.#child.kill(signalName)
    await this.#exited
  }
}

/** Returns a process and all its descendants. */
export function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => processTree(Number(child)))]
}

/** Sends a signal to processes, except those that have exited. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if (isRunning(pid)) throw error
    }
}

/** Whether a process exists and is not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
