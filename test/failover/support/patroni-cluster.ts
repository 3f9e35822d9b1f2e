import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@plinth/testing'
import { until } from '../../faults/support/until.js'
import { PatroniNode } from './patroni-node.js'
import { ServerProcess } from './server-process.js'

const PASSWORD = 'database-password'

/** Two PostgreSQL servers, of which Patroni makes one the primary, with its etcd. */
export class PatroniCluster {
  readonly first: PatroniNode
  readonly second: PatroniNode
  readonly #folder: string
  readonly #etcd: ServerProcess

  /** Starts both servers and creates an empty database. The first one is the primary, the second one its standby. */
  static async start(): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-failover-'))
    await chmod(folder, 0o777) // the servers run as another user when the tests run as root
    const [port, peerPort] = [await freePort(), await freePort()]
    const etcd = new ServerProcess('etcd', etcdOptions(join(folder, 'etcd'), port, peerPort))
    const nodes = [
      await PatroniNode.create('node1', folder, port),
      await PatroniNode.create('node2', folder, port),
    ] as const
    const cluster = new PatroniCluster(folder, etcd, nodes)
    try {
      await cluster.#begin()
      return cluster
    } catch (error) {
      console.error(`${etcd.output}\n${nodes.map(({ output }) => output).join('\n')}`)
      await cluster.stop()
      throw error
    }
  }

  private constructor(folder: string, etcd: ServerProcess, nodes: readonly [PatroniNode, PatroniNode]) {
    this.#folder = folder
    this.#etcd = etcd
    this.first = nodes[0]
    this.second = nodes[1]
  }

  /** URL of the database, with both servers. */
  get url(): string {
    const hosts = [this.first, this.second].map(({ port }) => `127.0.0.1:${port}`)
    return `postgres://plinth:${PASSWORD}@${hosts.join()}/plinth?target_session_attrs=read-write`
  }

  /** URL of the database on one server. */
  urlOf({ port }: PatroniNode): string {
    return `postgres://plinth:${PASSWORD}@127.0.0.1:${port}/plinth`
  }

  /** Waits until a node is the primary, and the other one a standby for which each commit waits. */
  async untilComplete(primary: PatroniNode): Promise<void> {
    const standby = primary === this.first ? this.second : this.first
    await until(async () => (await primary.roleOf(primary)) === 'leader')
    await until(async () => (await primary.roleOf(standby)) === 'sync_standby')
  }

  async stop(): Promise<void> {
    await Promise.all([this.first.destroy(), this.second.destroy()])
    await this.#etcd.end('SIGKILL')
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #begin(): Promise<void> {
    this.first.start()
    await until(async () => (await this.first.roleOf(this.first)) === 'leader')
    this.second.start()
    await this.first.session(async (client) => {
      await client.query(`CREATE ROLE plinth LOGIN PASSWORD '${PASSWORD}'`)
      await client.query('CREATE DATABASE plinth OWNER plinth')
    })
    await this.untilComplete(this.first)
  }
}

function etcdOptions(data: string, port: number, peerPort: number): string[] {
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return [
    ...['--name', 'etcd', '--data-dir', data, '--enable-v2'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...[
      '--listen-peer-urls',
      peerUrl,
      '--initial-advertise-peer-urls',
      peerUrl,
      '--initial-cluster',
      `etcd=${peerUrl}`,
    ],
  ]
}
