import type { Clock } from '@plinth/kernel'
import { type TestDatabase, testDatabases } from '@plinth/testing'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

/** The page is the same on every database. */
const [anyDatabase] = testDatabases as [TestDatabase]

type AppSettings = NonNullable<Parameters<typeof startApp>[0]['settings']>

interface OpenConsole {
  readonly browser: Browser
  readonly app: App
  readonly visit: ConsoleVisit
}

/** Opens the console of a new service in Chromium before each test, passes them to `begin`, and ends them after it. */
export function useConsole(
  begin: (opened: OpenConsole) => Promise<void>,
  database = anyDatabase,
  settings: AppSettings = {},
  clock?: Clock,
): void {
  let browser: Browser
  let app: App
  let visit: ConsoleVisit
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser?.close())
  beforeEach(async () => {
    app = await startApp({ database, settings, ...(clock && { clock }) })
    visit = await ConsoleVisit.open(browser, app.url)
    await begin({ browser, app, visit })
  })
  afterEach(async () => {
    await visit?.end()
    await app?.stop()
  })
}
