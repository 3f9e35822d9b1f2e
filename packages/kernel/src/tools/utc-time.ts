import { string } from 'yup'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** A time of a request: ISO 8601 in UTC, such as `2026-11-21T08:00:00Z`. `Date.parse` reads it. */
export const utcTime = () =>
  string().test(
    'utc-time',
    'must be a time in UTC such as 2026-11-21T08:00:00Z',
    (text) => text == null || isTime(text),
  )

/** Refuses times before 1970, and dates such as 31 February, which `Date.parse` moves to March. */
function isTime(text: string): boolean {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  return time >= 0 && new Date(time).toISOString().startsWith(text.slice(0, 10))
}
