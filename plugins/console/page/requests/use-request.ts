import { useCallback, useEffect, useState } from 'preact/hooks'

/** The latest result of a request. The previous data stay while a new request is under way, and if it fails. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Sends a request when the component is mounted and whenever a key changes; aborts the previous request. */
export function useRequest<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [result, setResult] = useState<Omit<Loaded<T>, 'reload'>>({
    data: undefined,
    error: undefined,
    isLoading: true,
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setResult((previous) => ({ ...previous, isLoading: true }))
    load(controller.signal).then(
      (data) => !controller.signal.aborted && setResult({ data, error: undefined, isLoading: false }),
      (error: unknown) =>
        !controller.signal.aborted && setResult((previous) => ({ data: previous.data, error, isLoading: false })),
    )
    return () => controller.abort()
  }, [...keys, attempt])
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...result, reload }
}
