/**
 * Returns a time as `<input type="datetime-local">` writes it, to the minute. Returns an empty text if there is no
 * time, or an invalid one.
 */
export function localTimeOf(utc: string | undefined): string {
  const time = new Date(utc ?? Number.NaN)
  if (Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** The latest time of such a field. Without a latest time, browsers accept years of six digits. */
export const LATEST_LOCAL_TIME = '9999-12-31T23:59'

/** Converts the contents of such a field to UTC. Returns an invalid time as it is: the service then refuses it. */
export function utcOf(localTime: string): string {
  const time = new Date(localTime)
  return Number.isNaN(time.getTime()) ? localTime : time.toISOString()
}
