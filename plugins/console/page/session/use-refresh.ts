import { useEffect } from 'preact/hooks'

/** Calls a function at an interval, while the page is visible. */
export function useRefresh(reload: () => void, intervalMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), intervalMs)
    return () => clearInterval(timer)
  }, [reload, intervalMs])
}
