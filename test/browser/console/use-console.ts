import type { Clock } from '@plinth/kernel'
import { type TestDatabase, testDatabases } from '@plinth/testing'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

/** The page is the same on every database. */
const [anyDatabase] = testDatabases as [TestDatabase]

interface ConsoleOptions {
  readonly database?: TestDatabase
  readonly settings?: NonNullable<Parameters<typeof startApp>[0]['settings']>
  readonly clock?: Clock
}

interface OpenConsole {
  readonly browser: Browser
  readonly app: App
  readonly visit: ConsoleVisit
  /** Stops the service, and starts it again at the same address after `meanwhile`. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>
}

/** Opens the console of a new service in Chromium before each test, passes it to `begin`, and ends it afterwards. */
export function useConsole(
  { database = anyDatabase, settings = {}, clock }: ConsoleOptions,
  begin: (opened: OpenConsole) => Promise<void>,
): void {
  let browser: Browser
  let app: App
  let visit: ConsoleVisit
  const restart = async (meanwhile = async () => {}) => {
    const stopped = app
    await stopped.stopAndKeepDatabase()
    await meanwhile()
    const port = Number(new URL(stopped.url).port)
    const options = { database, settings: { ...settings, port }, ...(clock && { clock }) }
    app = await startApp({ ...options, on: stopped.database })
  }
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser?.close())
  beforeEach(async () => {
    app = await startApp({ database, settings, ...(clock && { clock }) })
    visit = await ConsoleVisit.open(browser, app.url)
    await begin({ browser, app, visit, restart })
  })
  afterEach(async () => {
    await visit?.end()
    await app?.stopAndKeepDatabase()
    await app?.database.drop()
  })
}
