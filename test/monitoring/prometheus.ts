import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, until } from '@plinth/testing'
import { stringify } from 'yaml'
import { MONITORING, prometheusFile } from './monitoring-files.js'

/** Interval of scrapes and evaluations in tests. */
const INTERVAL = '1s'

export interface Sample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: number
}

interface Rule {
  readonly name: string
  readonly health: string
  readonly lastError?: string
  readonly state: string
}

/** Runs promtool. Resolves to its output, and whether it succeeded. */
export async function promtool(...args: string[]): Promise<{ isValid: boolean; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)('promtool', args, { cwd: MONITORING })
    return { isValid: true, output: stdout + stderr }
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string }
    return { isValid: false, output: `${message}${stdout}${stderr}` }
  }
}

/** A Prometheus with the files for operators, but with other targets and shorter intervals. */
export class Prometheus {
  readonly #url: string
  readonly #folder: string
  readonly #child: ChildProcess
  #stderr = ''

  static async start(targets: readonly string[]): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-prometheus-'))
    await cp(join(MONITORING, 'alerts.yml'), join(folder, 'alerts.yml'))
    await writeFile(join(folder, 'prometheus.yml'), stringify(testConfiguration(targets)))
    const prometheus = new Prometheus(folder, await freePort())
    await until(() => prometheus.#isReady()).catch(async (error) => {
      await prometheus.stop()
      throw new Error(`Prometheus does not start: ${prometheus.#stderr}`, { cause: error })
    })
    return prometheus
  }

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.#url = `http://127.0.0.1:${port}`
    const options = {
      'config.file': join(folder, 'prometheus.yml'),
      'storage.tsdb.path': join(folder, 'data'),
      'web.listen-address': `127.0.0.1:${port}`,
    }
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    this.#child = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    process.once('exit', () => this.#child.kill()) // also after a failure
    this.#child.on('error', (error) => {
      this.#stderr += error.message
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
    })
  }

  /** Returns the current result of a query. Throws if the query is invalid. */
  async query(expr: string): Promise<Sample[]> {
    const { result } = await this.#ask('query', { query: expr })
    return (result as { metric: Sample['metric']; value: [number, string] }[]).map(({ metric, value }) => ({
      metric,
      value: Number(value[1]),
    }))
  }

  async rules(): Promise<Rule[]> {
    const { groups } = await this.#ask('rules')
    return (groups as { rules: Rule[] }[]).flatMap(({ rules }) => rules)
  }

  /** Returns the names of the alerts that are pending or firing. */
  async activeAlerts(): Promise<string[]> {
    return (await this.rules()).filter(({ state }) => state !== 'inactive').map(({ name }) => name)
  }

  async stop(): Promise<void> {
    if (this.#child.pid !== undefined && this.#child.exitCode === null) {
      this.#child.kill()
      await once(this.#child, 'exit')
    }
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #isReady(): Promise<boolean> {
    const response = await fetch(`${this.#url}/-/ready`).catch(() => undefined)
    return response?.status === 200
  }

  async #ask(path: string, parameters: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
    const { status, error, data } = (await response.json()) as Record<string, unknown>
    if (status !== 'success') throw new Error(`${parameters.query}: ${error}`)
    return data as Record<string, unknown>
  }
}

function testConfiguration(targets: readonly string[]) {
  const file = prometheusFile()
  Object.assign(file.global, { scrape_interval: INTERVAL, scrape_timeout: INTERVAL, evaluation_interval: INTERVAL })
  for (const { static_configs } of file.scrape_configs)
    for (const config of static_configs) config.targets = [...targets]
  return file
}
