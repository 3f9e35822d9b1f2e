import { once } from './once.js'

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/** Returns a function that formats a duration in ms: `04:59` below an hour, otherwise rounded, such as `3 days`. */
export function durationFormat(code: string): (ms: number) => string {
  const formatOf = (unit: 'hour' | 'day') =>
    once(() => new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }))
  const [hours, days] = [formatOf('hour'), formatOf('day')]
  return (ms) => {
    const seconds = Math.ceil(ms / 1_000)
    if (seconds >= 2 * DAY_S) return days().format(seconds / DAY_S)
    if (seconds >= HOUR_S) return hours().format(seconds / HOUR_S)
    return [seconds / MINUTE_S, seconds % MINUTE_S].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  }
}
