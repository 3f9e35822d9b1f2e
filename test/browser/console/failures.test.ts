import type { SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import type { App } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

/** Longer than several refreshes of the overview. */
const SLOW_MS = 45_000

describe('failures in the console', () => {
  let browser: Browser
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ browser, app, visit } = opened)
    sudo = await app.signIn('sudo')
  })

  for (const [page, path, heading] of [
    ['overview', 'overview', 'Overview'],
    ['tokens', 'tpt?*', 'Tokens'],
    ['roles', 'roles', 'Roles'],
  ] as const) {
    it(`are reported if a response of another shape breaks a page, which can be shown again: ${page}`, async () => {
      await visit.page.route(`**/api/${path}`, (route) => route.fulfill({ json: {} }))
      await visit.logIn()
      await visit.goTo(page)
      await visit.page.getByRole('alert').waitFor()
      expect(await visit.page.getByRole('link', { name: 'Users', exact: true }).count()).to.equal(1)

      await visit.page.unroute(`**/api/${path}`)
      await visit.button('Try again').click()
      await visit.page.getByRole('heading', { name: heading }).waitFor()
    })
  }

  it('are reported in another language with what the service says about them', async () => {
    await sudo.post('/roles', { name: 'welder', level: 20 })
    await sudo.post('/users/create_tpt', { role_name: 'welder' })
    const german = await ConsoleVisit.open(browser, app.url, { locale: 'de' })
    await german.logIn()
    await german.goTo('roles')
    const row = german.page.getByRole('row').filter({ hasText: 'welder' })
    await row.getByRole('button').last().click()
    await german.page.getByRole('dialog').getByRole('textbox').fill('welder')
    await german.page.keyboard.press('Enter')

    const alert = german.page.getByRole('alert')
    await alert.getByText('Die Rolle wird noch benutzt.').waitFor()
    expect(await alert.innerText()).to.match(/token/)
    await german.end()
  })

  it('do not result from an overview that takes longer than the interval of its refreshes', async () => {
    const requests: string[] = []
    await visit.page.clock.install()
    await visit.page.route('**/api/overview', async (route, request) => {
      requests.push(request.url())
      if (requests.length === 1) await visit.page.clock.fastForward(SLOW_MS)
      await route.continue()
    })
    await visit.logIn()
    await visit.page.getByText('Ready', { exact: true }).waitFor()

    expect(requests).to.have.lengthOf(1)
  })

  it('do not result from a file that is dropped beside the place for it, which the browser would open', async () => {
    await visit.logIn()

    const isRefused = await visit.page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['{}'], 'export.json'))
      return ['dragover', 'drop'].map((type) =>
        !document.querySelector('h1').dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })))
    })()`)

    expect(isRefused).to.deep.equal([true, true])
  })
})
