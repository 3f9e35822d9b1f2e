/** A slow query whose executions concurrent callers share. Each caller gets a result that was read after the call. */
export class CoalescedQuery<T> {
  readonly #find: () => Promise<T>
  #current: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(find: () => Promise<T>) {
    this.#find = find
  }

  execute(): Promise<T> {
    if (this.#next) return this.#next
    if (!this.#current) return this.#begin()
    this.#next = this.#current.then(ignore, ignore).then(() => this.#begin())
    return this.#next
  }

  #begin(): Promise<T> {
    this.#next = undefined
    const finding = this.#find().finally(() => {
      if (this.#current === finding) this.#current = undefined
    })
    this.#current = finding
    return finding
  }
}

function ignore(): void {}
