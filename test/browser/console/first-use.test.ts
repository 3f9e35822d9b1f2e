import { fileURLToPath } from 'node:url'
import type { SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const FIXTURE = fileURLToPath(new URL('../../fixtures/pyautomation-export.json', import.meta.url))
/** Longer than the minimum time for which a message is shown. */
const MESSAGE_MS = 6_000

describe('a person who uses the console for the first time', () => {
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ app, visit } = opened)
    sudo = await app.signIn('sudo')
  })

  it('can look at the password that they type', async () => {
    const field = visit.page.getByLabel('Password')
    await field.fill('battery staple 7')

    await visit.button('Show').click()
    const shown = await field.getAttribute('type')
    await visit.button('Show').click()

    expect([shown, await field.getAttribute('type')]).to.deep.equal(['text', 'password'])
  })

  it('is told at the login where the first password is, and what to do next', async () => {
    const help = visit.page.getByText('The service printed the password of its first user')
    expect(await help.isVisible()).to.equal(false)

    await visit.page.getByText('First start?').click()

    await help.waitFor()
    expect(await help.innerText())
      .to.include('plinth users set-password sudo')
      .and.to.include('add a user of your own')
  })

  it('sees the records of a table after the import, without a reload', async () => {
    await visit.logIn()
    await visit.goTo('configuration')
    const tables = visit.page.getByRole('table', { name: 'Tables' })
    await tables.getByRole('row', { name: 'Tags 0', exact: true }).waitFor()
    await visit.fileField('Import').setInputFiles(FIXTURE)
    await visit.button('Import').click()

    await tables.getByRole('row', { name: 'Tags 35', exact: true }).waitFor()
  })

  it('is told what the level of a new role permits', async () => {
    await visit.logIn()
    await visit.goTo('roles')
    await visit.button('Add role').click()
    const dialog = visit.page.getByRole('dialog')

    await dialog.getByLabel('Level').fill('1')
    const asAdmin = await dialog.locator('.hint').innerText()
    await dialog.getByLabel('Level').fill('20')
    const asGuest = await dialog.locator('.hint').innerText()

    expect(asAdmin)
      .to.match(/^May: \d+ of \d+ operations\./)
      .and.not.include('Anybody')
    expect(asGuest).to.match(/operations\. Anybody may sign up with this role\.$/)
  })

  it('is told why no password can be set', async () => {
    await app.signIn('operator', 'otto')
    await visit.logIn()
    await visit.goTo('users?user=otto')

    await visit.page.getByText('Only users with the role “admin” can set this password').waitFor()
    await app.signIn('sudo', 'greta')
    await visit.goTo('users?user=greta')
    await visit.page.getByText('Only the command “plinth users” on the server can set the password').waitFor()
    await visit.page.getByText('Only the command “plinth users set-role” on the server changes the role').waitFor()
  })

  it('sees a message about what was done until they go on, but long enough to read it', async () => {
    await app.signIn('operator', 'otto')
    await visit.page.clock.install()
    await visit.logIn()
    await visit.goTo('users?user=otto')
    await visit.page.getByLabel('Given name').fill('Otto')
    await visit.button('Save').click()
    const done = visit.page.getByText('The changes to otto were saved.')
    await done.waitFor()

    await visit.page.getByRole('heading', { name: 'Profile' }).click()
    expect(await done.count()).to.equal(1)
    await visit.page.clock.fastForward(MESSAGE_MS)
    await visit.page.getByRole('heading', { name: 'Profile' }).click()

    await done.waitFor({ state: 'detached' })
  })

  it('selects a user without moving the others', async () => {
    for (const username of ['anna', 'otto']) await app.signIn('operator', username)
    await visit.logIn()
    await visit.goTo('users')
    const row = visit.page.getByRole('row').filter({ hasText: 'otto' })
    const before = await row.boundingBox()

    await visit.page.getByLabel('Select anna').check()
    await visit.page.getByText('1 user selected').waitFor()

    expect((await row.boundingBox())?.y).to.equal(before?.y)
  })

  it('reads the details of an event on a phone', async () => {
    await sudo.post('/users/create_tpt', { role_name: 'guest', name: 'historian' })
    await visit.page.setViewportSize({ width: 390, height: 844 })
    await visit.logIn()
    await visit.goTo('audit?event=token-created')

    await visit.page.locator('td details summary').first().click()

    expect((await visit.page.locator('td details dd').first().boundingBox())?.width).to.be.at.least(100)
  })

  it('closes the menu of a phone with a click beside it, or with Escape', async () => {
    await visit.page.setViewportSize({ width: 390, height: 844 })
    await visit.logIn()
    const link = visit.page.getByRole('link', { name: 'Roles', exact: true })
    const menu = visit.button('Menu')

    for (const close of [() => visit.page.mouse.click(370, 600), () => visit.page.keyboard.press('Escape')]) {
      await menu.click()
      await link.waitFor()
      expect(await menu.getAttribute('aria-expanded')).to.equal('true')

      await close()

      await link.waitFor({ state: 'hidden' })
      expect(await menu.getAttribute('aria-expanded')).to.equal('false')
    }
  })
})

describe('a person who opens a console with a notice', () => {
  const NOTICE = 'Only for the staff of the plant.\nAll actions are recorded.'
  let visit: ConsoleVisit
  useConsole({ settings: { consoleLoginNotice: NOTICE } }, async (opened) => {
    visit = opened.visit
  })

  it('reads it before the login, and not after it', async () => {
    const notice = visit.page.locator('.login-notice')
    await visit.picture('login-notice')

    expect(await notice.innerText()).to.equal(NOTICE)
    expect(await visit.violations()).to.deep.equal([])
    await visit.button('I have a code').click()
    await visit.page.getByLabel('Code', { exact: true }).waitFor()
    expect(await notice.innerText()).to.equal(NOTICE)
    await visit.button('Back to the login').click()
    await visit.logIn()
    expect(await notice.count()).to.equal(0)
  })
})
