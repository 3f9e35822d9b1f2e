import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@plinth/testing'
import pg from 'pg'
import { until } from '../../faults/support/until.js'
import { nodeConfiguration, SUPERUSER } from './node-configuration.js'
import { isRunning, processTree, ServerProcess, signal } from './server-process.js'

const POLL_MS = 50

/** A change of a standby to the primary; times are by `performance.now()`. */
export interface Promotion {
  /** When it was last found to be a standby. */
  readonly lastStandbyAt: number
  /** When it was first found to be the primary. */
  readonly primaryAt: number
}

/** A PostgreSQL server, and the Patroni process that manages it. */
export class PatroniNode {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly #folder: string
  #patroni: ServerProcess | undefined
  #frozenServer: readonly number[] = []
  #earlierOutput = ''

  /** Creates a node, whose files are in `folder`, of the cluster at that port of etcd. */
  static async create(name: string, folder: string, etcdPort: number): Promise<PatroniNode> {
    const node = new PatroniNode(name, folder, await freePort(), await freePort())
    const { port, data } = node
    const configuration = nodeConfiguration({ name, port, restPort: node.restPort, etcdPort, data })
    await writeFile(node.#configurationFile, JSON.stringify(configuration)) // JSON is YAML too
    return node
  }

  private constructor(name: string, folder: string, port: number, restPort: number) {
    this.name = name
    this.#folder = folder
    this.port = port
    this.restPort = restPort
  }

  /** The output of all Patroni processes of this node. */
  get output(): string {
    return this.#earlierOutput + (this.#patroni?.output ?? '')
  }

  get data(): string {
    return join(this.#folder, this.name)
  }

  /** Starts Patroni, which creates the server, or starts it as the primary or a standby. */
  start(): void {
    this.#earlierOutput = this.output
    this.#patroni = new ServerProcess('patroni', [this.#configurationFile])
  }

  /** Kills Patroni and the server. Resolves when no process is left. */
  async kill(): Promise<void> {
    const server = await this.#serverProcesses()
    await this.#patroni?.end('SIGKILL')
    signal(server.slice(0, 1), 'SIGKILL') // the other processes of the server then exit
    await until(() => !server.some(isRunning))
  }

  /** Waits until the server stops, as it does before another node becomes the primary. Returns when it did. */
  async untilStopped(): Promise<number> {
    const server = await this.#serverProcesses()
    await until(() => !server.some(isRunning))
    return performance.now()
  }

  /** Stops all processes, like those of a machine that hangs. Their connections stay open. */
  async freeze(): Promise<void> {
    this.#patroni?.send('SIGSTOP')
    const [postmaster = 0] = await this.#serverProcesses()
    signal([postmaster], 'SIGSTOP') // first, so that it starts no further process
    this.#frozenServer = processTree(postmaster)
    signal(this.#frozenServer, 'SIGSTOP')
  }

  /** Continues the server, but not Patroni, which would stop a server that is no longer the primary. */
  thawServer(): void {
    signal(this.#frozenServer, 'SIGCONT')
  }

  thawPatroni(): void {
    this.#patroni?.send('SIGCONT')
  }

  /** Makes new connections wait while `work` runs, as on a busy server. Open connections are not affected. */
  async withoutNewConnections<T>(work: () => Promise<T>): Promise<T> {
    const postmasters = (await this.#serverProcesses()).slice(0, 1)
    signal(postmasters, 'SIGSTOP')
    return work().finally(() => signal(postmasters, 'SIGCONT'))
  }

  /** Kills all processes, also frozen ones. */
  async destroy(): Promise<void> {
    const server = await this.#serverProcesses().catch(() => [])
    await this.#patroni?.end('SIGKILL')
    signal(server, 'SIGKILL')
    await until(() => !server.some(isRunning))
  }

  /** Waits until this standby is the primary. */
  untilPromoted(): Promise<Promotion> {
    return this.session(async (client) => {
      for (let lastStandbyAt = performance.now(); ; ) {
        const askedAt = performance.now()
        const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby')
        if (!rows[0].standby) return { lastStandbyAt, primaryAt: performance.now() }
        lastStandbyAt = askedAt
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    })
  }

  /** Returns the role of a node in the cluster, such as `leader` or `sync_standby`, as this node's Patroni sees it. */
  async roleOf(node: PatroniNode): Promise<string | undefined> {
    const response = await fetch(`${this.#restUrl}/cluster`).catch(() => undefined) // Patroni may not listen yet
    const { members } = ((await response?.json()) ?? {}) as { members?: { name: string; role: string }[] }
    return members?.find(({ name }) => name === node.name)?.role
  }

  /** Asks Patroni to make a standby the primary instead of this node. Resolves when that is done. */
  async switchOverTo(candidate: PatroniNode): Promise<void> {
    const body = JSON.stringify({ leader: this.name, candidate: candidate.name })
    const response = await fetch(`${this.#restUrl}/switchover`, { method: 'POST', body })
    if (!response.ok) throw new Error(`no switchover: ${response.status} ${await response.text()}`)
  }

  /** Opens a superuser's connection, passes it to `use`, and closes it. */
  async session<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ ...SUPERUSER, host: '127.0.0.1', port: this.port, database: 'postgres' })
    client.on('error', () => {}) // the query under way rejects
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }

  async #serverProcesses(): Promise<number[]> {
    const [postmaster] = (await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n')
    return processTree(Number(postmaster))
  }

  get #restUrl(): string {
    return `http://127.0.0.1:${this.restPort}`
  }

  get #configurationFile(): string {
    return join(this.#folder, `${this.name}.yml`)
  }
}
