/**
 * Runs attempts until one succeeds, and resolves to its result. Each begins when the one before it has failed, or has
 * taken longer than `delayMs`. Rejects with all errors, in the order of the attempts, if all have failed. `discard` is
 * called with the result of an attempt that succeeds too late.
 */
export function firstSuccess<T>(
  attempts: readonly (() => Promise<T>)[],
  { delayMs, discard }: { readonly delayMs: number; readonly discard: (result: T) => void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    let begun = 0
    let failed = 0
    let hasSucceeded = false
    let timer: NodeJS.Timeout | undefined

    const beginNext = () => {
      clearTimeout(timer)
      const number = begun
      const attempt = attempts[number]
      if (hasSucceeded || attempt === undefined) return
      begun += 1
      timer = setTimeout(beginNext, delayMs)
      attempt().then(succeed, (error) => fail(number, error))
    }
    const succeed = (result: T) => {
      clearTimeout(timer)
      if (hasSucceeded) return discard(result)
      hasSucceeded = true
      resolve(result)
    }
    const fail = (number: number, error: unknown) => {
      errors[number] = error
      failed += 1
      if (failed === attempts.length) reject(new AggregateError(errors))
      else if (number === begun - 1) beginNext()
    }
    beginNext()
  })
}
