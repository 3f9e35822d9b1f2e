import { useLayoutEffect, useState } from 'preact/hooks'

/** What the address shows: a page, and its filters, drawer and place in lists. */
export interface Location {
  readonly page: string
  readonly query: Readonly<Record<string, string>>
}

/** Values to set in the address; `undefined` and `''` remove one. */
export type LocationChanges = Readonly<Record<string, string | undefined>>

/** Reads the part of an address after `#`, such as `#/users?search=otto&user=otto`. */
function parseHash(hash: string): Location {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  return { page: path, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Returns the address of a page with the given values. */
export function hashOf(page: string, query: LocationChanges = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  const search = new URLSearchParams(given).toString()
  return `#/${page}${search && `?${search}`}`
}

/**
 * Changes values of the current address. While somebody types, `replace` adds no entry to the history.
 */
export function changeLocation(changes: LocationChanges, { replace = false } = {}): void {
  const { page, query } = parseHash(location.hash)
  const hash = hashOf(page, { ...query, ...changes })
  if (hash === location.hash) return
  if (!replace) location.hash = hash
  else {
    history.replaceState(null, '', hash)
    dispatchEvent(new HashChangeEvent('hashchange'))
  }
}

/** The current address. */
export function useLocation(): Location {
  const [hash, setHash] = useState(location.hash)
  // An effect would begin with the next frame, and miss a change before it.
  useLayoutEffect(() => {
    const update = () => setHash(location.hash)
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  return parseHash(hash)
}
