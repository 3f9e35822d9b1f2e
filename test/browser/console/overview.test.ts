import { definePlugin, healthChecks } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { type SignedIn, startTestApp, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const stoppedPumps = definePlugin()({
  name: 'pumps',
  contributes: () => [healthChecks.of({ name: 'pumps', remedy: 'Start a pump.', check: async () => 'no pump runs' })],
})
const startApp = () => startTestApp({ database, kernel: (options) => createStandardKernel(options).use(stoppedPumps) })

describe('the overview of the console', () => {
  let browser: Browser
  let app: Awaited<ReturnType<typeof startApp>>
  let sudo: SignedIn
  let visit: ConsoleVisit
  before(async () => {
    browser = await launchChromium()
    app = await startApp()
    sudo = await app.signIn('sudo')
    visit = await ConsoleVisit.open(browser, app.url)
    await visit.logIn()
    await visit.goTo('overview')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  const timeIn = (figure: string) =>
    visit.page.locator('.card').filter({ hasText: figure }).locator('time').getAttribute('datetime')

  it('shows why the service is not ready, and what to do', async () => {
    const check = visit.page.locator('.checks li').filter({ hasText: 'pumps' })

    expect(await check.innerText()).to.match(/^Failed\s+pumps\s+no pump runs\s+Start a pump\.$/)
    expect(await visit.page.locator('.card.bad').innerText()).to.match(/^Service\s+Not ready$/)
  })

  it('shows when the configuration was last exported, a snapshot taken, and the audit trail sealed', async () => {
    await sudo.get('/settings/export_config')
    await sudo.post('/settings/snapshots', {})
    const last = async () => (await sudo.get('/overview')).body.last
    await until(async () => (await last()).seal !== null)
    const { export: exported, snapshot, seal } = await last()

    await visit.page.reload()

    expect([await timeIn('Last export'), await timeIn('Last snapshot')]).to.deep.equal([exported, snapshot])
    expect(Date.parse((await timeIn('Last sealed event')) ?? '')).to.be.at.least(Date.parse(seal))
  })
})
