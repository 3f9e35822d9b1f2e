import type { Clock } from '@plinth/kernel'
import type { UserDirectory } from '@plinth/kernel/contracts'
import { errors } from './errors.js'
import type { PumpRecord, PumpStore } from './pump-store.js'
import type { PumpSettings } from './settings.js'

const DAY_MS = 86_400_000

export interface NewPump {
  readonly name: string
  readonly location?: string | undefined
  /** Username of the person responsible for it. */
  readonly responsible: string
}

export interface Pump extends PumpRecord {
  /** Whether the last inspection is more than `pumpInspectionDays` ago, or there was none. */
  readonly isDue: boolean
}

interface PumpServiceDeps {
  readonly pumpStore: PumpStore
  readonly userDirectory: UserDirectory
  readonly clock: Clock
  readonly settings: PumpSettings
}

/** Manages the pumps of a plant: who is responsible for each, and when it was last inspected. */
export class PumpService {
  readonly #pumps: PumpStore
  readonly #users: UserDirectory
  readonly #clock: Clock
  readonly #intervalMs: number

  constructor({ pumpStore, userDirectory, clock, settings }: PumpServiceDeps) {
    this.#pumps = pumpStore
    this.#users = userDirectory
    this.#clock = clock
    this.#intervalMs = settings.pumpInspectionDays * DAY_MS
  }

  /** Adds a pump. Throws RESPONSIBLE_NOT_FOUND, PUMP_EXISTS. */
  async add({ name, location, responsible }: NewPump): Promise<Pump> {
    const user = await this.#users.find(responsible)
    if (!user) throw errors.RESPONSIBLE_NOT_FOUND({ username: responsible })
    const isNew = await this.#pumps.insert(name, location ?? null, user.identifier)
    if (!isNew) throw errors.PUMP_EXISTS()
    return this.find(name)
  }

  /** Returns all pumps in the order of creation. */
  async list(): Promise<readonly Pump[]> {
    return (await this.#pumps.list()).map(this.#withDue)
  }

  /** Returns a pump. Throws PUMP_NOT_FOUND. */
  async find(name: string): Promise<Pump> {
    const pump = await this.#pumps.find(name)
    if (!pump) throw errors.PUMP_NOT_FOUND()
    return this.#withDue(pump)
  }

  /** Records that a pump was inspected now. Throws PUMP_NOT_FOUND. */
  async recordInspection(name: string): Promise<Pump> {
    await this.#pumps.markInspected(name, this.#clock.now())
    return this.find(name)
  }

  /** Returns the reason why the plugin is not ready, or `undefined`. */
  async check(): Promise<string | undefined> {
    return (await this.#pumps.isEmpty()) ? 'There are no pumps yet. Add one, or import a configuration.' : undefined
  }

  readonly #withDue = (pump: PumpRecord): Pump => {
    const age = this.#clock.now() - (pump.inspectedAt ?? Number.NEGATIVE_INFINITY)
    return { ...pump, isDue: age > this.#intervalMs }
  }
}
