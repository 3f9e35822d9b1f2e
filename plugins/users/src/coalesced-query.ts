/**
 * A query that takes a while, executed once for all who wait for it. Nobody gets a result that was read before they
 * asked.
 */
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
    this.#next = this.#current.then(nothing, nothing).then(() => this.#begin())
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

function nothing(): void {}
