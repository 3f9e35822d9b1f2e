import { useEffect, useRef } from 'preact/hooks'
import type { Loaded } from './use-request.js'

/** Sends a request again at an interval, unless the page is hidden or the previous request is under way. */
export function useRefresh({ isLoading, reload }: Loaded<unknown>, intervalMs: number): void {
  const isBusy = useRef(isLoading)
  isBusy.current = isLoading
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !isBusy.current) reload()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [reload, intervalMs])
}
