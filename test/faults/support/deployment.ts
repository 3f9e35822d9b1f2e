import { type TempDatabase, TestClient, type TestDatabase, testDatabases } from '@plinth/testing'
import { Service, type Variables, variablesFor } from '../../support/service-process.js'
import { Caller, PASSWORD } from './caller.js'
import { checkConsistency } from './check-consistency.js'
import { Ledger } from './ledger.js'

/** How many rounds tests repeat a fault. With the default, as in `npm test`, slow tests are skipped. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)

/** Generous, for a busy machine: tests measure separately what must take a limited time. */
export const TEST_TIMEOUT_MS = 300_000

/** A database with services on it, the ledger of their callers, and the consistency check. */
export class Deployment {
  readonly database: TempDatabase
  readonly ledger = new Ledger()
  readonly caller: Caller
  /** All services that have been started. */
  readonly services: Service[] = []
  readonly #variables: Variables
  #sudoKey = ''

  constructor(database: TempDatabase, variables: Variables = {}) {
    this.database = database
    this.#variables = {
      ...variablesFor(database),
      PLINTH_SUDO_PASSWORD: PASSWORD,
      PLINTH_RATE_LIMIT: '1000000',
      PLINTH_SESSIONS_PER_USER: '100000',
      ...variables,
    }
    this.caller = new Caller(
      this.ledger,
      () => this.running.map(({ url }) => url),
      () => this.#sudoKey,
    )
  }

  static async on(database: TestDatabase, variables?: Variables): Promise<Deployment> {
    return new Deployment(await database.create(), variables)
  }

  /** The services that listen and have not exited. */
  get running(): readonly Service[] {
    return this.services.filter((service) => !service.hasEnded && service.url !== '')
  }

  get variables(): Variables {
    return this.#variables
  }

  /** Starts a service without waiting until it listens. */
  spawn(changes: Variables = {}): Service {
    const service = new Service({ ...this.#variables, ...changes })
    this.services.push(service)
    return service
  }

  /** Starts a service and waits until it listens. Logs in as sudo the first time. */
  async start(changes: Variables = {}): Promise<Service> {
    const service = this.spawn(changes)
    await service.waitUntilListening()
    if (this.#sudoKey === '') this.#sudoKey = (await this.caller.logIn('sudo')) ?? ''
    return service
  }

  get sudoKey(): string {
    return this.#sudoKey
  }

  asSudo({ url }: Service): TestClient {
    return new TestClient(url).withKey(this.#sudoKey)
  }

  checkConsistency(): Promise<void> {
    const { database, ledger, running, services } = this
    return checkConsistency({ database, ledger, running, services })
  }

  async close(): Promise<void> {
    await Promise.all(this.services.filter(({ hasEnded }) => !hasEnded).map((service) => service.end('SIGKILL')))
    await this.database.drop()
  }
}

export function databaseNamed(wanted: TestDatabase['name']): TestDatabase {
  const found = testDatabases.find(({ name }) => name === wanted)
  if (!found) throw new Error(`there is no ${wanted} to test on`)
  return found
}

/** Divides a duration into as many equal parts as there are rounds. Returns a random offset in each part. */
export function offsetsWithin(durationMs: number, rounds = ROUNDS): number[] {
  return Array.from({ length: rounds }, (_, round) => ((round + Math.random()) / rounds) * durationMs)
}
