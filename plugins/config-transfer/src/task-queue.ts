/** Runs the tasks of this process one at a time, in the order of arrival. A waiting task holds no connection. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(task: () => Promise<T>): Promise<T> {
    const running = this.#last.then(task)
    this.#last = running.catch(() => {})
    return running
  }
}
