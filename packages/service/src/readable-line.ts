// Importing `styleText` by name would fail on an old Node before it can report that it is too old.
import util from 'node:util'
import { escapeInvisible } from './escape-invisible.js'

type Color = Parameters<typeof util.styleText>[0]

/** bunyan's levels, in the colours of the `bunyan` command. */
const LEVELS: Readonly<Record<number, readonly [name: string, color: Color]>> = {
  10: ['TRACE', 'white'],
  20: ['DEBUG', 'yellow'],
  30: ['INFO', 'cyan'],
  40: ['WARN', 'magenta'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'inverse'],
}

interface Line {
  readonly time?: string
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

/**
 * Formats a log line for people, much like `bunyan --output short`:
 * `21:50:07.123Z INFO  request (method=GET, status=200)`. Control characters in user data are escaped.
 */
export function readableLine(json: string, hasColors: boolean): string {
  const {
    time = '',
    level,
    msg,
    name: _name,
    hostname: _hostname,
    pid: _pid,
    v: _v,
    ...fields
  } = JSON.parse(json) as Line
  const [label, color] = LEVELS[level] ?? [String(level), 'white']
  const padded = label.padEnd(5)
  const timeOfDay = time.slice(time.indexOf('T') + 1)
  return `${timeOfDay} ${hasColors ? util.styleText(color, padded) : padded} ${escapeInvisible(msg + detailsOf(fields))}`
}

function detailsOf(fields: object): string {
  const details = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return details.length === 0 ? '' : ` (${details.join(', ')})`
}
