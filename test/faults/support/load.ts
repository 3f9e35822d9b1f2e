import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './caller.js'

const WORKERS = 6
/** Pause between the rounds of a worker, so that the fault under test gets CPU time. */
const PAUSE_MS = 10

/** Workers that sign up, log in and out, create and revoke tokens, and read, until the load ends. */
export class Load {
  readonly #caller: Caller
  readonly #prefix: string
  #isOver = false
  #rounds = 0
  #workers: Promise<unknown> = Promise.resolve()

  constructor(caller: Caller, prefix: string) {
    this.#caller = caller
    this.#prefix = prefix
  }

  /** Number of rounds that all workers together have completed. */
  get rounds(): number {
    return this.#rounds
  }

  begin(): this {
    this.#workers = Promise.all(Array.from({ length: WORKERS }, (_, worker) => this.#repeatRounds(worker)))
    return this
  }

  /** Stops the workers. Resolves when their pending requests have ended. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#workers
  }

  async #repeatRounds(worker: number): Promise<void> {
    for (let round = 0; !this.#isOver; round += 1) {
      const username = `${this.#prefix}-${worker}-${round}`
      await (worker % 2 === 0 ? this.#signUpAndLogOut(username) : this.#issueAndRevokeToken())
      this.#rounds += 1
      await pause(PAUSE_MS)
    }
  }

  async #signUpAndLogOut(username: string): Promise<void> {
    if ((await this.#caller.signUp(username)) !== 200) return
    const [ended, kept] = [await this.#caller.logIn(username), await this.#caller.logIn(username)]
    if (kept) await this.#caller.read(kept)
    if (ended && (await this.#caller.logOut(ended)) === 200) await this.#caller.readWithEndedKey(ended)
  }

  async #issueAndRevokeToken(): Promise<void> {
    const [revoked, kept] = [await this.#caller.issueToken(), await this.#caller.issueToken()]
    if (kept) await this.#caller.read(kept)
    if (revoked && (await this.#caller.revokeToken(revoked)) === 200) await this.#caller.readWithEndedKey(revoked)
  }
}
