import { definePlugin, passwordRules } from '@plinth/kernel'

/** A password that `SlowRule` blocks: the permission of the caller was checked, but no password is written yet. */
export const SLOW_PASSWORD = 'set too slowly'

/** A password rule that blocks `SLOW_PASSWORD` until `release`. */
export class SlowRule {
  /** The plugin to use in the kernel under test. */
  readonly plugin = definePlugin()({
    name: 'slow-rule',
    contributes: () => [passwordRules.of({ objection: (password) => this.#block(password) })],
  })
  #resolveReached = () => {}
  #openGate = () => {}
  #reached!: Promise<void>
  #gate!: Promise<void>

  constructor() {
    this.close()
  }

  /** Blocks the next password, after `release` has released one. */
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
  release(): void {
    this.#openGate()
  }

  async #block(password: string): Promise<undefined> {
    if (password !== SLOW_PASSWORD) return
    this.#resolveReached()
    await this.#gate
  }
}
