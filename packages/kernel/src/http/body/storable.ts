/** Objects and arrays inside one another, in a request body. */
const DEEPEST = 32
/**
 * Those in objects and arrays too: of a hundred kilobytes, fifty thousand zeros take far longer to check than a text.
 */
const MAX_VALUES = 10_000

/**
 * Why a value cannot be taken from a request, or `undefined`: it is nested too deep, has too many values, a text holds
 * NUL or half a surrogate pair (PostgreSQL stores neither), or a key is `__proto__`. One rule for both databases. Does
 * not recurse.
 */
export function objectionTo(value: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let values = 0
  for (let item = open.pop(); item; item = open.pop()) {
    if (typeof item.value === 'string' && !isStorable(item.value)) return 'holds a character that cannot be stored'
    if (typeof item.value !== 'object' || item.value === null) continue
    if (item.depth >= DEEPEST) return `is nested deeper than ${DEEPEST} levels`
    const object = item.value as Readonly<Record<string, unknown>>
    const names = Array.isArray(object) ? [] : Object.keys(object)
    values += Array.isArray(object) ? object.length : names.length
    if (values > MAX_VALUES) return `has more than ${MAX_VALUES} values`
    if (names.includes('__proto__')) return 'has a field "__proto__"'
    if (!names.every(isStorable)) return 'has a field name with a character that cannot be stored'
    for (const child of Array.isArray(object) ? object : names.map((name) => object[name])) {
      if (typeof child === 'string' || typeof child === 'object') open.push({ value: child, depth: item.depth + 1 })
    }
  }
  return undefined
}

/** Whether a text can be stored by both databases and comes back as it was. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
