import { number, string } from 'yup'
import { described } from './described.js'

/** Declares the parameter `limit` of a list of these things. */
export const pageLimit = (what: string, { max, byDefault }: { readonly max: number; readonly byDefault: number }) =>
  number()
    .integer()
    .min(1)
    .max(max)
    .meta({ description: `Maximum number of ${what}.`, default: byDefault })

/** Declares the header `Link` of a page. `query` is an example of the parameters of the next page. */
export const nextPageHeader = (when: string, query: string) =>
  described(string(), `${when}: the URL of the next page.`, `<?${query}>; rel="next"`)

/** Returns the header `Link` to the next page: the query with the `changed` parameters, without `undefined` ones. */
export function nextPageLink(query: object, changed: object): { readonly Link: string } {
  const given = Object.entries({ ...query, ...changed }).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return { Link: `<?${parameters}>; rel="next"` }
}
