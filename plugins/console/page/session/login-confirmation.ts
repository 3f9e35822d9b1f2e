/** Asks the user to confirm the login, once for all requests that wait for that. */
export class LoginConfirmation {
  readonly #waiting = new Set<(isConfirmed: boolean) => void>()
  readonly #listeners = new Set<(isAsked: boolean) => void>()

  /** Whether the user is being asked, because a request waits. */
  get isAsked(): boolean {
    return this.#waiting.size > 0
  }

  subscribe(listener: (isAsked: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for the user. Resolves to whether the login was confirmed; to false if the signal is aborted first. */
  ask(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (isConfirmed: boolean) => {
        this.#waiting.delete(settle)
        resolve(isConfirmed)
        this.#notify()
      }
      this.#waiting.add(settle)
      signal.addEventListener('abort', () => settle(false), { once: true })
      this.#notify()
    })
  }

  /** Ends the wait of all requests. */
  answer(isConfirmed: boolean): void {
    for (const settle of [...this.#waiting]) settle(isConfirmed)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener(this.isAsked)
  }
}
