/** Returns the header `Link` to the next page: the query with the `changed` parameters, without `undefined` ones. */
export function nextPageLink(query: object, changed: object): { readonly Link: string } {
  const given = Object.entries({ ...query, ...changed }).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return { Link: `<?${parameters}>; rel="next"` }
}
