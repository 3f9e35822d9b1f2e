/**
 * A page for people with a browser. The index of the interface names every page and sends browsers to the first one.
 */
export interface Page {
  /** Its name in the index, in camel case: `docs`. */
  readonly name: string
  /** Where it is, below the base path: `/docs`. */
  readonly path: string
}
