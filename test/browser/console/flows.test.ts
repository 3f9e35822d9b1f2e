import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { forEachDatabase, TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { type App, startApp } from '../../support/app.js'
import { launchChromium } from '../chromium.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const [sqlite] = testDatabases as [(typeof testDatabases)[number]]
const OTTO = { username: 'otto', role_name: 'operator', email: 'otto@plant.test', password: 'otto-has-a-cat' }
const HOSTILE = '<img src=x onerror=alert(1)>'
const FIXTURE = fileURLToPath(new URL('../../fixtures/pyautomation-export.json', import.meta.url))
/** Number of wrong passwords that lock an account. */
const LOCKING_ATTEMPTS = 5
const DAY_MS = 86_400_000
const OVERVIEW_REFRESH_MS = 10_000
const IMPORTED = { id: 1, username: 'ines', email: 'ines@plant.test', role: { name: 'operator' } }

describe('the console in a browser', () => {
  forEachDatabase((database) => {
    let app: App
    let visit: ConsoleVisit
    let restart: () => Promise<void>
    useConsole({ database }, async (opened) => {
      ;({ app, visit, restart } = opened)
    })

    it('logs in with a cookie, stays logged in after a reload, and leaves nothing after the logout', async () => {
      await visit.logIn()
      await visit.page.reload()
      await visit.page.locator('.frame').waitFor()
      expect((await visit.storedData()).cookies.map(({ name, httpOnly }) => [name, httpOnly])).to.deep.equal([
        ['__Host-plinth', true],
      ])

      await visit.button('Log out').click()
      await visit.button('Log in').waitFor()

      const { cookies, origins } = await visit.storedData()
      expect(cookies).to.deep.equal([])
      expect(JSON.stringify(origins)).not.to.match(/[\w-]{43}/)
      expect(visit.complaints).to.deep.equal([])
    })

    it('says why a login is refused, and keeps what was typed', async () => {
      await visit.page.getByLabel('Username or e-mail address').fill('sudo')
      await visit.page.getByLabel('Password', { exact: true }).fill('wrong')
      await visit.button('Log in').click()

      await visit.page.getByRole('alert').waitFor()
      expect(await visit.page.getByLabel('Username or e-mail address').inputValue()).to.equal('sudo')
    })

    it('shows the page of an address that changes before the next frame is drawn', async () => {
      await visit.page.evaluate(`
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.frame')) return
          observer.disconnect()
          location.hash = '#/roles'
        }).observe(document.body, { childList: true, subtree: true })`)
      await visit.logIn()

      await visit.page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
    })

    it('leads to the login when the session has ended, and back to where one was', async () => {
      await visit.logIn()
      await visit.goTo('users?search=su')
      await (await app.signIn('sudo')).delete('/users/sudo/sessions')

      await visit.page.getByRole('link', { name: 'Roles' }).click()
      await visit.page.getByText('Your session has ended').waitFor()
      await visit.logIn()

      expect(new URL(visit.page.url()).hash).to.equal('#/roles')
      await visit.page.getByRole('heading', { name: 'Roles' }).waitFor()
    })

    it('lets a user who has forgotten the password log in again, with a code from an admin', async () => {
      await app.signIn('operator', OTTO.username)
      await app.signIn('admin', 'anna')
      await visit.logIn('anna')
      await visit.goTo(`users?user=${OTTO.username}`)
      await visit.button('Issue a code').click()
      const code = await visit.page.locator('dialog.dialog .code').innerText()
      await visit.page.keyboard.press('Escape')
      await visit.page.keyboard.press('Escape')
      await visit.button('Log out').click()

      await visit.button('I have a code').click()
      await visit.page.locator('input[autocomplete=username]').fill(OTTO.username)
      await visit.page.locator('input[autocomplete=one-time-code]').fill(code)
      for (const field of [0, 1])
        await visit.page.locator('input[autocomplete=new-password]').nth(field).fill(OTTO.password)
      await visit.button('Set password').click()
      await visit.page.locator('input[autocomplete=current-password]').fill(OTTO.password)
      await visit.button('Log in').click()

      await visit.page.locator('.frame .who').getByText(OTTO.username).waitFor()
    })

    it('asks for a code of the second factor after the password', async () => {
      const otto = await app.signIn('operator', OTTO.username)
      const { secret } = (await otto.post('/users/enrol_second_factor')).body
      const code = new TOTP({ secret }).generate()
      const { recovery_codes: recoveryCodes } = (await otto.post('/users/confirm_second_factor', { code })).body
      await visit.page.locator('input[autocomplete=username]').fill(OTTO.username)
      await visit.page.locator('input[autocomplete=current-password]').fill(TEST_PASSWORD)
      await visit.button('Log in').click()

      await visit.button('Use a recovery code instead').click()
      await visit.page.locator('input[autocomplete=one-time-code]').fill(recoveryCodes[0])
      await visit.page.locator('button[type=submit]').click()

      await visit.page.locator('.frame .who').getByText(OTTO.username).waitFor()
    })

    it('adds a user, who can log in, and shows them in a drawer', async () => {
      await visit.logIn()
      await visit.goTo('users')
      await visit.button('Add user').click()
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByLabel('Username').fill(OTTO.username)
      await dialog.getByLabel('E-mail').fill(OTTO.email)
      await dialog.getByLabel('Set a password now').check()
      await dialog.getByLabel('New password').fill(OTTO.password)
      await dialog.getByRole('button', { name: 'Add user' }).click()

      await visit.page.getByText('otto was added.').waitFor()
      expect(new URL(visit.page.url()).hash).to.equal('#/users?user=otto')
      expect((await login(app, 'otto', OTTO.password)).status).to.equal(200)
    })

    for (const way of ['Set a password now', 'The user sets the password'])
      it(`adds a user whose account ends: ${way}`, async () => {
        await visit.logIn()
        await visit.goTo('users?add=yes')
        const dialog = visit.page.getByRole('dialog')
        await dialog.getByLabel('Username').fill(OTTO.username)
        await dialog.getByLabel('E-mail').fill(OTTO.email)
        await dialog.getByLabel('Valid until').fill('2999-02-28T12:00')
        await dialog.getByLabel(way).check()
        if (way === 'Set a password now') await dialog.getByLabel('New password').fill(OTTO.password)
        await dialog.getByRole('button', { name: 'Add user' }).click()
        await dialog.getByLabel('Username').waitFor({ state: 'detached' })

        const { body } = await (await app.signIn('sudo')).get('/users/otto')
        expect(body.valid_until).to.equal(await visit.page.evaluate(() => new Date('2999-02-28T12:00').toISOString()))
      })

    it('shows the end of one’s own account', async () => {
      const end = '2999-02-28T12:00:00.000Z'
      await (await app.signIn('sudo')).post('/users/signup', { ...OTTO, valid_until: end })
      await visit.logIn(OTTO.username, OTTO.password)
      await visit.goTo('account')

      await visit.page.getByText('Valid until').waitFor()
      expect(await visit.page.locator('.facts time').getAttribute('datetime')).to.equal(end)
    })

    it('shows recent events of one’s own account, also those by others', async () => {
      const sudo = await app.signIn('sudo')
      await sudo.post('/users/signup', OTTO)
      await sudo.patch('/users/otto', { lastname: 'Ottosson' })
      await visit.logIn(OTTO.username, OTTO.password)
      await visit.goTo('account')
      const rows = visit.page.locator('section').filter({ hasText: 'Recent activity' }).locator('tbody tr')

      await rows.first().getByText('login').waitFor()
      const events = await rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].slice(1, 3).map(({ innerText }) => innerText.trim())),
      )
      await rows.last().scrollIntoViewIfNeeded()
      await visit.picture('account-activity')
      expect(events).to.deep.equal([
        ['login', 'not logged in'],
        ['user-changed', 'sudo'],
        ['signup', 'sudo'],
      ])
    })

    it('shows in the dialog why a user cannot be added', async () => {
      await visit.logIn()
      await visit.goTo('users?add=yes')
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByLabel('Username').fill('sudo')
      await dialog.getByLabel('E-mail').fill(OTTO.email)
      await dialog.getByLabel('Set a password now').check()
      await dialog.getByLabel('New password').fill(OTTO.password)
      await dialog.getByRole('button', { name: 'Add user' }).click()

      await dialog.getByRole('alert').waitFor()
      expect(await dialog.getByRole('alert').innerText()).to.match(/request id/i)
    })

    it('shows a refusal where it is seen in a low window', async () => {
      await visit.page.setViewportSize({ width: 1024, height: 600 })
      await visit.logIn()
      await visit.goTo('users?add=yes')
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByLabel('Username').fill('sudo')
      await dialog.getByLabel('E-mail').fill(OTTO.email)
      await dialog.getByRole('button', { name: 'Add user' }).click()

      const message = dialog.getByRole('alert').locator('p').first()
      await message.waitFor()
      const { y = -1, height = 0 } = (await message.boundingBox()) ?? {}
      expect(y).to.be.greaterThan(72) // the top of the dialog
      expect(y + height).to.be.lessThan(584) // the bottom of the dialog
    })

    it('takes the end of an account as it is typed, with a year of four digits', async () => {
      await visit.logIn()
      await visit.goTo('users?add=yes')
      const field = visit.page.getByLabel('Valid until')
      await field.click({ position: { x: 12, y: 12 } })
      await visit.page.keyboard.type('110120271030AM')

      expect(await field.inputValue()).to.equal('2027-11-01T10:30')
    })

    it('leads back from a page of users beyond the last one', async () => {
      await visit.logIn()
      await visit.goTo('users?offset=50')
      await visit.page.getByRole('button', { name: 'Previous page' }).click()

      await visit.page.locator('tbody').getByText('sudo', { exact: true }).first().waitFor()
      expect(new URL(visit.page.url()).hash).to.equal('#/users')
    })

    describe('with a user', () => {
      beforeEach(async () => {
        await (await app.signIn('sudo')).post('/users/signup', OTTO)
        await visit.logIn()
      })

      it('finds users on the server, and keeps search and order in the address', async () => {
        await visit.goTo('users')
        await visit.page.getByRole('searchbox').fill('OTT')
        await visit.page.getByText('1 user', { exact: true }).waitFor()
        await visit.button('Username').click()
        await visit.page.reload()
        await visit.page.getByText('1 user', { exact: true }).waitFor()

        expect(new URL(visit.page.url()).hash).to.equal('#/users?search=OTT&sort=username')
        expect(await visit.page.locator('tbody tr').count()).to.equal(1)
      })

      it('disables and enables a user', async () => {
        await visit.goTo('users?user=otto')
        await visit.button('Disable').click()
        await visit.page.locator('dialog.dialog').getByRole('button', { name: 'Disable' }).click()
        await visit.page.getByText('otto was disabled.').waitFor()
        expect((await login(app, 'otto', OTTO.password)).status).to.equal(403)

        await visit.button('Enable').click()
        await visit.page.getByText('otto was enabled.').waitFor()
        expect((await login(app, 'otto', OTTO.password)).status).to.equal(200)
      })

      it('ends an account at a time, and extends it', async () => {
        await visit.goTo('users?user=otto')
        const end = visit.page.getByLabel('Valid until')
        await end.fill('2020-02-29T12:00')
        await visit.button('Save').click()
        await visit.page.getByText('The account has ended. Change “Valid until”').waitFor()
        expect(await visit.page.locator('tbody .badge').allInnerTexts()).to.deep.equal(['Account ended'])
        await visit.goTo('users?state=ended')
        await visit.page.getByText('1 user', { exact: true }).waitFor()
        await visit.goTo('users?state=ended&user=otto')
        expect((await login(app, 'otto', OTTO.password)).status).to.equal(403)

        await end.fill('')
        await visit.button('Save').click()
        await visit.page.getByText('Can log in').waitFor()
        expect((await login(app, 'otto', OTTO.password)).status).to.equal(200)
      })

      it('says why a user cannot log in, and unlocks the account', async () => {
        for (let attempt = 0; attempt < LOCKING_ATTEMPTS; attempt += 1) await login(app, 'otto', 'a wrong password')
        await visit.goTo('users?user=otto')
        const dialog = visit.page.getByRole('dialog')
        await dialog.getByText('Too many wrong passwords.').waitFor()
        expect((await login(app, 'otto', OTTO.password)).status).to.equal(403)

        await visit.button('Unlock').click()
        await dialog.getByText('Can log in').waitFor()
        await dialog.getByText('user-unlocked').waitFor()

        expect((await login(app, 'otto', OTTO.password)).status).to.equal(200)
      })

      it('deletes a user only after the name was typed, and gives the focus back', async () => {
        await visit.goTo('users?user=otto')
        await visit.button('Delete').click()
        const dialog = visit.page.locator('dialog.dialog')
        expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).to.equal(true)

        await visit.page.keyboard.press('Escape')
        expect(await visit.page.evaluate('document.activeElement.textContent')).to.equal('Delete')

        await visit.page.keyboard.press('Enter')
        await dialog.getByLabel('Type otto to confirm').fill('otto')
        await visit.page.keyboard.press('Enter')
        await visit.page.getByText('otto was deleted.').waitFor()
        expect((await (await app.signIn('sudo')).get('/users/otto')).status).to.equal(404)
      })

      it('shows that a password for a user is refused, and sets another one', async () => {
        await app.signIn('admin', 'anna')
        await visit.goTo('users?user=anna')
        await visit.button('Set password').click()
        const dialog = visit.page.locator('dialog.dialog')
        await dialog.getByLabel('New password').fill('x')
        await dialog.getByRole('button', { name: 'Set password' }).click()
        await dialog.getByRole('alert').waitFor()

        await dialog.getByLabel('New password').fill('anna-has-two-dogs')
        await dialog.getByRole('button', { name: 'Set password' }).click()
        await visit.page.getByText('The password of anna was set.').waitFor()
        expect((await login(app, 'anna', 'anna-has-two-dogs')).status).to.equal(200)
      })

      it('disables several users at once', async () => {
        await visit.goTo('users')
        await visit.page.getByLabel('Select otto').check()
        await visit.page.getByRole('status').getByRole('button', { name: 'Disable' }).click()
        await visit.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
        await visit.page.getByText('Done for 1 user.').waitFor()

        expect((await login(app, 'otto', OTTO.password)).status).to.equal(403)
      })
    })

    it('changes the other selected users if one of them is gone, and names that one', async () => {
      const sudo = await app.signIn('sudo')
      for (const username of ['anna', 'gone', 'otto'])
        await sudo.post('/users/signup', { ...OTTO, username, email: `${username}@plant.test` })
      await visit.logIn()
      await visit.goTo('users')
      await visit.page.getByLabel('Select all on this page').check()
      await visit.page.getByText('3 users selected').waitFor()
      await sudo.delete('/users/gone')
      await visit.page.getByRole('status').getByRole('button', { name: 'Disable' }).click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()

      await visit.page.getByRole('alert').filter({ hasText: 'gone: There is no user of that name.' }).waitFor()
      await visit.page.getByText('Done for 2 users.').waitFor()
      await visit.page.getByRole('row').filter({ hasText: 'gone' }).waitFor({ state: 'detached' })
      const users: { username: string; disabled?: boolean }[] = (await sudo.get('/users')).body
      const disabled = users.filter((user) => user.disabled).map(({ username }) => username)
      expect(disabled).to.have.members(['anna', 'otto'])
    })

    it('does not reopen with “Back” a dialog that was closed', async () => {
      await visit.logIn()
      await visit.page.getByRole('link', { name: 'Users', exact: true }).first().click()
      await visit.button('Add user').click()
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByLabel('Username').fill(OTTO.username)
      await dialog.getByLabel('E-mail').fill(OTTO.email)
      await dialog.getByLabel('Set a password now').check()
      await dialog.getByLabel('New password').fill(OTTO.password)
      await dialog.getByRole('button', { name: 'Add user' }).click()
      await visit.page.getByText('otto was added.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).first().click()
      await dialog.waitFor({ state: 'detached' })

      await visit.page.goBack()

      expect(new URL(visit.page.url()).hash).to.equal('#/users')
      expect(await dialog.count()).to.equal(0)
    })

    it('loads with “Try again” what could not be loaded', async () => {
      await visit.logIn()
      await visit.page.route('**/api/openapi.json', (route) => route.abort())
      await visit.page.getByRole('link', { name: 'Roles', exact: true }).click()
      await visit.page.getByRole('alert').waitFor()

      await visit.page.unroute('**/api/openapi.json')
      await visit.button('Try again').click()

      await visit.page.getByRole('alert').waitFor({ state: 'detached' })
      expect(await visit.page.getByRole('row').filter({ hasText: 'sudo' }).innerText()).not.to.include('0 of 0')
    })

    it('shows new numbers and events on the overview without a reload', async () => {
      await visit.page.clock.install()
      await visit.page.reload()
      await visit.logIn()
      await visit.untilLoaded()
      await (await app.signIn('sudo')).post('/users/signup', OTTO)
      const users = visit.page.locator('.card').filter({ hasText: 'Users' })
      expect(await users.innerText()).to.match(/\b1$/)

      await visit.page.clock.runFor(OVERVIEW_REFRESH_MS)

      await users.getByText('2', { exact: true }).waitFor()
      await visit.page.getByText('signup', { exact: true }).first().waitFor()
    })

    it('creates a token, shows it once with a command that uses it, and revokes it', async () => {
      await visit.logIn()
      await visit.goTo('tokens')
      await visit.button('Create token').click()
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('historian')
      await dialog.getByLabel('Days until it expires').fill('30')
      await dialog.getByLabel('Note').fill('on the third floor')
      await dialog.getByRole('button', { name: 'Create token' }).click()
      const token = await dialog.locator('.secret').innerText()
      expect((await app.withKey(token.trim()).get('/users/sudo')).status).to.equal(200)
      await dialog.getByText('The same with curl').click()
      expect(await dialog.locator('.curl pre').innerText()).to.match(new RegExp(`^key=${token.trim()}\ncurl `))
      await dialog.getByRole('button', { name: 'Done' }).click()

      await restart() // writes the last use at once
      await visit.page.reload()
      const row = visit.page.getByRole('row').filter({ hasText: 'on the third floor' })
      await row.waitFor()
      const [used, expires, created] = await row
        .locator('time')
        .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
      expect(Number(expires) - Number(created)).to.equal(30 * DAY_MS)
      expect(used).to.be.within(Number(created), Date.now())

      await visit.button('Revoke').click()
      expect(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled()).to.equal(true)
      await dialog.getByLabel('Type historian to confirm').fill('historian')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await visit.page.getByText('The token was revoked.').waitFor()
      expect((await app.withKey(token.trim()).get('/users/sudo')).status).to.equal(401)

      await row.getByRole('link', { name: 'Audit' }).click()
      const revocation = visit.page.getByRole('row').filter({ hasText: 'token-revoked' })
      expect(await revocation.innerText()).to.match(/sudo.*name: historian/s)
    })

    it('adds a role, changes its level and deletes it', async () => {
      const levels = async () =>
        (await (await app.signIn('sudo')).get('/roles')).body
          .filter(({ name }: { name: string }) => name === 'welder')
          .map(({ level }: { level: number }) => level)
      await visit.logIn()
      await visit.goTo('roles')
      await visit.button('Add role').click()
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('welder')
      await dialog.getByLabel('Level').fill('20')
      await dialog.getByRole('button', { name: 'Add role' }).click()
      await visit.page.getByText('The role welder was added.').waitFor()
      expect(await levels()).to.deep.equal([20])

      const row = visit.page.getByRole('row').filter({ hasText: 'welder' })
      await row.getByRole('button', { name: 'Change level' }).click()
      await dialog.getByLabel('Level').fill('30')
      await dialog.getByRole('button', { name: 'Change level' }).click()
      await visit.page.getByText('The level of welder was changed.').waitFor()
      expect(await levels()).to.deep.equal([30])

      await row.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByLabel('Type welder to confirm').fill('welder')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByText('welder was deleted.').waitFor()
      expect(await levels()).to.deep.equal([])
    })

    it('shows what each role may do, by the rules of the service', async () => {
      await visit.logIn()
      await visit.goTo('roles')
      const row = (name: string) =>
        visit.page.getByRole('row').filter({ has: visit.page.getByText(name, { exact: true }) })
      await row('guest').locator('summary').click()
      await row('sudo').locator('summary').click()

      expect(await row('sudo').innerText()).to.include('Create a third-party token')
      expect(await row('guest').innerText()).not.to.include('Create a third-party token')
    })

    it('shows the state of the service, and the requests of the last hour also as a table', async () => {
      await visit.logIn()
      await visit.goTo('overview')
      await visit.page.getByText('As a table').click()

      const cells = visit.page.getByRole('row').filter({ hasText: /:/ }).first().getByRole('cell')
      expect(await visit.page.getByText('Ready', { exact: true }).count()).to.equal(1)
      expect(await visit.page.getByText('Anybody who reaches the service can sign up').count()).to.equal(1)
      expect(Number(await cells.nth(1).innerText())).to.be.above(0)
    })

    it('lists the tables and their records, page by page, and searches names', async () => {
      await uploadFixture(app)
      await visit.logIn()
      await visit.goTo('configuration')
      await visit.page.getByRole('link', { name: 'Units', exact: true }).click()
      await visit.page.getByText('degCelsius').first().waitFor()
      await visit.button('Next page').click()
      await visit.page.getByText('degCelsius').first().waitFor({ state: 'detached' })
      await visit.button('First page').waitFor()

      await visit.page.getByRole('searchbox').fill('celsius')
      await visit.page.getByText('degCelsius').first().waitFor()

      expect(new URL(visit.page.url()).hash).to.equal('#/configuration?table=Units&search=celsius')
    })

    it('turns debug on for a while, follows the log, and turns it off', async () => {
      await visit.logIn()
      await visit.goTo('logging')
      await visit.button('Start debug').click()
      await visit.page.getByText('The level is debug until').waitFor()
      await visit.button('Follow').click()
      await visit.page.getByText('following').waitFor()
      await app.get('/health/live')
      await visit.page.getByRole('cell', { name: 'debug' }).first().waitFor()

      await visit.button('Pause').click()
      await visit.button('End debug now').click()
      await visit.button('Start debug').waitFor()

      expect((await (await app.signIn('sudo')).get('/settings')).body.log_level).to.equal(20)
    })

    it('verifies the audit trail, and exports its events', async () => {
      await visit.logIn()
      await visit.goTo('audit?event=login')
      await visit.button('Verify').click()
      await visit.page.getByText('The trail is unchanged.').waitFor()
      const [download] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Export').click()])

      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n')
      expect(lines.map((line) => JSON.parse(line).event))
        .to.include('login')
        .and.not.include('first-start')
    })

    it('imports a configuration after a dry run that changes nothing', async () => {
      await visit.logIn()
      await visit.goTo('configuration')
      await visit.fileField('Import').setInputFiles(FIXTURE)
      await visit.page.getByText('This was a dry run').waitFor()
      const before = await (await app.signIn('sudo')).get('/settings/export_config')
      expect(before.body.data.Tags).to.deep.equal([])

      await visit.button('Import').click()
      await visit.page.getByText('The configuration was imported, except for the refused records.').waitFor()

      expect(await visit.page.locator('.report').innerText()).to.match(/Tags/)
      const after = await (await app.signIn('sudo')).get('/settings/export_config')
      expect(after.body.data.Tags).to.have.lengthOf.above(30)
    })

    it('changes the logging settings', async () => {
      await visit.logIn()
      await visit.goTo('logging')
      await visit.page.getByLabel('Level', { exact: true }).selectOption('10')
      await visit.button('Save').click()
      await visit.page.getByText('The settings were saved.').waitFor()

      expect((await (await app.signIn('sudo')).get('/settings')).body.log_level).to.equal(10)
    })

    it('finds who did something in the audit trail', async () => {
      await (await app.signIn('sudo')).post('/users/signup', OTTO)
      await visit.logIn()
      await visit.goTo('audit?target=otto')

      await visit.page.getByText('signup', { exact: true }).first().waitFor()
      expect(await visit.page.locator('tbody tr').first().innerText()).to.match(/sudo/)
    })

    it('makes a user whose password was set change it first', async () => {
      const sudo = await app.signIn('sudo')
      const file = JSON.stringify({ version: '1.0', data: { Users: [IMPORTED] } })
      const { body } = await sudo.upload('/settings/import_config', file)
      await visit.page.locator('input[autocomplete=username]').fill('ines')
      await visit.page.locator('input[autocomplete=current-password]').fill(body.default_password)
      await visit.page.keyboard.press('Enter')

      await visit.page.getByLabel('Current password').fill(body.default_password)
      await visit.page.getByLabel('New password').fill('ines-has-a-horse')
      await visit.button('Change password').click()

      await visit.page.getByRole('heading', { name: 'Users' }).waitFor()
      expect((await login(app, 'ines', 'ines-has-a-horse')).status).to.equal(200)
    })

    it('shows names that are HTML as text', async () => {
      const sudo = await app.signIn('sudo')
      await sudo.post('/users/signup', { ...OTTO, name: HOSTILE, lastname: 'Weber' })
      await visit.logIn()
      await visit.goTo('users')

      expect(await visit.page.getByText(HOSTILE).count()).to.equal(1)
      expect(await visit.page.locator('td img').count()).to.equal(0)
      expect(visit.complaints).to.deep.equal([])
    })

    it('says when a list could not be loaded, keeps it, and tries again', async () => {
      await visit.logIn()
      await visit.goTo('users')
      await visit.page.route('**/users?**', (route) => route.abort())
      await visit.button('Username').click()
      await visit.page.getByText('The service was not reached').waitFor()
      expect(await visit.page.locator('tbody tr').count()).to.equal(1)

      await visit.page.unroute('**/users?**')
      await visit.button('Try again').click()
      await visit.page.getByText('The service was not reached').waitFor({ state: 'detached' })
    })

    it('logs out in every tab', async () => {
      await visit.logIn()
      const other = await visit.page.context().newPage()
      await other.goto(visit.page.url())
      await other.locator('.frame').waitFor()

      await visit.button('Log out').click()

      await other.getByText('Your session has ended').waitFor()
    })
  })

  it('keeps the key in memory where a browser may keep no cookie', async () => {
    const [app, browser] = [
      await startApp({ database: sqlite }),
      await launchChromium('--host-resolver-rules=MAP plant.test 127.0.0.1'),
    ]
    try {
      const visit = await ConsoleVisit.open(browser, app.url.replace('127.0.0.1', 'plant.test'))
      await visit.logIn('sudo', TEST_PASSWORD)
      expect(await visit.page.getByText('not loaded over HTTPS').count()).to.equal(1)
      expect((await visit.storedData()).cookies).to.deep.equal([])
      expect(JSON.stringify(await visit.storedData())).not.to.match(/[\w-]{43}/)
    } finally {
      await browser.close()
      await app.stop()
    }
  })
})

const login = (app: App, username: string, password: string) => app.post('/users/login', { username, password })

async function uploadFixture(app: App): Promise<void> {
  const { status } = await (await app.signIn('sudo')).upload('/settings/import_config', readFileSync(FIXTURE, 'utf8'))
  expect(status).to.equal(200)
}
