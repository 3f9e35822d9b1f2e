import { expect } from 'chai'
import { TOTP } from 'otpauth'
import type { Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const OTTO = { username: 'otto', role_name: 'operator', email: 'otto@plant.test', password: 'otto-has-a-cat' }
/** Number of wrong passwords that lock an account. */
const LOCKING_ATTEMPTS = 5

describe('dialogs and lists of the console', () => {
  let app: App
  let visit: ConsoleVisit
  let drawer: Locator
  useConsole({}, async (opened) => {
    ;({ app, visit } = opened)
    await (await app.signIn('sudo')).post('/users/signup', OTTO)
    await visit.logIn()
    await visit.goTo('users')
    drawer = visit.page.getByRole('dialog').first()
  })

  const openDrawer = async () => {
    await visit.page.getByRole('link', { name: 'otto', exact: true }).click()
    await drawer.getByLabel('Given name').waitFor()
  }
  const focused = (): Promise<string> => visit.page.evaluate('document.activeElement.textContent.trim()')

  it('fit into a window of 600 pixels, and scroll to their last button', async () => {
    await visit.page.setViewportSize({ width: 1024, height: 600 })
    await visit.button('Add user').click()
    await drawer.getByLabel('Set a password now').check()
    await drawer.getByRole('button', { name: 'Add user' }).scrollIntoViewIfNeeded()

    const { y = 0, height = 0 } = (await drawer.getByRole('button', { name: 'Add user' }).boundingBox()) ?? {}
    expect(y + height).to.be.within(1, 600)
  })

  it('show a message about what was done, which can be closed there', async () => {
    await openDrawer()
    await drawer.getByLabel('Given name').fill('Otto')
    await drawer.getByRole('button', { name: 'Save' }).click()
    const toast = drawer.getByRole('status').filter({ hasText: 'The changes to otto were saved.' })
    await toast.waitFor()
    expect(await visit.violations()).to.deep.equal([])
    await toast.getByRole('button', { name: 'Close' }).click()

    await toast.waitFor({ state: 'detached' })
    expect(await drawer.isVisible()).to.equal(true)
  })

  it('leave the message about what was done on the page below when they close', async () => {
    await openDrawer()
    await drawer.getByLabel('Given name').fill('Otto')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('The changes to otto were saved.').waitFor()
    await visit.page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    expect(await visit.page.getByText('The changes to otto were saved.').count()).to.equal(1)
  })

  it('stay open when a selection of text ends beside them', async () => {
    await openDrawer()
    const field = await drawer.getByLabel('Given name').boundingBox()
    await visit.page.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 10)
    await visit.page.mouse.down()
    await visit.page.mouse.move(20, 300)
    await visit.page.mouse.up()
    expect(await drawer.isVisible()).to.equal(true)

    await visit.page.mouse.click(20, 300)
    await drawer.waitFor({ state: 'detached' })
  })

  for (const [how, close] of [
    ['Escape', () => visit.page.keyboard.press('Escape')],
    ['a click beside', () => visit.page.mouse.click(20, 300)],
  ] as const) {
    it(`ask after ${how} before edits are lost`, async () => {
      await openDrawer()
      await drawer.getByLabel('Given name').fill('Otto')
      await close()
      await drawer.getByRole('button', { name: 'Keep editing' }).waitFor()
      expect(await visit.violations()).to.deep.equal([])
      await drawer.getByRole('button', { name: 'Keep editing' }).click()
      expect(await drawer.getByLabel('Given name').inputValue()).to.equal('Otto')

      await close()
      await drawer.getByRole('button', { name: 'Discard changes' }).click()
      await drawer.waitFor({ state: 'detached' })
    })
  }

  it('ask before edits are lost that could not be saved, and do not ask after they were saved', async () => {
    await openDrawer()
    await visit.page.route('**/api/users/otto', (route) => route.abort())
    await drawer.getByLabel('Given name').fill('Otto')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByRole('alert').waitFor()
    await visit.page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Keep editing' }).click()

    await visit.page.unroute('**/api/users/otto')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('The changes to otto were saved.').waitFor()
    await visit.page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  for (const [what, show, shown] of [
    [
      'a new token',
      async () => {
        await visit.goTo('tokens?add=yes')
        await drawer.getByLabel('Name').fill('historian')
        await drawer.getByRole('button', { name: 'Create token' }).click()
      },
      'pre.secret',
    ],
    [
      'recovery codes',
      async () => {
        await visit.goTo('account')
        await visit.button('Set up a second factor').click()
        const secret = (await drawer.locator('code.secret').innerText()).replaceAll(' ', '')
        await drawer.locator('input').fill(new TOTP({ secret }).generate())
        await visit.page.keyboard.press('Enter')
      },
      '.recovery-codes',
    ],
  ] as const)
    for (const [how, close] of [
      ['Escape', () => visit.page.keyboard.press('Escape')],
      ['“Close”', () => drawer.getByRole('button', { name: 'Close', exact: true }).click()],
    ] as const)
      it(`ask after ${how} before ${what} can never be seen again`, async () => {
        const secret = drawer.locator(shown).first()
        await show()
        await secret.waitFor()
        const text = await secret.innerText()
        await close()
        await drawer.getByText('It will not be shown again.').waitFor()
        expect(await visit.violations()).to.deep.equal([])
        await drawer.getByRole('button', { name: 'Keep open' }).click()
        expect(await secret.innerText()).to.equal(text)

        await close()
        await drawer.getByRole('button', { name: 'Close anyway' }).click()
        await drawer.waitFor({ state: 'detached' })
      })

  it('keep the focus near a button that disappears', async () => {
    for (let attempt = 0; attempt < LOCKING_ATTEMPTS; attempt += 1) await app.logIn('otto', 'a wrong password')
    await openDrawer()
    await drawer.getByRole('button', { name: 'Unlock' }).press('Enter')
    await drawer.getByText('Can log in').waitFor()

    expect(await focused()).to.equal('Access')
  })

  it('leave the focus on the page if the button that opened them is gone', async () => {
    await (await app.signIn('sudo')).post('/users/create_tpt', { role_name: 'operator' })
    await visit.goTo('tokens')
    const revoke = visit.page.getByRole('cell').getByRole('button', { name: 'Revoke' })
    await revoke.press('Enter')
    await drawer.getByRole('textbox').fill('operator')
    await visit.page.keyboard.press('Enter')
    await drawer.waitFor({ state: 'detached' })
    await revoke.waitFor({ state: 'detached' })

    expect(await focused()).to.equal('Tokens')
  })

  it('keep the selected rows of other pages when all rows of a page are selected', async () => {
    await app.signIn('operator', 'anna')
    await visit.page.getByLabel('Select otto').check()
    await visit.page.getByRole('searchbox').fill('anna')
    await visit.page.getByText('1 user', { exact: true }).waitFor()
    await visit.page.getByLabel('Select all on this page').check()

    await visit.page.getByText('2 users selected').waitFor()
  })
})
