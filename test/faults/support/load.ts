import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './caller.js'

const WORKERS = 6
/** How long in ms a worker thinks, so that the machine has time left for what is tried. */
const BREATH = 10

/**
 * Workers that sign up, log in and out, make tokens and revoke them, and read all the while, until they are told to
 * stop.
 */
export class Load {
  readonly #caller: Caller
  readonly #prefix: string
  #isOver = false
  #rounds = 0
  #work: Promise<unknown> = Promise.resolve()

  constructor(caller: Caller, prefix: string) {
    this.#caller = caller
    this.#prefix = prefix
  }

  /** How often a worker has done all of it. */
  get rounds(): number {
    return this.#rounds
  }

  begin(): this {
    this.#work = Promise.all(Array.from({ length: WORKERS }, (_, worker) => this.#go(worker)))
    return this
  }

  /** Resolves when the requests under way have ended. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#work
  }

  async #go(worker: number): Promise<void> {
    for (let step = 0; !this.#isOver; step += 1) {
      const username = `${this.#prefix}-${worker}-${step}`
      await (worker % 2 === 0 ? this.#comeAndGo(username) : this.#lend())
      this.#rounds += 1
      await pause(BREATH)
    }
  }

  async #comeAndGo(username: string): Promise<void> {
    if ((await this.#caller.signUp(username)) !== 200) return
    const [left, kept] = [await this.#caller.logIn(username), await this.#caller.logIn(username)]
    if (kept) await this.#caller.read(kept)
    if (left && (await this.#caller.logOut(left)) === 200) await this.#caller.readInVain(left)
  }

  async #lend(): Promise<void> {
    const [revoked, kept] = [await this.#caller.issueToken(), await this.#caller.issueToken()]
    if (kept) await this.#caller.read(kept)
    if (revoked && (await this.#caller.revokeToken(revoked)) === 200) await this.#caller.readInVain(revoked)
  }
}
