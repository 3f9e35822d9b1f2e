import { type TempDatabase, TestClient, type TestDatabase, testDatabases } from '@plinth/testing'
import { Service, type Variables, variablesFor } from '../../support/service-process.js'
import { audit } from './audit.js'
import { Caller, PASSWORD } from './caller.js'
import { Ledger } from './ledger.js'

/**
 * How often what is looped is tried: once in `npm test`, where some is not tried at all; as often as `FAULT_ROUNDS`
 * says by `npm run suite faults`.
 */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)

/** Time in ms that a test may take on a machine that has much else to do; what has a bound is measured apart. */
export const TEST_TIMEOUT_MS = 300_000

/** A database with services on it, the ledger of those who call them, and the audit. */
export class Site {
  readonly place: TempDatabase
  readonly ledger = new Ledger()
  readonly caller: Caller
  /** All that ever ran. */
  readonly services: Service[] = []
  readonly #variables: Variables
  #sudoKey = ''

  constructor(place: TempDatabase, variables: Variables = {}) {
    this.place = place
    this.#variables = {
      ...variablesFor(place),
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

  static async on(database: TestDatabase, variables?: Variables): Promise<Site> {
    return new Site(await database.create(), variables)
  }

  /** Those that have not ended. */
  get running(): readonly Service[] {
    return this.services.filter((service) => !service.hasEnded && service.url !== '')
  }

  get variables(): Variables {
    return this.#variables
  }

  /** Starts a service, which is not waited for. */
  spawn(changes: Variables = {}, largestFile?: number): Service {
    const service = new Service({ ...this.#variables, ...changes }, largestFile)
    this.services.push(service)
    return service
  }

  /** Starts a service, and logs in as sudo when nobody has. */
  async start(changes: Variables = {}, largestFile?: number): Promise<Service> {
    const service = this.spawn(changes, largestFile)
    await service.listening()
    if (this.#sudoKey === '') this.#sudoKey = (await this.caller.logIn('sudo')) ?? ''
    return service
  }

  get sudoKey(): string {
    return this.#sudoKey
  }

  asSudo({ url }: Service): TestClient {
    return new TestClient(url).withKey(this.#sudoKey)
  }

  audit(): Promise<void> {
    const { place, ledger, running, services } = this
    return audit({ place, ledger, running, services })
  }

  async close(): Promise<void> {
    await Promise.all(this.services.filter(({ hasEnded }) => !hasEnded).map((service) => service.end('SIGKILL')))
    await this.place.drop()
  }
}

export function databaseNamed(wanted: TestDatabase['name']): TestDatabase {
  const found = testDatabases.find(({ name }) => name === wanted)
  if (!found) throw new Error(`there is no ${wanted} to test on`)
  return found
}

/**
 * Moments in ms that are spread over a time: in each of as many equal parts as there are rounds, one by chance.
 */
export function momentsWithin(time: number, rounds = ROUNDS): number[] {
  return Array.from({ length: rounds }, (_, round) => ((round + Math.random()) / rounds) * time)
}
