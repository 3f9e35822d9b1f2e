/**
 * Returns the seconds of `Retry-After`, which may be a number or an HTTP date; `undefined` if it is missing or invalid.
 * A date is compared with the server's own clock if its `Date` header is readable.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  if (!text.endsWith('GMT')) return undefined
  const at = Date.parse(text)
  const seconds = Math.ceil((at - nowOf(headers)) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function nowOf(headers: Headers): number {
  const date = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
}
