import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { TEST_PASSWORD } from '@plinth/testing'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STEP_TIMEOUT_MS = 15_000
const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The console in a browser of its own, as a person uses it. */
export class ConsoleVisit {
  readonly page: Page
  /** Every URL that the browser requested. */
  readonly requests: string[] = []
  /** Messages of the browser's console, violations of the content security policy, and uncaught exceptions. */
  readonly complaints: string[] = []
  readonly #context: BrowserContext
  readonly #url: string

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.#context = context
    this.page = page
    this.#url = url
    context.on('request', (request) => this.requests.push(request.url()))
    context.on('console', (message) => this.complaints.push(message.text()))
    context.on('weberror', (error) => this.complaints.push(String(error.error())))
  }

  /** Opens the console of the service at a base URL. */
  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<ConsoleVisit> {
    const context = await browser.newContext({ viewport: { width: 1024, height: 600 }, locale: 'en', ...options })
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    const visit = new ConsoleVisit(context, await context.newPage(), url)
    await visit.page.goto(`${url}/console`)
    return visit
  }

  async logIn(username = 'sudo', password = TEST_PASSWORD): Promise<void> {
    await this.sendLogin(username, password)
    await this.page.locator('.frame').waitFor()
  }

  /** Sends the login form without waiting for what follows. */
  async sendLogin(username: string, password: string): Promise<void> {
    await this.page.locator('input[autocomplete=username]').fill(username)
    await this.page.locator('input[autocomplete=current-password]').fill(password)
    await this.page.keyboard.press('Enter')
  }

  /** Goes to a page by its address, and waits until it has loaded. */
  async goTo(hash: string): Promise<void> {
    await this.page.goto(`${this.#url}/console#/${hash}`)
    await this.untilLoaded()
  }

  async untilLoaded(): Promise<void> {
    await this.page.locator('.skeleton, [aria-busy]').first().waitFor({ state: 'detached' })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** The field for a file in the section with a heading. */
  fileField(heading: string): Locator {
    return this.section(heading).locator('input[type=file]')
  }

  section(heading: string): Locator {
    return this.page.locator('section', { has: this.page.getByRole('heading', { name: heading, exact: true }) })
  }

  /**
   * Returns the violations that axe-core finds, each with its elements. First waits for transitions, because the
   * colours in between may lack contrast. Evaluates axe-core, because the page's policy forbids it as a script.
   */
  async violations(): Promise<string[]> {
    await this.page.evaluate(`Promise.allSettled(
      document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))`)
    await this.page.evaluate(`globalThis.axe || (() => { ${AXE} })()`)
    const options = { runOnly: WCAG_2_2_AA, resultTypes: ['violations'] }
    return this.page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`)
  }

  /** Cookies and storage of the browser. */
  storedData(): ReturnType<BrowserContext['storageState']> {
    return this.#context.storageState()
  }

  /** Saves a screenshot if PICTURES names a folder. */
  async picture(name: string): Promise<void> {
    const folder = process.env.PICTURES
    if (folder) await this.page.screenshot({ path: join(folder, `plinth-console-${name}.png`) })
  }

  end(): Promise<void> {
    return this.#context.close()
  }
}
