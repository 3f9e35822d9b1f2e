/**
 * A page for browsers. The index of the REST API lists all pages and redirects browsers to the first one. Contributed
 * to the point `pages`.
 */
export interface Page {
  /** Its name in the index, in camel case: `docs`. */
  readonly name: string
  /** Its path below the base path: `/docs`. */
  readonly path: string
}
