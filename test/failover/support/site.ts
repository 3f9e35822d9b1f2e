import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Service, serve, variablesFor } from '../../support/service-process.js'
import { Caller, FIRST_PASSWORD } from './caller.js'
import { NginxProxy } from './nginx-proxy.js'
import { Records } from './records.js'

const PROBE_INTERVAL_MS = 50

/** Two replicas of Plinth behind nginx, with their callers and what these have recorded. */
export class Site {
  readonly services: readonly [Service, Service]
  readonly proxy: NginxProxy
  readonly records = new Records()
  readonly proxyCaller: Caller
  /** Callers that bypass the proxy, one of each replica. */
  readonly replicaCallers: readonly [Caller, Caller]
  readonly #folder: string
  readonly #probes: Promise<unknown>[] = []
  #sudoKey = ''

  /** Starts everything on an empty database, whose URL the replicas read from a file, and logs in as sudo. */
  static async start(databaseUrl: string): Promise<Site> {
    const dataDir = await mkdtemp(join(tmpdir(), 'plinth-site-'))
    const urlFile = join(dataDir, 'database-url')
    await writeFile(urlFile, databaseUrl, { mode: 0o600 })
    const { PLINTH_DATABASE_URL: _, ...others } = variablesFor({ url: databaseUrl, dataDir })
    const variables = {
      ...others,
      PLINTH_DATABASE_URL_FILE: urlFile,
      PLINTH_SUDO_PASSWORD: FIRST_PASSWORD,
      PLINTH_TRUSTED_PROXIES: '127.0.0.1',
      PLINTH_RATE_LIMIT: '1000000',
      PLINTH_SESSIONS_PER_USER: '1000',
    }
    const services = await Promise.all([serve(variables), serve(variables)])
    const [one, other] = services
    const site = new Site(dataDir, services, await NginxProxy.start([new URL(one.url), new URL(other.url)]))
    site.#sudoKey = (await site.proxyCaller.logIn('sudo')) ?? ''
    return site
  }

  private constructor(folder: string, services: readonly [Service, Service], proxy: NginxProxy) {
    this.#folder = folder
    this.services = services
    this.proxy = proxy
    const callerOf = (url: string) => new Caller(url, this.records, () => this.#sudoKey)
    this.proxyCaller = callerOf(proxy.url)
    this.replicaCallers = [callerOf(services[0].url), callerOf(services[1].url)]
  }

  /** Returns how many ms after `since` each replica first acknowledged a write that this call has sent. */
  recoveryTimes(since: number): Promise<number[]> {
    return Promise.all(this.replicaCallers.map(async (caller) => (await this.#firstWriteAt(caller)) - since))
  }

  /** Waits until the responses have arrived for which `recoveryTimes` did not wait. */
  async settle(): Promise<void> {
    await Promise.all(this.#probes.splice(0))
  }

  async stop(): Promise<void> {
    await this.proxy.stop()
    await Promise.all(this.services.map((service) => service.end('SIGKILL')))
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Sends a further write at each interval, even if earlier ones have no response yet. */
  async #firstWriteAt(caller: Caller): Promise<number> {
    let doneAt: number | undefined
    while (doneAt === undefined) {
      const probe = caller.issueToken().then((token) => {
        if (token) doneAt ??= performance.now()
      })
      this.#probes.push(probe)
      await Promise.race([probe, pause(PROBE_INTERVAL_MS)])
    }
    return doneAt
  }
}
