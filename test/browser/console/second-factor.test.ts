import { readFile } from 'node:fs/promises'
import { forEachDatabase, ManualClock, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const FRESH_LOGIN_LIFETIME_S = 300
const TOTP_STEP_S = 30
const PENDING_LOGIN_LIFETIME_S = 600
const RECOVERY_CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/
const COUNT_PRINTS = 'window.prints = 0; window.print = () => { window.prints += 1 }'
const LIMITED = { status: 429, json: { message: 'wait', code: 'RATE_LIMITED', request_id: 'r-1' } }
const PHONE = { colorScheme: 'dark', locale: 'de', viewport: { width: 390, height: 844 } } as const

/** A user with a second factor. */
interface Enrolled {
  readonly totp: TOTP
  readonly recoveryCodes: readonly string[]
}

const clock = new ManualClock()
let browser: Browser
let app: App
let anna: SignedIn
let visit: ConsoleVisit

const begin = async (opened: { browser: Browser; app: App; visit: ConsoleVisit }) => {
  ;({ browser, app, visit } = opened)
}
const codeOf = (totp: TOTP) => totp.generate({ timestamp: clock.now() })
const enrol = async (client: SignedIn): Promise<Enrolled> => {
  const totp = new TOTP({ secret: (await client.post('/users/enrol_second_factor')).body.secret })
  const confirmed = await client.post('/users/confirm_second_factor', { code: codeOf(totp) })
  clock.advance(TOTP_STEP_S)
  return { totp, recoveryCodes: confirmed.body.recovery_codes }
}
const stateOf = async (client: SignedIn, username: string) =>
  (await client.get(`/users/${username}/second_factor`)).body
const field = (): Locator => visit.page.locator('input[autocomplete=one-time-code]')
const frame = (): Locator => visit.page.locator('.frame')
const focused = (): Promise<string> => visit.page.evaluate('document.activeElement.textContent.trim()')
const shownCodes = (): Promise<string[]> => visit.page.locator('#app .recovery-codes li').allInnerTexts()
const type = async (code: string) => {
  await field().fill(code)
  await visit.page.keyboard.press('Enter')
}
const openAs = async (options: BrowserContextOptions) => {
  await visit.end()
  visit = await ConsoleVisit.open(browser, app.url, options)
}
const typePassword = async (username: string) => {
  await visit.page.locator('input[autocomplete=username]').fill(username)
  await visit.page.locator('input[autocomplete=current-password]').fill(TEST_PASSWORD)
  await visit.page.keyboard.press('Enter')
}
const beginLogin = async (username = 'anna') => {
  await typePassword(username)
  await field().waitFor()
}
/** Returns the TOTP of the secret that the page shows to be typed. */
const shownTotp = async () => {
  const shown = await visit.page.locator('code.secret').innerText()
  expect(shown).to.match(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  return new TOTP({ secret: shown.replaceAll(' ', '') })
}
/** Checks that no secret is left in addresses, the storage, the log or the page. */
const expectNothingLeft = async (secrets: readonly string[]) => {
  const left = visit.page.url() + visit.requests.join() + JSON.stringify(await visit.storedData()) + app.logLines.join()
  const shown = left + (await visit.page.content())
  for (const secret of secrets) expect(shown).not.to.include(secret)
}

describe('a login with a second factor, in the console', () => {
  forEachDatabase((database) => {
    let enrolled: Enrolled
    useConsole({ database, clock }, async (opened) => {
      await begin(opened)
      anna = await app.signIn('admin', 'anna')
      enrolled = await enrol(anna)
    })

    it('asks for a code of the app, by the keyboard alone', async () => {
      await beginLogin()
      await visit.page.locator('input[autocomplete=one-time-code]:focus').waitFor()
      expect(await field().getAttribute('inputmode')).to.equal('numeric')
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('second-factor')
      await field().fill('000000')
      await visit.button('Log in').press('Enter')
      await visit.page.locator('.field-error').getByText('The code is wrong or was used').waitFor()
      await visit.page.locator('input[aria-invalid]:focus').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      const code = codeOf(enrolled.totp)
      await type(code)
      await frame().waitFor()

      await expectNothingLeft([TEST_PASSWORD])
      expect(visit.complaints.filter((text) => !text.includes('the server responded with a status of'))).to.deep.equal(
        [],
      )
      await visit.page.reload()
      await frame().waitFor()
    })

    it('accepts a recovery code instead, typed in lower case', async () => {
      const [code = ''] = enrolled.recoveryCodes
      await beginLogin()
      await visit.button('Use a recovery code instead').click()
      expect(await field().getAttribute('inputmode')).to.equal('text')
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('second-factor-recovery')
      await type(code.toLowerCase())
      await frame().waitFor()

      expect((await stateOf(anna, 'anna')).recovery_codes).to.equal(9)
      await expectNothingLeft([code])
    })

    it('starts again when it took too long, and keeps the name', async () => {
      await beginLogin()
      clock.advance(PENDING_LOGIN_LIFETIME_S)
      await type(codeOf(enrolled.totp))
      await visit.page.getByText('The login took too long.').waitFor()

      expect(await visit.page.locator('input[autocomplete=username]').inputValue()).to.equal('anna')
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('second-factor-expired')
    })

    it('can be cancelled, and asks the user to wait after too many attempts', async () => {
      await beginLogin()
      await visit.page.route('**/api/users/complete_login', (route) => route.fulfill(LIMITED))
      await type(codeOf(enrolled.totp))
      await visit.page.getByRole('alert').getByText('wait').waitFor()
      await visit.button('Back to the login').click()

      await visit.page.locator('input[autocomplete=current-password]:focus').waitFor()
      expect(await frame().count()).to.equal(0)
    })

    it('fits on a phone, in the dark and in German', async () => {
      await openAs(PHONE)
      await beginLogin()
      await type('000000')
      await visit.page.locator('.field-error').getByText('Der Code ist falsch').waitFor()

      expect(await visit.violations()).to.deep.equal([])
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
      await visit.picture('second-factor-phone-dark-de')
    })
  })
})

describe('a login to a role that needs a second factor, in the console', () => {
  forEachDatabase((database) => {
    useConsole({ database, settings: { secondFactorLevel: 1 }, clock }, begin)

    /** Signs up an admin without a second factor, as sudo, who has to enrol one first. */
    const addAdmin = async () => {
      const { body } = await app.logIn('sudo', TEST_PASSWORD)
      const { secret } = (await app.post('/users/enrol_at_login', { login_key: body.login_key })).body
      const code = codeOf(new TOTP({ secret }))
      const login = (await app.post('/users/complete_login', { login_key: body.login_key, code })).body
      const user = { username: 'anna', role_name: 'admin', email: 'anna@plant.test', password: TEST_PASSWORD }
      expect((await app.withKey(login.apiKey).post('/users/signup', user)).status).to.equal(200)
    }

    it('enrols one first, and shows recovery codes to keep before it goes on', async () => {
      await addAdmin()
      await beginLogin()
      await visit.page.getByText('Your role needs a second factor').waitFor()
      await visit.page.getByRole('img', { name: 'QR code' }).waitFor()
      const totp = await shownTotp()
      expect(await focused()).to.equal('Set up a second factor')
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('enrol-at-login')
      await field().fill('000000')
      await visit.button('Set up').press('Enter')
      await visit.page.locator('.field-error').waitFor()
      await visit.page.locator('input[aria-invalid]:focus').waitFor()
      await type(codeOf(totp))
      await visit.page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
      expect(await focused()).to.equal('Recovery codes')
      expect(await frame().count()).to.equal(0)
      const codes = await shownCodes()
      expect(codes).to.have.lengthOf(10)
      for (const code of codes) expect(code).to.match(RECOVERY_CODE)
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('recovery-codes')

      const download = visit.page.waitForEvent('download')
      await visit.button('Save as a file').click()
      const file = await download
      expect(file.suggestedFilename()).to.equal('recovery-codes.txt')
      const content = await readFile(await file.path(), 'utf8')
      expect(content).to.equal(`Plinth\nRecovery codes of anna\n\n${codes.join('\n')}\n`)
      await visit.page.evaluate(COUNT_PRINTS)
      await visit.button('Print').click()
      expect(await visit.page.evaluate('window.prints')).to.equal(1)
      await visit.page.emulateMedia({ media: 'print' })
      await visit.picture('recovery-codes-paper')
      expect(await visit.page.evaluate('document.body.innerText'))
        .to.include(codes[9])
        .and.not.to.include('kept')
      await visit.page.emulateMedia({ media: 'screen' })

      await visit.button('I have kept them').click()
      await frame().waitFor()

      await expectNothingLeft([...codes, totp.secret.base32])
      clock.advance(TOTP_STEP_S)
      await visit.button('Log out').click()
      await beginLogin()
      await type(codes[0] ?? '')
      await frame().waitFor()
    })

    it('keeps showing the recovery codes if the service is not reached afterwards', async () => {
      await addAdmin()
      await beginLogin()
      await visit.page.route('**/api/session', (route) => route.abort())
      await type(codeOf(await shownTotp()))
      await visit.page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
      const codes = await shownCodes()
      await visit.button('I have kept them').click()
      await visit.page.getByRole('alert').getByText('The service was not reached.').waitFor()
      expect(await shownCodes()).to.deep.equal(codes)

      await visit.page.unroute('**/api/session')
      await visit.button('I have kept them').click()

      await frame().waitFor()
    })

    it('starts again when the enrolment took too long', async () => {
      await addAdmin()
      await beginLogin()
      const totp = await shownTotp()
      clock.advance(PENDING_LOGIN_LIFETIME_S)
      await type(codeOf(totp))

      await visit.page.getByText('The login took too long.').waitFor()
      await expectNothingLeft([totp.secret.base32])
    })

    it('fits on a phone, in the dark and in German, with a QR code on white', async () => {
      await addAdmin()
      await openAs(PHONE)
      await beginLogin()
      await visit.page.getByText('Ihre Rolle braucht einen zweiten Faktor').waitFor()
      expect(await visit.page.evaluate(QR_COLOURS)).to.deep.equal(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
      expect(await visit.violations()).to.deep.equal([])
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
      await visit.picture('enrol-at-login-phone-dark-de')
      await type(codeOf(await shownTotp()))
      await visit.page.getByRole('heading', { name: 'Wiederherstellungscodes' }).waitFor()
      await visit.picture('recovery-codes-phone-dark-de')

      expect(await visit.violations()).to.deep.equal([])
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
    })
  })
})

describe('the second factor on the pages of the console', () => {
  forEachDatabase((database) => {
    useConsole({ database, clock }, async (opened) => {
      await begin(opened)
      anna = await app.signIn('admin', 'anna')
    })

    const dialog = (): Locator => visit.page.locator('dialog.dialog')
    const section = (): Locator => visit.section('Second factor')

    it('is enrolled on the page of one’s own account, after the login was confirmed, and removed there', async () => {
      await visit.logIn('anna')
      await visit.goTo('account')
      expect(await visit.violations()).to.deep.equal([])
      await section().scrollIntoViewIfNeeded()
      await visit.picture('account-without-factor')
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      await visit.button('Set up a second factor').press('Enter')
      await dialog().locator('input[autocomplete=current-password]').fill(TEST_PASSWORD)
      await visit.page.keyboard.press('Enter')
      const totp = await shownTotp()
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('enrol')
      await type('000000')
      await dialog().locator('.field-error').getByText('The code is wrong.').waitFor()
      await type(codeOf(totp))
      await dialog().getByRole('heading', { name: 'Recovery codes' }).waitFor()
      const codes = await shownCodes()
      expect(codes).to.have.lengthOf(10)
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('enrol-recovery-codes')
      await visit.button('I have kept them').click()
      await section().getByText('Recovery codes left').waitFor()
      expect(await focused()).to.equal('Second factor')
      await expectNothingLeft([...codes, totp.secret.base32])
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('account-with-factor')

      await visit.button('Remove second factor').press('Enter')
      expect(await dialog().innerText())
        .to.include('your password alone')
        .and.not.to.include('another one')
      expect(await visit.violations()).to.deep.equal([])
      await dialog().getByRole('button', { name: 'Remove second factor' }).click()
      await visit.page.getByText('The second factor was removed.').waitFor()
      await visit.button('Set up a second factor').waitFor()

      expect(await focused()).to.equal('Second factor')
      expect((await stateOf(anna, 'anna')).enrolled_at).to.equal(null)
    })

    it('has new recovery codes when few are left', async () => {
      const { totp, recoveryCodes } = await enrol(anna)
      for (const code of recoveryCodes.slice(3)) await anna.post('/users/confirm', { code })
      await beginLogin()
      await type(codeOf(totp))
      await frame().waitFor()
      await visit.goTo('account')
      await section().getByText('Few recovery codes are left.').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await section().scrollIntoViewIfNeeded()
      await visit.picture('account-few-codes')
      await visit.button('New recovery codes').press('Enter')
      await dialog().getByRole('button', { name: 'New recovery codes' }).click()
      await dialog().getByRole('heading', { name: 'Recovery codes', exact: true }).waitFor()
      const codes = await shownCodes()
      await visit.button('I have kept them').click()
      await section().getByText('Few recovery codes are left.').waitFor({ state: 'detached' })

      expect(await focused()).to.equal('New recovery codes')
      expect((await anna.post('/users/confirm', { code: recoveryCodes[0] })).status).to.equal(403)
      expect((await anna.post('/users/confirm', { code: codes[0] })).status).to.equal(200)
    })

    it('is not set up if the person does not confirm the login, and the page says why', async () => {
      await visit.logIn('anna')
      await visit.goTo('account')
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      await visit.button('Set up a second factor').press('Enter')
      await dialog().waitFor()
      await visit.page.keyboard.press('Escape')
      await section().getByRole('alert').getByText('This needs a fresh login. Confirm that it is you.').waitFor()

      expect(await focused()).to.equal('Set up a second factor')
    })

    it('is removed by an admin whose user has lost the phone', async () => {
      const otto = await app.signIn('operator', 'otto')
      await enrol(otto)
      await visit.logIn('anna')
      await visit.goTo('users?user=otto')
      await section().getByText('Since').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await section().scrollIntoViewIfNeeded()
      await visit.picture('user-with-factor')
      await section().getByRole('button', { name: 'Remove second factor' }).press('Enter')
      expect(await dialog().innerText()).to.include('otto no longer needs a code')
      await visit.picture('user-factor-removal')
      await dialog().getByRole('button', { name: 'Remove second factor' }).click()
      await section().getByText('None').waitFor()

      expect(await focused()).to.equal('Second factor')
      expect((await app.logIn('otto', TEST_PASSWORD)).status).to.equal(200)
    })

    it('is shown on a phone, in the dark and in German', async () => {
      const { totp } = await enrol(anna)
      await openAs(PHONE)
      await beginLogin()
      await type(codeOf(totp))
      await frame().waitFor()
      await visit.goTo('account')
      await visit.section('Zweiter Faktor').scrollIntoViewIfNeeded()

      expect(await visit.violations()).to.deep.equal([])
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
      await visit.picture('account-phone-dark-de')
    })
  })
})

/** By how many pixels the window or a part of it is too narrow. */
const OVERFLOW = `Math.max(...[document.documentElement, ...document.querySelectorAll('main, .login-box, dialog')].map(
  ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`

const QR_COLOURS = `(({ backgroundColor, fill }) => [backgroundColor, fill])(getComputedStyle(document.querySelector('.qr-code')))`
