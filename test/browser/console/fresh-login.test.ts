import { forEachDatabase, ManualClock, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import { planOf } from '../../support/plans.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const FRESH_LOGIN_LIFETIME_S = 300
const TOTP_STEP_S = 30
const SETTINGS = { freshLoginOperations: ['exportConfiguration', 'importConfiguration'] }
const LIMITED = { status: 429, json: { message: 'wait', code: 'RATE_LIMITED', request_id: 'r-1' } }

describe('a login that is no longer fresh, in the console', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let browser: Browser
    let app: App
    let anna: SignedIn
    let visit: ConsoleVisit
    useConsole({ database, settings: SETTINGS, clock }, async (opened) => {
      ;({ browser, app, visit } = opened)
      anna = await app.signIn('admin', 'anna')
      await app.signIn('operator', 'otto')
    })

    const question = (): Locator =>
      visit.page.locator('dialog', { has: visit.page.locator('input[autocomplete=username]') })
    const shownCode = (): Locator => visit.page.locator('dialog .code')
    const password = (): Locator => question().locator('input[autocomplete=current-password]')
    const otp = (): Locator => question().locator('input[autocomplete=one-time-code]')
    const confirm = () => question().locator('button[type=submit]').click()
    const focused = (): Promise<string> => visit.page.evaluate('document.activeElement.textContent.trim()')
    const requestsTo = (path: string) => visit.requests.filter((url) => url.endsWith(path)).length
    const logIn = async (options?: BrowserContextOptions) => {
      if (options) {
        await visit.end()
        visit = await ConsoleVisit.open(browser, app.url, options)
      }
      await visit.logIn('anna')
    }
    const openUser = async () => {
      await visit.goTo('users?user=otto')
      await visit.button(/^(Disable|Deaktivieren)$/).waitFor()
    }
    /** Makes the login of the page too old, and then does what needs a fresh one. */
    const issueTooLate = async () => {
      await openUser()
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      await visit.button(/^(Issue a code|Code ausstellen)$/).press('Enter')
      await question().waitFor()
    }
    const enrol = async (): Promise<{ totp: TOTP; recoveryCodes: string[] }> => {
      const totp = new TOTP({ secret: (await anna.post('/users/enrol_second_factor')).body.secret })
      const confirmed = await anna.post('/users/confirm_second_factor', { code: codeOf(totp) })
      clock.advance(TOTP_STEP_S)
      return { totp, recoveryCodes: confirmed.body.recovery_codes }
    }
    const codeOf = (totp: TOTP) => totp.generate({ timestamp: clock.now() })

    it('is confirmed by the password, and the code is issued that was asked for', async () => {
      await logIn()
      await issueTooLate()
      await visit.page.locator('dialog input[autocomplete=current-password]:focus').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('confirm-login')
      await password().fill('a wrong horse 9')
      await question().locator('button[type=submit]').press('Enter')
      await question().locator('.field-error').getByText('The password or the code is wrong').waitFor()
      await visit.page.locator('dialog input[aria-invalid]:focus').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('confirm-login-wrong')

      await password().fill(TEST_PASSWORD)
      await password().press('Enter')
      await shownCode().waitFor()

      expect(await question().count()).to.equal(0)
      // GET before and after; POST, which is refused, and again after the confirmation
      expect(requestsTo('/otto/code')).to.equal(4)
      expect(await visit.page.getByRole('alert').count()).to.equal(0)
      await visit.page.keyboard.press('Escape')
      await shownCode().waitFor({ state: 'detached' })
      await visit.button('Issue a new code').waitFor()
      expect(await focused()).to.equal('Issue a new code')
      const left = visit.page.url() + visit.requests.join() + JSON.stringify(await visit.storedData())
      expect(left).not.to.include(TEST_PASSWORD)
    })

    it('is not confirmed if the person cancels: nothing happens, and the page says why', async () => {
      await logIn()
      await issueTooLate()
      await visit.page.keyboard.press('Escape')
      await visit
        .section('Access')
        .getByRole('alert')
        .getByText('This needs a fresh login. Confirm that it is you.')
        .waitFor()

      expect(await focused()).to.equal('Issue a code')
      expect(await visit.page.locator('.frame').count()).to.equal(1)
      expect((await anna.get('/users/otto/code')).body.code).to.equal(null)
      expect(await visit.violations()).to.deep.equal([])
    })

    it('is confirmed before a plan is applied, above the dialog that asks whether to apply it', async () => {
      const sudo = await app.signIn('sudo')
      await planOf(sudo, { Manufacturer: [{ name: 'Mill works' }] })
      await logIn()
      await visit.goTo('configuration')
      await visit.section('Open plans').getByRole('link', { name: 'Plan of a file' }).click()
      await visit.button('Apply').waitFor()
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      await visit.button('Apply').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await password().fill(TEST_PASSWORD)
      await confirm()

      await visit.page.getByText('The plan was applied:').waitFor()
    })

    it('is confirmed before a download, and not again before the next', async () => {
      await logIn()
      await visit.goTo('configuration')
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      const download = visit.page.waitForEvent('download')
      await visit.button('Export').first().click()
      await password().fill(TEST_PASSWORD)
      await confirm()
      await download
      const second = visit.page.waitForEvent('download')
      await visit.button('Export').first().click()

      await second
      expect(requestsTo('/users/confirm')).to.equal(1)
    })

    it('is confirmed before an upload, which is sent again as it was', async () => {
      await logIn()
      await visit.goTo('configuration')
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      const buffer = Buffer.from(JSON.stringify({ version: '1.0', data: { Manufacturer: [{ name: 'Mill works' }] } }))
      await visit.fileField('Import').setInputFiles({ name: 'plant.json', mimeType: 'application/json', buffer })
      await password().fill(TEST_PASSWORD)
      await confirm()

      await visit.page.getByText('This was a dry run').waitFor()
      await visit.page.getByText('1 imported, 0 skipped').waitFor()
    })

    it('is confirmed by a code if there is a second factor, or by the password all the same', async () => {
      const { totp, recoveryCodes } = await enrol()
      await visit.page.locator('input[autocomplete=username]').fill('anna')
      await visit.page.locator('input[autocomplete=current-password]').fill(TEST_PASSWORD)
      await visit.page.keyboard.press('Enter')
      await visit.page.locator('input[autocomplete=one-time-code]').fill(codeOf(totp))
      await visit.page.keyboard.press('Enter')
      await visit.page.locator('.frame').waitFor()
      await issueTooLate()
      await visit.page.locator('dialog input[autocomplete=one-time-code]:focus').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture('confirm-login-code')
      await otp().fill('000000')
      await confirm()
      await question().locator('.field-error').waitFor()
      await otp().fill(codeOf(totp))
      await confirm()
      await shownCode().waitFor()
      await visit.page.keyboard.press('Escape')

      for (const way of ['recovery code', 'password'] as const) {
        clock.advance(FRESH_LOGIN_LIFETIME_S)
        await visit.button('Issue a new code').click()
        if (way === 'recovery code') await otp().fill(recoveryCodes[0] ?? '')
        else {
          await question().getByRole('button', { name: 'Use the password instead' }).click()
          await password().fill(TEST_PASSWORD)
        }
        await confirm()
        await shownCode().waitFor()
        await visit.page.keyboard.press('Escape')
        await shownCode().waitFor({ state: 'detached' })
      }
    })

    it('must be confirmed only once, however many requests need it', async () => {
      await logIn()
      await openUser()
      clock.advance(FRESH_LOGIN_LIFETIME_S)
      await visit.button('Issue a code').evaluate((button: { click(): void }) => {
        button.click()
        button.click()
      })
      await question().waitFor()

      expect(await question().count()).to.equal(1)
    })

    it('cannot be confirmed once its session has ended: the page goes to the login', async () => {
      await logIn()
      await issueTooLate()
      await (await app.signIn('admin', 'anna')).delete('/users/anna/sessions')
      await password().fill(TEST_PASSWORD)
      await confirm()

      await visit.page.getByText('Your session has ended.').waitFor()
      await question().waitFor({ state: 'detached' })
    })

    it('is confirmed on a phone, in the dark and in German', async () => {
      await logIn({ colorScheme: 'dark', locale: 'de', viewport: { width: 390, height: 844 } })
      await issueTooLate()
      await visit.page.route('**/api/users/confirm', (route) => route.fulfill(LIMITED))
      await password().fill(TEST_PASSWORD)
      await confirm()
      await question().getByRole('alert').getByText('Zu viele Versuche').waitFor()
      expect(await visit.violations()).to.deep.equal([])
      expect(await visit.page.evaluate(OVERFLOW)).to.be.at.most(0)
      await visit.picture('confirm-login-phone-dark-de')

      await visit.page.keyboard.press('Escape')

      await visit.section('Zugang').getByRole('alert').getByText('Dafür muss Ihre Anmeldung frisch sein.').waitFor()
    })
  })
})

/** By how many pixels the dialog or its window is too narrow. */
const OVERFLOW = `Math.max(...[document.documentElement, ...document.querySelectorAll('dialog, .dialog-body > *')].map(
  ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`
