import { useEffect } from 'preact/hooks'

/** Tolerance for a clock of the service that is behind the clock of the browser. */
const MARGIN_MS = 1_000
/** The longest delay that browsers accept for a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Calls a function once when something expires, such as to load it again; after 24.8 days at the latest. */
export function useExpiry(expiresAt: string | undefined, onExpiry: () => void): void {
  useEffect(() => {
    if (expiresAt === undefined) return undefined
    const delayMs = Math.max(0, Date.parse(expiresAt) - Date.now()) + MARGIN_MS
    const timer = setTimeout(onExpiry, Math.min(delayMs, MAX_DELAY_MS))
    return () => clearTimeout(timer)
  }, [expiresAt])
}
