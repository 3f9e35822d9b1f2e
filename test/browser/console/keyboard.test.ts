import { TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { fileOf } from '../../support/configuration.js'
import { launchChromium } from '../chromium.js'
import { launchFirefox } from '../firefox.js'
import { ConsoleVisit } from './console-visit.js'

const MAX_TABS = 80
/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

for (const [name, launch] of Object.entries({ Chromium: launchChromium, Firefox: launchFirefox })) {
  describe(`the console by the keyboard alone, in ${name}`, () => {
    let browser: Browser
    before(async () => {
      browser = await launch()
    })
    after(() => browser?.close())

    let app: App
    let visit: ConsoleVisit
    beforeEach(async () => {
      app = await startApp({ database })
      visit = await ConsoleVisit.open(browser, app.url)
      await visit.page.bringToFront()
      await reach('Username or e-mail address')
      await type('sudo')
      await reach('Password')
      await type(TEST_PASSWORD)
      await press('Enter')
      await visit.page.locator('.frame').waitFor()
    })
    afterEach(async () => {
      await visit?.end()
      await app?.stop()
    })

    const press = (key: string) => visit.page.keyboard.press(key)
    const type = (text: string) => visit.page.keyboard.type(text)
    const focused = (): Promise<string> => visit.page.evaluate(FOCUSED)

    /** Presses Tab until an element with this name has the focus. */
    const reach = async (name: string) => {
      for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
        if ((await focused()) === name) return
        await press('Tab')
      }
      throw new Error(`Tab does not reach "${name}"; the focus is on "${await focused()}".`)
    }
    const open = async (page: string, heading = page) => {
      await reach(page)
      await press('Enter')
      await visit.page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await visit.untilLoaded()
    }

    const openDialog = async (button: string) => {
      await reach(button)
      await press('Space')
      await visit.page.getByRole('dialog').waitFor()
    }

    it('adds a user, and closes the drawer', async () => {
      await open('Users')
      await openDialog('Add user')
      await reach('Username')
      await type('otto')
      await reach('E-mail')
      await type('otto@plant.test')
      await reach('The user sets the password, with a code')
      await press('ArrowDown') // to the next radio button, with which the admin sets it
      await reach('New password')
      await type('otto-has-a-cat')
      await press('Enter')
      await visit.page.getByText('otto was added.').waitFor()
      await press('Escape')
      await visit.page.getByRole('dialog').waitFor({ state: 'detached' })

      expect((await app.logIn('otto', 'otto-has-a-cat')).status).to.equal(200)
    })

    it('sets a password with a code at the login', async () => {
      const sudo = await app.signIn('sudo')
      await sudo.post('/users/add', { username: 'ines', role_name: 'operator', email: 'ines@plant.test' })
      const { code } = (await sudo.post('/users/ines/code')).body
      await reach('Log out')
      await press('Enter')
      await reach('I have a code')
      await press('Enter')
      await visit.page.locator('input[autocomplete=username]:focus').waitFor()
      await type('ines')
      await reach('Code')
      await type(code)
      await reach('New password')
      await type('ines-has-a-horse')
      await reach('New password, again')
      await type('ines-has-a-horse')
      await press('Enter')
      await visit.page.locator('input[autocomplete=current-password]:focus').waitFor()
      await type('ines-has-a-horse')
      await press('Enter')
      await visit.page.locator('.frame').waitFor()
    })

    it('changes a password that must be changed, without Tab before the first field', async () => {
      const sudo = await app.signIn('sudo')
      const irma = { id: 9, username: 'irma', email: 'irma@plant.test', role: { name: 'operator' } }
      const imported = await sudo.upload('/settings/import_config', fileOf({ Users: [irma] }))
      await reach('Log out')
      await press('Enter')
      await visit.page.locator('input[autocomplete=username]:focus').waitFor()
      await type(irma.username)
      await reach('Password')
      await type(imported.body.default_password)
      await press('Enter')
      await visit.page.getByRole('heading', { name: 'Change password' }).waitFor()
      await visit.page.locator('input[autocomplete=current-password]:focus').waitFor()
      await type(imported.body.default_password)
      await reach('New password')
      await type('irma-has-a-horse')
      await press('Enter')
      await visit.page.locator('.frame').waitFor()
    })

    it('adds a role, and gives the focus back', async () => {
      await open('Roles')
      await openDialog('Add role')
      await reach('Name')
      await type('welder')
      await reach('Level')
      await type('20')
      await press('Enter')
      await visit.page.getByText('The role welder was added.').waitFor()

      expect(await focused()).to.equal('Add role')
    })

    it('creates a token, and closes the dialog', async () => {
      await open('Tokens')
      await openDialog('Create token')
      await reach('Name')
      await type('historian')
      await press('Enter')
      await visit.button('Done').waitFor()
      await reach('Done')
      await press('Enter')
      await visit.page.getByRole('cell', { name: 'historian' }).waitFor()

      expect((await (await app.signIn('sudo')).get('/tpt')).body).to.have.lengthOf(1)
    })

    it('changes the logging settings', async () => {
      await open('Logging')
      await reach('Level')
      await press('End') // 50 – critical
      await reach('Save')
      await press('Space')
      await visit.page.getByText('The settings were saved.').waitFor()

      expect((await (await app.signIn('sudo')).get('/settings')).body.log_level).to.equal(50)
    })

    it('plans a file, applies the plan, and plans to undo it', async () => {
      const choosing = visit.page.waitForEvent('filechooser') // well before it is needed, because it takes effect late
      await open('Configuration')
      await reach('Choose a file to plan')
      await press('Enter')
      const buffer = Buffer.from(fileOf({ Variables: [{ name: 'Level' }] }))
      await (await choosing).setFiles({ name: 'plant.json', mimeType: 'application/json', buffer })
      await reach('Update')
      await press('ArrowDown')
      expect(await focused()).to.equal('Mirror')
      await reach('Plan changes')
      await press('Enter')
      await visit.page.getByRole('heading', { name: 'Plan of a file' }).waitFor()
      await visit.untilLoaded()
      await openDialog('Apply')
      await press('Tab')
      await reach('Apply')
      await press('Enter')
      await visit.page.getByText('The plan was applied: 1 added').waitFor()
      await reach('Undo')
      await press('Enter')
      await visit.page.getByRole('heading', { name: 'Plan of a snapshot' }).waitFor()
    })

    it('takes a snapshot with a note, and compares it', async () => {
      await open('Configuration')
      await openDialog('Take snapshot')
      await reach('Note (optional)')
      await type('Before the new line')
      await press('Enter')
      await visit.page.getByRole('cell', { name: 'Before the new line' }).waitFor()
      await visit.page.getByRole('dialog').waitFor({ state: 'detached' })

      expect(await focused()).to.equal('Take snapshot')
      await reach('From')
      await reach('Show what differs')
      await press('Enter')
      await visit.page.getByRole('heading', { name: 'Comparison' }).waitFor()
      await visit.page.getByText('The two states are the same.').waitFor()
    })

    it('filters the audit trail', async () => {
      await open('Audit')
      await reach('Event')
      await type('first-start')
      await press('Enter')
      await visit.page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })

      const rows = await visit.page.locator('tbody tr').allInnerTexts()
      expect(rows).to.have.lengthOf(1)
      expect(rows[0]).to.include('first-start')
    })

    it('skips the navigation, and logs out', async () => {
      await reach('Skip to content')
      await press('Enter')
      await visit.page.locator('#main:focus').waitFor()

      await visit.page.reload()
      await visit.page.locator('.frame').waitFor()
      await reach('Log out')
      await press('Enter')
      await visit.button('Log in').waitFor()
    })
  })
}

/** The name of the focused element, as a person hears it. */
const FOCUSED = `(() => {
  const element = document.activeElement
  const label = element.labels?.[0]
  if (label) return label.textContent.trim()
  return element.getAttribute('aria-label') ?? element.textContent.trim()
})()`
