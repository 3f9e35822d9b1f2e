import { definePlugin, passwordRules } from '@plinth/kernel'

/** A password that is held up between the check of who may set it and the moment in which it is written. */
export const SLOW_PASSWORD = 'set too slowly'

/** Holds `SLOW_PASSWORD` up where the rules look at it, until it is told to go on. */
export class SlowRule {
  /** For the kernel of the test. */
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

  /** Holds up the next one too, after it was told to go on. */
  close(): void {
    this.#reached = new Promise((resolve) => {
      this.#reach = resolve
    })
    this.#gate = new Promise((resolve) => {
      this.#goOn = resolve
    })
  }

  /** Resolves when the password has come so far. */
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
