import { definePlugin, passwordRules } from '@plinth/kernel'

/** A password that blocks between the permission check and the write. */
export const SLOW_PASSWORD = 'set too slowly'

/** Blocks the password rules for `SLOW_PASSWORD` until it is released. */
export class SlowRule {
  /** Plugin for the kernel of the test. */
  readonly plugin = definePlugin()({
    name: 'slow-rule',
    contributes: () => [passwordRules.of({ objection: (password) => this.#holdUp(password) })],
  })
  #reach = () => {}
  #goOn = () => {}
  #reached!: Promise<void>
  #gate!: Promise<void>

  constructor() {
    this.close()
  }

  /** Blocks the next password too, after a release. */
  close(): void {
    this.#reached = new Promise((resolve) => {
      this.#reach = resolve
    })
    this.#gate = new Promise((resolve) => {
      this.#goOn = resolve
    })
  }

  /** Resolves when the password has reached the rules. */
  get isHoldingUp(): Promise<void> {
    return this.#reached
  }

  goOn(): void {
    this.#goOn()
  }

  async #holdUp(password: string): Promise<undefined> {
    if (password !== SLOW_PASSWORD) return
    this.#reach()
    await this.#gate
  }
}
