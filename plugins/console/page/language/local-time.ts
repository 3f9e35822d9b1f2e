/**
 * Returns a time as `<input type="datetime-local">` writes it, to the minute; empty for none, and for text that is no
 * time.
 */
export function localTimeOf(utc: string | undefined): string {
  const time = new Date(utc ?? Number.NaN)
  if (Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** The latest time of such a field. Without one, browsers take years of six digits. */
export const LATEST = '9999-12-31T23:59'

/** Converts what such a field contains to UTC. Returns a text that is no time as it is: the service says why not. */
export function utcOf(localTime: string): string {
  const time = new Date(localTime)
  return Number.isNaN(time.getTime()) ? localTime : time.toISOString()
}
