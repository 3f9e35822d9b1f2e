import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { ShownOperation } from './shown-operation.js'

/** The API page as a person uses it: only through its visible elements. */
export class ApiPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url)
    await this.#untilRendered()
  }

  async reload(): Promise<void> {
    await this.#page.reload()
    await this.#untilRendered()
  }

  title(): Promise<string> {
    return this.#page.title()
  }

  /** Returns every visible operation, as `group: METHOD path – summary`. */
  async operations(): Promise<string[]> {
    const groups = await this.#page.locator('.opblock-tag-section').all()
    return (await Promise.all(groups.map(operationsOf))).flat()
  }

  /** Returns the text above the operations. */
  introduction(): Promise<string> {
    return this.#page.locator('.information-container .description').innerText()
  }

  /** Returns the operations with a closed lock, as `METHOD path`. */
  async locked(): Promise<string[]> {
    const locked = await this.#page
      .locator('.opblock-summary', { has: this.#page.getByLabel('authorization button locked') })
      .all()
    return Promise.all(
      locked.map(async (line) => {
        const parts = ['method', 'path'].map((part) => line.locator(`.opblock-summary-${part}`).innerText())
        return (await Promise.all(parts)).join(' ')
      }),
    )
  }

  openLocks(): Promise<number> {
    return this.#page.getByLabel('authorization button unlocked').count()
  }

  operation(id: string): ShownOperation {
    return new ShownOperation(this.#page.locator(`.opblock[id$="-${id}"]`))
  }

  /** Enters a key for `X-API-KEY` in the dialog. */
  async authorise(key: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Authorize', exact: true }).click()
    const form = this.#page.locator('.auth-container', { hasText: 'X-API-KEY' })
    await form.getByLabel('Value').fill(key)
    await form.getByRole('button', { name: 'Apply credentials' }).click()
    await form.getByRole('button', { name: 'Remove authorization' }).waitFor()
    await form.getByRole('button', { name: 'Close' }).click()
  }

  /** Saves a screenshot if PICTURES names a folder. */
  async picture(name: string): Promise<void> {
    const folder = process.env.PICTURES
    if (folder) await this.#page.screenshot({ path: join(folder, `plinth-page-${name}.png`) })
  }

  #untilRendered(): Promise<void> {
    return this.#page.locator('.opblock').first().waitFor()
  }
}

async function operationsOf(group: Locator): Promise<string[]> {
  const name = await group.locator('.opblock-tag .nostyle').innerText()
  const operations = await group.locator('.opblock').filter({ visible: true }).all()
  return Promise.all(operations.map(async (operation) => `${name}: ${await lineOf(operation)}`))
}

async function lineOf(operation: Locator): Promise<string> {
  const parts = ['method', 'path', 'description'].map((part) => operation.locator(`.opblock-summary-${part}`))
  const [method, path, summary] = await Promise.all(parts.map((part) => part.innerText()))
  return `${method} ${path} – ${summary}`
}
