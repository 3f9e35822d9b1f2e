/** A page of a plugin in the console. Contributed to the point `consolePages`. */
export interface ConsolePage {
  /** Its name in the navigation: `Pumps`. */
  readonly title: string
  /** Its name in the address of the page, in kebab case: `pumps`. */
  readonly path: string
  /** The least privileged level that sees it. The routes that it calls have their own access rules. */
  readonly maxLevel: number
  /**
   * Path of a JavaScript module below the base path: `/pumps/page.js`. Its default export,
   * `mount(element, { client, language })`, draws the page into an element, and may return a function that removes it.
   */
  readonly module: string
}
