import { definePlugin, passwordRules } from '@plinth/kernel'

/** A password whose check waits, after the caller's permission was checked and before the password is stored. */
export const SLOW_PASSWORD = 'set too slowly'

/** A password rule that blocks `SLOW_PASSWORD` until `goOn`. */
export class SlowRule {
  /** The plugin to use in the kernel under test. */
  readonly plugin = definePlugin()({
    name: 'slow-rule',
    contributes: () => [passwordRules.of({ objection: (password) => this.#holdUp(password) })],
  })
  #resolveReached = () => {}
  #openGate = () => {}
  #reached!: Promise<void>
  #gate!: Promise<void>

  constructor() {
    this.close()
  }

  /** Blocks the next password, after `goOn` has released one. */
  close(): void {
    this.#reached = new Promise((resolve) => {
      this.#resolveReached = resolve
    })
    this.#gate = new Promise((resolve) => {
      this.#openGate = resolve
    })
  }

  /** Resolves when the password has reached the rule. */
  get reached(): Promise<void> {
    return this.#reached
  }

  /** Releases the blocked password. */
  goOn(): void {
    this.#openGate()
  }

  async #holdUp(password: string): Promise<undefined> {
    if (password !== SLOW_PASSWORD) return
    this.#resolveReached()
    await this.#gate
  }
}
