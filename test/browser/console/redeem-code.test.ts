import { type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import type { App } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const PASSWORD = 'otto-has-two-cats'
const LIMITED = { status: 429, json: { message: 'wait', code: 'RATE_LIMITED', request_id: 'r-1' } }
/**
 * By language: the button, and what the page says about a wrong code and about too many attempts. In English, the
 * latter is the message of the response.
 */
const MESSAGES = [
  ['en', 'Set password', 'The name or the code is wrong', 'wait'],
  ['de', 'Passwort setzen', 'Name oder Code ist falsch', 'Zu viele Versuche'],
  ['es', 'Establecer contraseña', 'El nombre o el código no es correcto', 'Demasiados intentos'],
] as const

describe('somebody with a one-time code', () => {
  let browser: Browser
  let app: App
  let anna: SignedIn
  let visit: ConsoleVisit
  let code: string
  useConsole({}, async (opened) => {
    ;({ browser, app, visit } = opened)
    anna = await app.signIn('admin', 'anna')
    await app.signIn('operator', 'otto')
    code = (await anna.post('/users/otto/code')).body.code
  })

  const field = (autocomplete: string, index = 0) =>
    visit.page.locator(`input[autocomplete=${autocomplete}]`).nth(index)
  const submit = () => visit.page.locator('button[type=submit]').click()
  const openForm = async () => {
    await visit.page.locator('form > .button.quiet').click()
    await field('one-time-code').waitFor()
  }
  const fill = async (name: string, typed: string, password = PASSWORD, repeated = password) => {
    await field('username').fill(name)
    await field('one-time-code').fill(typed)
    await field('new-password').fill(password)
    await field('new-password', 1).fill(repeated)
  }
  const type = (text: string) => visit.page.keyboard.type(text)
  const press = (key: string) => visit.page.keyboard.press(key)
  const untilFocused = (autocomplete: string) =>
    visit.page.locator(`input[autocomplete=${autocomplete}]:focus`).waitFor()

  it('sets a password by the keyboard alone, and logs in with it', async () => {
    const typed = code.replaceAll('-', '').toLowerCase()
    await untilFocused('username')
    await visit.button('I have a code').press('Enter')
    await untilFocused('username')
    await type('otto')
    await press('Tab')
    await untilFocused('one-time-code')
    await type(typed)
    await press('Tab')
    await type(PASSWORD)
    await press('Tab') // to the button that shows the password
    await press('Tab')
    await type(PASSWORD)
    await press('Enter')

    await visit.page.getByRole('status').getByText('Password set. Log in now.').waitFor()
    await untilFocused('current-password')
    expect(await field('username').inputValue()).to.equal('otto')
    expect(await visit.violations()).to.deep.equal([])
    await visit.picture('code-redeemed')
    await type(PASSWORD)
    await press('Enter')
    await visit.page.locator('.frame').waitFor()

    const traces = visit.page.url() + visit.requests.join() + JSON.stringify(await visit.storedData())
    for (const secret of [code, typed, PASSWORD]) expect(traces).not.to.include(secret)
    expect(app.logLines.join()).not.to.include(typed)
    expect(visit.complaints).to.deep.equal([])
  })

  it('can use the e-mail address, which is then filled in at the login', async () => {
    await openForm()
    await fill('otto@plant.test', ` ${code} `)
    await submit()
    await visit.page.getByText('Password set. Log in now.').waitFor()
    expect(await field('username').inputValue()).to.equal('otto@plant.test')

    await field('current-password').fill(PASSWORD)
    await submit()

    await visit.page.locator('.frame').waitFor()
  })

  it('can use a username that looks like an e-mail address, at the form and at the login', async () => {
    await anna.post('/users/add', { username: 'ines@home', role_name: 'operator', email: 'ines@plant.test' })
    const issued = await anna.post(`/users/${encodeURIComponent('ines@home')}/code`)
    await openForm()
    await fill('ines@home', issued.body.code)
    await submit()
    await visit.page.getByRole('alert').waitFor()
    await visit.page.getByLabel('This is a username').check()
    await submit()
    await visit.page.getByText('Password set. Log in now.').waitFor()
    await field('current-password').fill(PASSWORD)
    await submit()

    await visit.page.locator('.frame').waitFor()
  })

  it('is told at the field why the password is refused, and uses the code again', async () => {
    await openForm()
    await fill('otto', code, 'otto')
    await submit()
    await visit.page.getByText('the code is still valid.').waitFor()
    await visit.page.locator('input[autocomplete=new-password]:focus').waitFor()
    const problem = await visit.page.locator('.field-error').innerText()
    expect(problem).to.include('must have at least 8 characters').and.include('username')
    expect(await field('one-time-code').inputValue()).to.equal(code)
    expect(await visit.violations()).to.deep.equal([])
    await visit.picture('code-password-refused')

    await fill('otto', code)
    await submit()

    await visit.page.getByText('Password set. Log in now.').waitFor()
    expect((await app.logIn('otto', PASSWORD)).status).to.equal(200)
  })

  it('is told that the two passwords differ, before the code is sent', async () => {
    await openForm()
    await fill('otto', code, PASSWORD, 'otto-has-two-dogs')
    await submit()

    await visit.page.getByText('The two passwords differ.').waitFor()
    await visit.page.locator('.field:last-of-type input[autocomplete=new-password]:focus').waitFor()
    expect(visit.requests.filter((url) => url.includes('redeem_code'))).to.deep.equal([])
    expect(await visit.violations()).to.deep.equal([])
  })

  it('goes back to the login, where the name stays and the code does not', async () => {
    await openForm()
    await fill('otto', code)
    await visit.button('Back to the login').click()
    await untilFocused('current-password')
    expect(await field('username').inputValue()).to.equal('otto')

    await openForm()

    expect(await field('one-time-code').inputValue()).to.equal('')
    expect((await app.logIn('otto', TEST_PASSWORD)).status).to.equal(200)
  })

  for (const [locale, button, invalid, limited] of MESSAGES)
    it(`is told in their own language if the code is wrong, or after too many attempts: ${locale}`, async () => {
      await visit.end()
      visit = await ConsoleVisit.open(browser, app.url, { locale, viewport: { width: 390, height: 844 } })
      await openForm()
      await fill('otto', '0000-0000-0000')
      await visit.button(button).click()
      await visit.page.getByRole('alert').getByText(invalid).waitFor()
      expect(await field('new-password').inputValue()).to.equal(PASSWORD)
      expect(await visit.violations()).to.deep.equal([])
      await visit.picture(`code-wrong-${locale}`)

      await visit.page.route('**/api/users/redeem_code', (route) => route.fulfill(LIMITED))
      await visit.button(button).click()

      await visit.page.getByRole('alert').getByText(limited).waitFor()
      expect(await field('one-time-code').inputValue()).to.equal('0000-0000-0000')
    })
})
