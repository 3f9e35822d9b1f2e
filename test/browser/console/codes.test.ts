import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/
const PASSWORD = 'otto-has-a-cat'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const UNAVAILABLE = { status: 503, json: { message: 'busy', code: 'DATABASE_UNAVAILABLE', request_id: 'r-1' } }
const COUNT_PRINTS = 'window.prints = 0; window.print = () => { window.prints += 1 }'

describe('one-time codes in the console', () => {
  forEachDatabase((database) => {
    let browser: Browser
    let app: App
    let anna: SignedIn
    let visit: ConsoleVisit
    useConsole({ database }, async (opened) => {
      ;({ browser, app, visit } = opened)
      anna = await app.signIn('admin', 'anna')
      await app.signIn('operator', 'otto')
    })

    const dialog = (): Locator => visit.page.locator('dialog.dialog')
    const drawer = (): Locator => visit.page.locator('dialog.drawer')
    const section = (): Locator => visit.section('Access')
    const focused = (): Promise<string> => visit.page.evaluate('document.activeElement.textContent.trim()')
    const openUser = async (username = 'otto') => {
      await visit.goTo(`users?user=${username}`)
      await section().getByRole('button', { name: 'Disable' }).waitFor()
    }
    const openAs = async (username: string, options: BrowserContextOptions = {}) => {
      await visit.end()
      visit = await ConsoleVisit.open(browser, app.url, options)
      await visit.logIn(username)
    }
    /** Gives the page a clock that starts at `time` and that the test can move. */
    const setClock = async (time = Date.now()) => {
      await visit.page.clock.install({ time })
      await visit.page.reload()
    }
    const shownCode = async (): Promise<string> => {
      const code = await dialog().locator('.code').innerText()
      expect(code).to.match(CODE)
      return code
    }
    const redeem = (username: string, code: string) =>
      app.post('/users/redeem_code', { username, code, new_password: PASSWORD })
    const fillNewUser = async () => {
      await visit.goTo('users?add=yes')
      await dialog().getByLabel('Username').fill('ines')
      await dialog().getByLabel('E-mail').fill('ines@plant.test')
    }

    it('are issued in the drawer of a user, and shown once, with how long they are valid', async () => {
      await visit.logIn('anna')
      await openUser()
      await visit.button('Issue a code').press('Enter')
      const code = await shownCode()
      expect(await dialog().getByRole('timer').innerText()).to.match(/^1[45]:\d\d left$/)
      expect(await dialog().innerText())
        .to.include(`Open ${app.url}/console`)
        .and.include('I have a code')
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('code-shown')

      await visit.page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await visit.button('Issue a new code').waitFor()

      expect(await focused()).to.equal('Issue a new code')
      expect(await visit.page.content()).not.to.include(code)
      expect(visit.page.url() + visit.requests.join() + JSON.stringify(await visit.storedData())).not.to.include(code)
      expect(app.logLines.join()).not.to.include(code)
      expect(visit.complaints).to.deep.equal([])
      expect((await redeem('otto', code)).status).to.equal(200)
    })

    it('are offered before a password, which can be set too', async () => {
      await visit.logIn('anna')
      await openUser()

      const names = await section().locator('.row > button').allInnerTexts()
      expect(names.slice(0, 2)).to.deep.equal(['Issue a code', 'Set password'])
      expect(await section().locator('.row > button.primary').allInnerTexts()).to.deep.equal(['Issue a code'])
    })

    it('count down every second', async () => {
      await setClock()
      await visit.logIn('anna')
      await openUser()
      await visit.button('Issue a code').click()
      await shownCode()
      await visit.page.clock.pauseAt(Date.now() + 2 * MINUTE_MS)
      const before = await dialog().getByRole('timer').innerText()
      await visit.page.clock.runFor(61_000)
      const after = await dialog().getByRole('timer').innerText()

      expect(secondsOf(after)).to.equal(secondsOf(before) - 61)
    })

    it('count down correctly although the clock of the browser is wrong', async () => {
      await setClock(Date.now() + HOUR_MS)
      await visit.logIn('anna')
      await openUser()
      await visit.button('Issue a code').click()
      await shownCode()

      expect(secondsOf(await dialog().getByRole('timer').innerText())).to.be.within(880, 900)
    })

    it('can be replaced when they have expired while they are shown', async () => {
      await setClock()
      await visit.logIn('anna')
      await openUser()
      await visit.button('Issue a code').press('Enter')
      const expired = await shownCode()
      await dialog().getByRole('button', { name: 'Print a slip' }).focus()
      await visit.page.clock.fastForward(16 * MINUTE_MS)
      await dialog().getByRole('alert').getByText('The code has expired.').waitFor()
      expect(await visit.page.content()).not.to.include(expired)
      expect(await focused()).to.equal('Code for otto')
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('code-expired')

      await dialog().getByRole('button', { name: 'Issue a new code' }).click()
      const code = await shownCode()

      expect(await dialog().getByRole('alert').count()).to.equal(0)
      expect(await dialog().getByRole('timer').innerText()).to.match(/^1[45]:\d\d left$/)
      expect((await redeem('otto', expired)).status).to.equal(403)
      expect((await redeem('otto', code)).status).to.equal(200)
    })

    it('are printed on a slip, and nothing else is', async () => {
      await openAs('anna', { colorScheme: 'dark' })
      await openUser()
      await visit.button('Issue a code').click()
      const code = await shownCode()
      await visit.page.evaluate(COUNT_PRINTS)
      await visit.button('Print a slip').click()
      expect(await visit.page.evaluate('window.prints')).to.equal(1)

      await visit.page.emulateMedia({ media: 'print' })
      const slip = visit.page.locator('.slip')
      await slip.waitFor()
      await visit.picture('code-slip')

      const text = await slip.innerText()
      for (const part of ['Plinth', 'otto', code, 'Valid until', `${app.url}/console`, 'I have a code'])
        expect(text).to.include(part)
      expect(await slip.getByRole('listitem').count()).to.equal(3)
      expect(await visit.page.evaluate('document.body.innerText.trim()')).to.equal(text.trim())
      expect(await visit.page.evaluate(SLIP_COLOUR)).to.equal('rgb(0, 0, 0)')
    })

    it('are withdrawn in the drawer, which says who issued them', async () => {
      await visit.logIn('anna')
      const { code } = (await anna.post('/users/otto/code')).body
      await openUser()
      await section().locator('.current-code').getByText('anna').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('code-current')

      await section().getByRole('button', { name: 'Withdraw' }).press('Enter')
      await visit.page.getByText('The code of otto was withdrawn.').waitFor()
      await section().locator('.current-code').waitFor({ state: 'detached' })

      expect(await focused()).to.equal('Access')
      expect((await redeem('otto', code)).status).to.equal(403)
      await visit.button('Issue a code').waitFor()
    })

    it('are gone from the drawer when they have expired', async () => {
      await anna.post('/users/otto/code')
      await setClock()
      await visit.logIn('anna')
      await openUser()
      await section().locator('.current-code').waitFor()
      await visit.page.route('**/api/users/otto/code', (route) =>
        route.fulfill({ json: { may_issue: true, code: null } }),
      )

      await visit.page.clock.fastForward(16 * MINUTE_MS)

      await section().locator('.current-code').waitFor({ state: 'detached' })
    })

    it('are listed on the page of the users if there are any, and withdrawn there', async () => {
      await visit.logIn('anna')
      await visit.goTo('users')
      const open = visit.button(/open code/)
      expect(await open.count()).to.equal(0)
      await visit.button('Add user').waitFor()
      await anna.post('/users/otto/code')
      await anna.post('/users/add', { username: 'ines', role_name: 'operator', email: 'ines@plant.test' })
      await anna.post('/users/ines/code')
      await visit.page.reload()
      await visit.untilLoaded()
      await visit.button('2 open codes').click()
      const rows = drawer().locator('tbody tr')
      const texts = await rows.allInnerTexts()
      expect(texts[0]).to.match(/^ines\s+the first password\s+anna/)
      expect(texts[1]).to.match(/^otto\s+a forgotten password\s+anna/)
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('codes')

      await rows.filter({ hasText: 'ines' }).getByRole('button', { name: 'Withdraw' }).click()
      await rows.nth(1).waitFor({ state: 'detached' })
      await rows.getByRole('button', { name: 'Withdraw' }).click()
      await drawer().getByText('No open codes.').waitFor()
      await visit.page.keyboard.press('Escape')
      await drawer().waitFor({ state: 'detached' })

      expect(await open.count()).to.equal(0)
      expect(await focused()).to.equal('Users')
      expect((await anna.get('/codes')).body).to.deep.equal([])
    })

    it('are counted on the page of the users as soon as one is issued', async () => {
      await visit.logIn('anna')
      await openUser()
      await visit.button('Issue a code').click()
      await shownCode()
      await visit.page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await visit.page.keyboard.press('Escape')
      await drawer().waitFor({ state: 'detached' })

      await visit.button('1 open code').click()
      await drawer().getByRole('link', { name: 'otto' }).click()

      await section().locator('.current-code').waitFor()
    })

    it('cannot be withdrawn if they were redeemed meanwhile: the page says why, and they disappear', async () => {
      await visit.logIn('anna')
      const { code } = (await anna.post('/users/otto/code')).body
      await openUser()
      await section().getByRole('button', { name: 'Withdraw' }).waitFor()
      await redeem('otto', code)
      await section().getByRole('button', { name: 'Withdraw' }).click()

      await section().getByRole('alert').getByText('There is no code for this user.').waitFor()
      await section().locator('.current-code').waitFor({ state: 'detached' })
    })

    it('cannot be issued if the user was disabled meanwhile: the page says why', async () => {
      await visit.logIn('anna')
      await openUser()
      await anna.patch('/users/otto', { disabled: true })
      await visit.button('Issue a code').click()

      await section().getByRole('alert').getByText('This user is disabled, or the account has ended.').waitFor()
    })

    it('invite a new user, who has no password until then', async () => {
      await visit.logIn('anna')
      await fillNewUser()
      expect(await dialog().getByLabel('The user sets the password, with a code').isChecked()).to.equal(true)
      expect(await visit.violations()).to.deep.equal([])
      await dialog().getByRole('button', { name: 'Add user' }).click()
      const code = await shownCode()
      expect(await dialog().getByRole('timer').innerText()).to.equal('3 days left')
      expect((await app.logIn('ines', PASSWORD)).status).to.equal(403)
      await visit.picture('code-invitation')
      await dialog().getByRole('button', { name: 'Done' }).click()

      await section().locator('.current-code').getByText('the first password').waitFor()
      expect(new URL(visit.page.url()).hash).to.equal('#/users?user=ines')
      expect((await redeem('ines', code)).status).to.equal(200)
      expect((await app.logIn('ines', PASSWORD)).status).to.equal(200)
    })

    it('can be issued later if that failed when the user was added, which the page says', async () => {
      await visit.logIn('anna')
      await fillNewUser()
      await visit.page.route('**/api/users/ines/code', (route) => route.fulfill(UNAVAILABLE))
      await dialog().getByRole('button', { name: 'Add user' }).click()
      await dialog().getByText('ines was added and has no password yet. A code could not be issued.').waitFor()
      await dialog().getByRole('alert').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('code-not-issued')

      await visit.page.unroute('**/api/users/ines/code')
      await dialog().getByRole('button', { name: 'Issue a code' }).click()

      expect((await redeem('ines', await shownCode())).status).to.equal(200)
    })

    it('are not requested if the user cannot be added', async () => {
      await visit.logIn('anna')
      await fillNewUser()
      await dialog().getByLabel('Username').fill('otto')
      await dialog().getByRole('button', { name: 'Add user' }).click()
      await dialog().getByRole('alert').waitFor()

      expect(visit.requests.filter((url) => url.endsWith('/code'))).to.deep.equal([])
      expect(await dialog().getByLabel('E-mail').inputValue()).to.equal('ines@plant.test')
    })

    it('are shown on a phone, in the dark and in German', async () => {
      const options = { colorScheme: 'dark', locale: 'de', viewport: { width: 390, height: 844 } } as const
      await openAs('anna', options)
      await visit.goTo('users?user=otto')
      await visit.button('Code ausstellen').click()
      await dialog().getByRole('heading', { name: 'Code für otto' }).waitFor()
      await shownCode()
      await visit.picture('code-phone-dark-de')

      expect(await visit.violations()).to.deep.equal([])
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
      expect(await dialog().innerText()).to.include('Ich habe einen Code')
    })
  })
})

describe('a console where only users set their passwords', () => {
  forEachDatabase((database) => {
    let app: App
    let visit: ConsoleVisit
    useConsole({ database, settings: { passwordSetByOwnerOnly: true } }, async (opened) => {
      ;({ app, visit } = opened)
    })

    it('offers to issue a code, and not to set the password', async () => {
      for (const [role, username] of [
        ['admin', 'anna'],
        ['operator', 'otto'],
      ] as const)
        await app.signIn(role, username)
      await visit.logIn('anna')
      await visit.goTo('users?user=otto')
      await visit.button('Issue a code').waitFor()

      expect(await visit.button('Set password').count()).to.equal(0)
      expect(await visit.page.getByText('can set this password or issue a code').count()).to.equal(0)
    })
  })
})

const SLIP_COLOUR = `getComputedStyle(document.querySelector('.slip')).color`

/** By how many pixels the dialog or its window is too narrow. */
const OVERFLOW = `Math.max(...[document.documentElement, ...document.querySelectorAll('dialog, .dialog-body > *')].map(
  ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`

function secondsOf(shown: string): number {
  const [minutes, seconds] = shown.replace(' left', '').split(':').map(Number)
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN)
}
