import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TempDatabase } from '@plinth/testing'
import { NODE_FLAGS } from '../../support/service-process.js'
import { until } from './until.js'

const PROGRAM = fileURLToPath(new URL('./faulty-host.mjs', import.meta.url))

/** A running program that embeds Plinth. */
export class Host {
  output = ''
  readonly #child: ChildProcess

  static async start({ dataDir }: TempDatabase): Promise<Host> {
    const host = new Host(dataDir)
    await host.waitForOutput('listening on')
    return host
  }

  private constructor(dataDir: string) {
    this.#child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM], { env: { DATA_DIR: dataDir } })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk
      })
  }

  get url(): string {
    return this.output.match(/listening on (http:\S+)/)?.[1] ?? ''
  }

  waitForOutput(text: string): Promise<void> {
    return until(() => this.output.includes(text))
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}
