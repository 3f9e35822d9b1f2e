import type { Browser, BrowserContext } from 'playwright-core'
import { ApiPage } from './api-page.js'

/** Somebody who opens the page of one service in a browser that knows nothing yet. */
export interface Visit {
  readonly page: ApiPage
  /** Every address that the browser asked for, also those that it was not let to. */
  readonly requests: readonly string[]
  /** Errors and warnings of the console, and what no script caught. */
  readonly complaints: readonly string[]
  /** What the browser keeps of the service. */
  kept(): ReturnType<BrowserContext['storageState']>
  end(): Promise<void>
}

/** Longest time in ms for one step, so that a failure names what was waited for. */
const STEP_TIMEOUT_MS = 20_000

/** Opens the page of the service at a base path; nothing but that service can be reached. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const { origin } = new URL(url)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const [requests, complaints] = [[] as string[], [] as string[]]
  context.on('request', (request) => requests.push(request.url()))
  context.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.route(
    (asked) => asked.origin !== origin,
    (route) => route.abort(),
  )
  const page = new ApiPage(await context.newPage())
  await page.open(`${url}/docs`)
  return { page, requests, complaints, kept: () => context.storageState(), end: () => context.close() }
}
