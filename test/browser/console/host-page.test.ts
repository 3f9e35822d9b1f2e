import { definePlugin, defineRoute, EncodedBytes, Reply, streamed } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { ManualClock, type SignedIn, startTestApp, TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { pumps } from '@plinth-examples/pumps'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const FRESH_LOGIN_LIFETIME_S = 300

const clock = new ManualClock()
const settings = { freshLoginOperations: ['recordInspection'] }
const startApp = () =>
  startTestApp({ database, clock, settings, kernel: (options) => createStandardKernel(options).use(pumps) })

describe('the page of a plugin in the console', () => {
  let browser: Browser
  let app: Awaited<ReturnType<typeof startApp>>
  let sudo: SignedIn
  before(async () => {
    browser = await launchChromium()
    app = await startApp()
    sudo = await app.signIn('sudo')
    await sudo.post('/pumps', { name: 'P-101', responsible: 'sudo' })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('is drawn by its module, with the session of the console', async () => {
    const visit = await ConsoleVisit.open(browser, app.url)
    await visit.logIn()
    await visit.page.getByRole('link', { name: 'Pumps' }).click()
    await visit.page.getByText('P-101: –').waitFor()
    await visit.button('Inspected today').click()
    await visit.page.getByText('P-101: –').waitFor({ state: 'detached' })

    expect((await sudo.get('/pumps')).body[0].is_due).to.equal(false)
    expect(visit.complaints).to.deep.equal([])
    await visit.end()
  })

  it('needs nothing of its own where an operation needs a fresh login', async () => {
    await sudo.post('/pumps', { name: 'P-102', responsible: 'sudo' })
    const visit = await ConsoleVisit.open(browser, app.url)
    await visit.logIn()
    await visit.page.getByRole('link', { name: 'Pumps' }).click()
    await visit.page.getByText('P-102: –').waitFor()
    clock.advance(FRESH_LOGIN_LIFETIME_S)
    await visit.button('Inspected today').last().click()
    await visit.page.locator('dialog input[autocomplete=current-password]').fill(TEST_PASSWORD)
    await visit.page.keyboard.press('Enter')

    await visit.page.getByText('P-102: –').waitFor({ state: 'detached' })
    await visit.end()
  })
})

const LOGO_WIDTH = 64
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="${LOGO_WIDTH}" height="${LOGO_WIDTH}"/>`
const BRAND = {
  '/brand/logo.svg': ['image/svg+xml', LOGO],
  '/brand/plant.css': ['text/css', '.brand { color: rgb(1, 2, 3) }'],
} as const
/** The width of the logo, and the colour of the name. */
const LOOKS = `[document.querySelector('.brand img').naturalWidth, getComputedStyle(document.querySelector('.brand')).color]`
const brand = definePlugin()({
  name: 'brand',
  routes: () =>
    Object.entries(BRAND).map(([path, [type, text]]) =>
      defineRoute({
        method: 'GET',
        path,
        summary: 'A file of the brand',
        access: 'public',
        hidden: true,
        responses: { 200: streamed(type) },
        handle: async () => Reply.bytes(await EncodedBytes.of(Buffer.from(text)), { 'Content-Type': type }),
      }),
    ),
})

describe('the console of a host with a brand', () => {
  it('has its name, its logo and its colours', async () => {
    const browser = await launchChromium()
    const branded = await startTestApp({
      database,
      settings: {
        consoleName: 'Plant 7',
        consoleLogo: '/api/brand/logo.svg',
        consoleStylesheet: '/api/brand/plant.css',
      },
      kernel: (options) => createStandardKernel(options).use(brand),
    })
    const visit = await ConsoleVisit.open(browser, branded.url)
    await visit.logIn()
    const shown = visit.page.locator('.brand').first()
    await shown.locator('img').waitFor()
    const looks = await visit.page.evaluate(LOOKS)
    expect([await shown.innerText(), looks]).to.deep.equal(['Plant 7', [LOGO_WIDTH, 'rgb(1, 2, 3)']])
    expect(await visit.page.title()).to.include('Plant 7')
    expect(visit.complaints).to.deep.equal([])
    await visit.end()
    await branded.stop()
    await browser.close()
  })
})
