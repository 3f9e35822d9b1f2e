/** Maximum nesting depth of objects and arrays in a request body. */
const MAX_DEPTH = 32
/** Maximum number of values in a request body, nested ones included: many small values take long to check. */
const MAX_VALUES = 10_000

/**
 * Returns why a value from a request is rejected, or `undefined`. A value must not be nested too deeply, have too many
 * values, a string with NUL or a lone surrogate (PostgreSQL stores neither), or a key `__proto__`. The rule is the
 * same for both databases. The loop does not recurse, so deep nesting cannot overflow the stack.
 */
export function unstorableReason(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let values = 0
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (typeof item.value === 'string' && !isStorable(item.value)) return 'holds a character that cannot be stored'
    if (typeof item.value !== 'object' || item.value === null) continue
    if (item.depth >= MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`
    const object = item.value as Readonly<Record<string, unknown>>
    const names = Array.isArray(object) ? [] : Object.keys(object)
    values += Array.isArray(object) ? object.length : names.length
    if (values > MAX_VALUES) return `has more than ${MAX_VALUES} values`
    if (names.includes('__proto__')) return 'has a field "__proto__"'
    if (!names.every(isStorable)) return 'has a field name with a character that cannot be stored'
    for (const child of Array.isArray(object) ? object : names.map((name) => object[name])) {
      if (typeof child === 'string' || typeof child === 'object') pending.push({ value: child, depth: item.depth + 1 })
    }
  }
  return undefined
}

/** Returns whether both databases can store a string and return it unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
