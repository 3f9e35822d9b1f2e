import type { Locator } from 'playwright-core'

/** The response that the API page shows. */
export interface ShownResponse {
  readonly status: string
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any
}

/** One operation on the API page. */
export class ShownOperation {
  readonly #block: Locator

  constructor(block: Locator) {
    this.#block = block
  }

  /** Expands the operation. */
  async open(): Promise<this> {
    await this.#block.locator('.opblock-summary-control').click()
    return this
  }

  /**
   * Runs the expanded operation and reads the response that is shown. `body` replaces the body that the page proposes.
   */
  async run(body?: object): Promise<ShownResponse> {
    await this.#button('Try it out').click()
    if (body) await this.#block.locator('textarea').fill(JSON.stringify(body))
    await this.#button('Execute').click()
    const response = this.#block.locator('.live-responses-table .response')
    const [status, text] = await Promise.all([
      response.locator('.response-col_status').innerText(),
      response.locator('.highlight-code code').innerText(),
    ])
    await response.scrollIntoViewIfNeeded()
    return { status: status.trim(), body: JSON.parse(text) }
  }

  #button(name: string): Locator {
    return this.#block.getByRole('button', { name })
  }
}
