import { useEffect, useReducer } from 'preact/hooks'

const TICK_MS = 1_000

/** Returns the ms left until a time by this browser's clock, at least 0. Renders the component again every second. */
export function useTimeLeft(untilMs: number): number {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => renderAgain(), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, untilMs - Date.now())
}
