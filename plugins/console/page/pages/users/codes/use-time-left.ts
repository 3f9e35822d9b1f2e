import { useEffect, useReducer } from 'preact/hooks'

const TICK_MS = 1_000

/** Returns the ms left until a time of this browser's clock, at least 0. Renders again every second. */
export function useTimeLeft(until: number): number {
  const [, draw] = useReducer<number, void>((count) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => draw(), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, until - Date.now())
}
