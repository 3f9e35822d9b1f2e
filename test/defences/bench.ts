import type { Defence } from './defences.js'
import { type NamedTest, runTest, type TestRun } from './run-test.js'
import { TreeCopy } from './tree-copy.js'

/** Results of a test with and without a defence. */
export interface Outcome {
  readonly with: TestRun
  readonly without: TestRun
}

/** Number of tests that run concurrently, each in its own copy of the sources. */
const CONCURRENCY = 2
/** Number of defences whose tests start in advance, so that no copy is idle. */
const STARTED_AHEAD = 2

/** Runs the test of each defence twice, with unchanged sources and without the defence. */
export class Bench {
  readonly #defences: readonly Defence[]
  readonly #abort = new AbortController()
  readonly #outcomes = new Map<Defence, Promise<Outcome>>()
  /** Runs with unchanged sources, by test: several defences may share one. */
  readonly #unchanged = new Map<string, Promise<TestRun>>()
  readonly #waiting: ((copy: TreeCopy) => void)[] = []
  #copies: readonly TreeCopy[] = []
  #free: TreeCopy[] = []

  constructor(defences: readonly Defence[]) {
    this.#defences = defences
  }

  async begin(): Promise<void> {
    this.#copies = await Promise.all(Array.from({ length: CONCURRENCY }, () => TreeCopy.make()))
    this.#free = [...this.#copies]
  }

  /** Aborts the tests under way, and removes the copies. */
  async end(): Promise<void> {
    this.#abort.abort()
    await Promise.allSettled([...this.#outcomes.values(), ...this.#unchanged.values()])
    await Promise.all(this.#copies.map((copy) => copy.remove()))
  }

  async outcomeOf(defence: Defence): Promise<Outcome> {
    const index = this.#defences.indexOf(defence)
    for (const next of this.#defences.slice(index, index + 1 + STARTED_AHEAD)) this.#begin(next)
    return this.#outcomes.get(defence) ?? this.#examine(defence)
  }

  #begin(defence: Defence): void {
    if (this.#outcomes.has(defence)) return
    const outcome = this.#examine(defence)
    outcome.catch(() => {}) // reported by outcomeOf()
    this.#outcomes.set(defence, outcome)
  }

  async #examine(defence: Defence): Promise<Outcome> {
    const [unchanged, without] = await Promise.all([
      this.#runUnchanged(defence.test),
      this.#inACopy((copy) => copy.while(defence, () => runTest(copy, defence.test, this.#abort.signal))),
    ])
    return { with: unchanged, without }
  }

  #runUnchanged(test: NamedTest): Promise<TestRun> {
    const key = JSON.stringify(test)
    const run = this.#unchanged.get(key) ?? this.#inACopy((copy) => runTest(copy, test, this.#abort.signal))
    this.#unchanged.set(key, run)
    return run
  }

  /** Runs `work` when a copy is free, in the order of the calls. */
  async #inACopy<T>(work: (copy: TreeCopy) => Promise<T>): Promise<T> {
    const copy = this.#free.pop() ?? (await new Promise<TreeCopy>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(copy)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(copy)
      else this.#free.push(copy)
    }
  }
}
