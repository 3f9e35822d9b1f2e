import type { Defence } from './defences.js'
import { type NamedTest, runTest, type TestRun } from './run-test.js'
import { TreeCopy } from './tree-copy.js'

/** How the test of a defence goes. */
export interface Outcome {
  readonly with: TestRun
  readonly without: TestRun
}

/** Tests that run at a time, each in a copy of its own. */
const AT_A_TIME = 2
/** How many defences are begun before it is their turn, so that no copy waits. */
const AHEAD = 2

/** Runs the tests of defences, each as the sources are and without what it is about. */
export class Bench {
  readonly #defences: readonly Defence[]
  readonly #giveUp = new AbortController()
  readonly #outcomes = new Map<Defence, Promise<Outcome>>()
  /** By what is run: several defences may have one test. */
  readonly #unchanged = new Map<string, Promise<TestRun>>()
  readonly #waiting: ((copy: TreeCopy) => void)[] = []
  #copies: readonly TreeCopy[] = []
  #free: TreeCopy[] = []

  constructor(defences: readonly Defence[]) {
    this.#defences = defences
  }

  async begin(): Promise<void> {
    this.#copies = await Promise.all(Array.from({ length: AT_A_TIME }, () => TreeCopy.make()))
    this.#free = [...this.#copies]
  }

  /** Gives up what is under way, and leaves nothing behind. */
  async end(): Promise<void> {
    this.#giveUp.abort()
    await Promise.allSettled([...this.#outcomes.values(), ...this.#unchanged.values()])
    await Promise.all(this.#copies.map((copy) => copy.remove()))
  }

  async outcomeOf(defence: Defence): Promise<Outcome> {
    const place = this.#defences.indexOf(defence)
    for (const next of this.#defences.slice(place, place + 1 + AHEAD)) this.#begin(next)
    return this.#outcomes.get(defence) ?? this.#examine(defence)
  }

  #begin(defence: Defence): void {
    if (this.#outcomes.has(defence)) return
    const outcome = this.#examine(defence)
    outcome.catch(() => {}) // told when it is asked for
    this.#outcomes.set(defence, outcome)
  }

  async #examine(defence: Defence): Promise<Outcome> {
    const [unchanged, without] = await Promise.all([
      this.#asItIs(defence.test),
      this.#inACopy((copy) => copy.while(defence, () => runTest(copy, defence.test, this.#giveUp.signal))),
    ])
    return { with: unchanged, without }
  }

  #asItIs(test: NamedTest): Promise<TestRun> {
    const key = JSON.stringify(test)
    const run = this.#unchanged.get(key) ?? this.#inACopy((copy) => runTest(copy, test, this.#giveUp.signal))
    this.#unchanged.set(key, run)
    return run
  }

  /** Waits for a copy that nobody uses, in the order of asking. */
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
