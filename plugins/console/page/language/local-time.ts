/**
 * Returns a time as `<input type="datetime-local">` writes it, to the minute; empty for none, and for text that is no
 * time.
 */
export function localTimeOf(utc: string | undefined): string {
  const time = new Date(utc ?? Number.NaN)
  if (Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** Converts what such a field contains to UTC. */
export const utcOf = (localTime: string): string => new Date(localTime).toISOString()
