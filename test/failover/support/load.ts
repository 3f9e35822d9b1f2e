import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../faults/support/until.js'
import type { Site } from './site.js'

const WORKERS = 6
/** Pause in ms between the rounds of a worker, so that the servers get CPU time. */
const PAUSE_MS = 30

/** Clients of the proxy that read and write, and others that watch both replicas, until the load ends. */
export class Load {
  /** Users whose signup was acknowledged. */
  readonly users: string[] = []
  readonly #site: Site
  readonly #prefix: string
  #isOver = false
  #rounds = 0
  #clients: Promise<unknown> = Promise.resolve()

  /** `prefix` begins the names of the users. */
  constructor(site: Site, prefix: string) {
    this.#site = site
    this.#prefix = prefix
  }

  begin(): this {
    const workers = Array.from({ length: WORKERS }, (_, worker) => this.#repeat((round) => this.#work(worker, round)))
    const watchers = this.#site.replicaCallers.flatMap((caller) => [
      this.#repeat(() => caller.askHealth('live')),
      this.#repeat(() => caller.askHealth('ready')),
      this.#repeat(async () => {
        const [key] = this.#site.records.ledger.keysThatAre('ended').slice(-20)
        if (key) await caller.readWithEndedKey(key)
      }),
    ])
    this.#clients = Promise.all([...workers, ...watchers])
    return this
  }

  /** Waits until everything was acknowledged in that many further rounds. */
  progress(rounds: number): Promise<void> {
    const last = this.#rounds + rounds
    return until(() => this.#rounds >= last)
  }

  /** Stops the clients. Resolves when their requests have ended. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#clients
  }

  async #repeat(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.#isOver; round += 1) {
      await work(round)
      await pause(PAUSE_MS)
    }
  }

  /** A round of a new user, which ends at the first request that is refused. */
  async #work(worker: number, round: number): Promise<void> {
    const { proxyCaller: caller } = this.#site
    const username = `${this.#prefix}-${worker}-${round}`
    const token = await caller.issueToken()
    if (token && !(await caller.read(token))) return
    if (!(await caller.signUp(username))) return
    this.users.push(username)
    const key = await caller.logIn(username)
    await caller.logInWrongly(username)
    if (!key || !(await caller.read(key)) || !(await caller.changePassword(username, key))) return
    await caller.logInWithPreviousPassword(username)
    if (!(await caller.read(key)) || !(await caller.logOut(username, key))) return
    await caller.readWithEndedKey(key)
    this.#rounds += 1
  }
}
