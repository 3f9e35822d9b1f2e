import type { Browser, BrowserContext } from 'playwright-core'
import { ApiPage } from './api-page.js'

/** A visit to the API page of one service in a new browser context. */
export interface Visit {
  readonly page: ApiPage
  /** Every URL that the browser requested, including blocked ones. */
  readonly requests: readonly string[]
  /** Errors and warnings of the console, and uncaught exceptions. */
  readonly complaints: readonly string[]
  /** Cookies and storage of the browser. */
  storedData(): ReturnType<BrowserContext['storageState']>
  end(): Promise<void>
}

/** Timeout of one step, so that a failure names the element it waited for. */
const STEP_TIMEOUT_MS = 40_000

/** Opens the API page of the service at a base URL, in a browser that can reach only that service. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const { origin } = new URL(url)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const [requests, complaints] = [[] as string[], [] as string[]]
  context.on('request', (request) => requests.push(request.url()))
  context.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.route(
    (requested) => requested.origin !== origin,
    (route) => route.abort(),
  )
  const page = new ApiPage(await context.newPage())
  await page.open(`${url}/docs`)
  return { page, requests, complaints, storedData: () => context.storageState(), end: () => context.close() }
}
