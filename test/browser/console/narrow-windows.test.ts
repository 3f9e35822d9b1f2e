import { testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

const PAGES = ['users', 'roles', 'tokens', 'audit']
/** A phone, 1024 × 600 at 200 % zoom, and a window that is too narrow for some tables. */
const SIZES = [
  [390, 844],
  [512, 300],
  [760, 600],
] as const

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

describe('the tables of the console in narrow windows', () => {
  let browser: Browser
  let app: App
  let visit: ConsoleVisit
  before(async () => {
    browser = await launchChromium()
    app = await startApp({ database })
    const sudo = await app.signIn('sudo')
    await sudo.post('/users/create_tpt', { role_name: 'operator', name: 'historian', note: 'for the plant' })
    visit = await ConsoleVisit.open(browser, app.url)
    await visit.logIn()
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  for (const page of PAGES)
    it(`have all columns, and scroll in their box: ${page}`, async () => {
      await visit.page.setViewportSize({ width: 1280, height: 800 })
      await visit.goTo(page)
      const columns = await visit.page.getByRole('columnheader').count()

      for (const [width, height] of SIZES) {
        await visit.page.setViewportSize({ width, height })
        expect(await visit.page.getByRole('columnheader').count(), `columns at ${width}`).to.equal(columns)
        expect(await visit.page.evaluate(OVERFLOW), `overflow at ${width}`).to.be.at.most(0)
        expect(await visit.page.evaluate(CUT_OFF), `cut off at ${width}`).to.be.at.most(0)
      }
    })
})

/** By how many pixels the page is wider than its window. */
const OVERFLOW = `Math.max(...[document.documentElement, document.querySelector('main')].map(
  ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`

/** How many pixels of the table cannot be seen without scrolling within its box. */
const CUT_OFF = `document.querySelector('main table').offsetHeight - document.querySelector('.table-scroll').clientHeight`
