/** The last millisecond with a year of four digits. */
const MAX_TIME = Date.UTC(10_000, 0) - 1

/**
 * Formats a time in ms since 1970 as in RFC 3339, such as `2026-11-23T14:00:00.000Z`. Never throws: a stored time that
 * was changed by hand becomes the nearest time from 1970 to 9999, or 1970 if it is not a number.
 */
export function isoTime(time: number): string {
  return new Date(Math.min(Math.max(time, 0), MAX_TIME) || 0).toISOString()
}
