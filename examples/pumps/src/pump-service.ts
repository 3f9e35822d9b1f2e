import type { Clock } from '@plinth/kernel'
import type { UserDirectory } from '@plinth/kernel/contracts'
import { errors } from './errors.js'
import type { PumpRecord, PumpStore } from './pump-store.js'
import type { PumpSettings } from './settings.js'

const DAY = 86_400_000

export interface NewPump {
  readonly name: string
  readonly location?: string | undefined
  /** The username of who looks after it. */
  readonly responsible: string
}

export interface Pump extends PumpRecord {
  /** Whether its last service is longer ago than `pumpServiceDays`, or there was none. */
  readonly isDue: boolean
}

interface PumpServiceDeps {
  readonly pumpStore: PumpStore
  readonly userDirectory: UserDirectory
  readonly clock: Clock
  readonly settings: PumpSettings
}

/** The pumps of a plant, who looks after them, and when they were serviced. */
export class PumpService {
  readonly #pumps: PumpStore
  readonly #users: UserDirectory
  readonly #clock: Clock
  readonly #interval: number

  constructor({ pumpStore, userDirectory, clock, settings }: PumpServiceDeps) {
    this.#pumps = pumpStore
    this.#users = userDirectory
    this.#clock = clock
    this.#interval = settings.pumpServiceDays * DAY
  }

  /** Throws RESPONSIBLE_NOT_FOUND, PUMP_EXISTS. */
  async add({ name, location, responsible }: NewPump): Promise<Pump> {
    const user = await this.#users.find(responsible)
    if (!user) throw errors.RESPONSIBLE_NOT_FOUND({ username: responsible })
    const isNew = await this.#pumps.insert(name, location ?? null, user.identifier)
    if (!isNew) throw errors.PUMP_EXISTS()
    return this.find(name)
  }

  /** In the order of creation. */
  async list(): Promise<readonly Pump[]> {
    return (await this.#pumps.list()).map(this.#judged)
  }

  /** Throws PUMP_NOT_FOUND. */
  async find(name: string): Promise<Pump> {
    const pump = await this.#pumps.find(name)
    if (!pump) throw errors.PUMP_NOT_FOUND()
    return this.#judged(pump)
  }

  /** Notes that a pump was serviced now. Throws PUMP_NOT_FOUND. */
  async recordService(name: string): Promise<Pump> {
    await this.#pumps.markServiced(name, this.#clock.now())
    return this.find(name)
  }

  /** Why the pumps are not ready for a plant, or `undefined`. */
  async check(): Promise<string | undefined> {
    return (await this.#pumps.isEmpty()) ? 'There are no pumps yet. Add one, or import a configuration.' : undefined
  }

  readonly #judged = (pump: PumpRecord): Pump => {
    const age = this.#clock.now() - (pump.servicedAt ?? Number.NEGATIVE_INFINITY)
    return { ...pump, isDue: age > this.#interval }
  }
}
