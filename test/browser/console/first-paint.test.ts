import { testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const BACKGROUNDS = { light: 'rgb(244, 246, 248)', dark: 'rgb(16, 21, 27)' }

describe('before its script has loaded, the console', () => {
  let browser: Browser
  let app: App
  let visit: ConsoleVisit
  before(async () => {
    browser = await launchChromium()
    app = await startApp({ database, settings: { consoleStylesheet: '/brand.css' } })
  })
  afterEach(() => visit?.end())
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  /** Opens the console, which may remember a choice, with a script that never arrives. */
  const open = async (colorScheme: 'light' | 'dark', theme: string, brand = ''): Promise<string> => {
    visit = await ConsoleVisit.open(browser, app.url, { colorScheme })
    await visit.page.evaluate(`localStorage.setItem('plinth-console', '${JSON.stringify({ theme })}')`)
    await visit.page.route('**/console-*.js', () => new Promise(() => undefined))
    await visit.page.route('**/brand.css', (route) => route.fulfill({ body: brand, contentType: 'text/css' }))
    await visit.page.reload({ waitUntil: 'commit' })
    const loaded = `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet).length`
    await until(async () => (await visit.page.evaluate(loaded)) === 2)
    return visit.page.evaluate('getComputedStyle(document.body).backgroundColor')
  }

  for (const system of ['light', 'dark'] as const) {
    for (const [theme, shown] of [
      ['system', system],
      ['light', 'light'],
      ['dark', 'dark'],
    ] as const) {
      it(`has the chosen colours: ${theme}, where the system has ${system} ones`, async () => {
        expect(await open(system, theme)).to.equal(BACKGROUNDS[shown])
      })
    }
  }

  it('has the stylesheet of the host', async () => {
    expect(await open('light', 'system', 'body { background: rgb(1, 2, 3) }')).to.equal('rgb(1, 2, 3)')
  })
})
