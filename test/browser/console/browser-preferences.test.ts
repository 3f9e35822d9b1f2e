import type { SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { App } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const RUNNING_TRANSITIONS = 'document.getAnimations().filter((one) => one instanceof CSSTransition).length'

describe('the console in a browser with preferences', () => {
  let browser: Browser
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ browser, app, visit } = opened)
    sudo = await app.signIn('sudo')
  })

  const openWith = async (options: BrowserContextOptions) => {
    await visit.end()
    visit = await ConsoleVisit.open(browser, app.url, options)
    await visit.logIn()
  }
  const transitionsAfterHover = async () => {
    await visit.goTo('users')
    await visit.page.getByRole('row').last().hover()
    return visit.page.evaluate(RUNNING_TRANSITIONS)
  }

  for (const locale of ['en', 'en-GB'])
    it(`shows local time in the form of ${locale}, and UTC on hover`, async () => {
      await openWith({ timezoneId: 'Asia/Tokyo', locale })
      await visit.goTo('audit')
      const time = visit.page.locator('td time').first()
      const at = new Date((await time.getAttribute('datetime')) ?? '')
      const local = new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'medium',
        timeZone: 'Asia/Tokyo',
      })

      expect((await sudo.get('/audit')).body.map((event: { at: string }) => event.at)).to.include(at.toISOString())
      expect(await time.innerText()).to.equal(local.format(at))
      expect(await time.getAttribute('title')).to.equal(`${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`)
    })

  it('copies the secret beside a button', async () => {
    await openWith({ permissions: ['clipboard-read', 'clipboard-write'] })
    await visit.goTo('tokens?add=yes')
    const dialog = visit.page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('historian')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await dialog.locator('pre.secret').innerText()
    await dialog.getByRole('button', { name: 'Copy' }).first().click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()

    expect(await visit.page.evaluate('navigator.clipboard.readText()')).to.equal(token.trim())
  })

  it('can be read with forced colours', async () => {
    await openWith({ forcedColors: 'active' })
    for (const page of ['overview', 'users?user=sudo']) {
      await visit.goTo(page)
      expect(await visit.page.evaluate(`matchMedia('(forced-colors: active)').matches`)).to.equal(true)
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture(`forced-colours-${page.replace(/\W/g, '-')}`)
    }
  })

  it('moves nothing if the browser prefers reduced motion', async () => {
    await openWith({ reducedMotion: 'no-preference' })
    expect(await transitionsAfterHover()).to.be.above(0)

    await openWith({ reducedMotion: 'reduce' })
    expect(await transitionsAfterHover()).to.equal(0)
  })
})
