import { useLayoutEffect, useState } from 'preact/hooks'

/** What the URL shows: a page, with its filters, drawers and positions in lists. */
export interface Location {
  readonly page: string
  readonly query: Readonly<Record<string, string>>
}

/** Values to set in the URL; `undefined` and `''` remove a value. */
export type LocationChanges = Readonly<Record<string, string | undefined>>

/** Parses the fragment of a URL, such as `#/users?search=otto&user=otto`. */
function parseHash(hash: string): Location {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  return { page: path, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Returns the fragment of the URL of a page with the given values. */
export function hashOf(page: string, query: LocationChanges = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  const search = new URLSearchParams(given).toString()
  return `#/${page}${search && `?${search}`}`
}

/** Changes values in the URL. With `replace`, the history gets no new entry, such as for each typed character. */
export function changeLocation(changes: LocationChanges, { replace = false } = {}): void {
  const { page, query } = parseHash(location.hash)
  const hash = hashOf(page, { ...query, ...changes })
  if (hash === location.hash) return
  if (!replace) location.hash = hash
  else {
    history.replaceState(null, '', hash)
    dispatchEvent(new HashChangeEvent('hashchange')) // which `replaceState` does not do
  }
}

/** Returns what the URL shows. Renders the component again when it changes. */
export function useLocation(): Location {
  const [hash, setHash] = useState(location.hash)
  // `useEffect` would listen only from the next frame on, and miss an earlier change
  useLayoutEffect(() => {
    const update = () => setHash(location.hash)
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  return parseHash(hash)
}
