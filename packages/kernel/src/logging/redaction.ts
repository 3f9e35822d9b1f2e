import { withoutSecrets } from '../errors/without-secrets.js'

/** Names of fields whose values are never logged. */
const SECRET =
  /pass(word|wd|phrase)?$|secret|(api|page)[_-]?key|x-plinth-session|^key$|token$|authorization|cookie|^__host-|hash$|database_?url/i

const REDACTED = '[redacted]'
const TOO_DEEP = '[…]'
const UNREADABLE = '[unreadable]'
const MAX_DEPTH = 6

/** Returns a copy of a log record with the values of secret fields replaced, at any depth. */
export function redact(record: object): Record<string, unknown> {
  return copyOf(record, 0) as Record<string, unknown>
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Error) return withoutSecrets(value)
  if (depth > MAX_DEPTH) return TOO_DEEP
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1))
  return Object.fromEntries(
    Object.keys(value).map((name) => [
      name,
      SECRET.test(name) ? REDACTED : copyOf(readProperty(value, name), depth + 1),
    ]),
  )
}

/** Reads a property. A getter may throw, which must not lose the line. */
function readProperty(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return UNREADABLE
  }
}
