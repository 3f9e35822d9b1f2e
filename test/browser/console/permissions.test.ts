import { type SignedIn, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { type App, startApp } from '../../support/app.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

/** The page is the same on every database. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

/** For each role, the users for whom it is offered to set a password or issue a code, and to disable them. */
const OFFERS: readonly [role: string, password: readonly string[], disable: readonly string[]][] = [
  ['sudo', ['the-admin'], ['the-sudo', 'the-admin', 'the-operator']],
  ['admin', ['the-admin', 'the-operator'], ['the-admin', 'the-operator']],
  ['operator', [], []],
]

/** For each level, whether the navigation shows the settings to an admin and to an operator. */
const SETTINGS_LEVELS: readonly [maxLevel: number, admin: boolean, operator: boolean][] = [
  [0, false, false],
  [1, true, false],
  [10, true, true],
]

describe('the console offers only what the service permits', () => {
  let browser: Browser
  let app: App
  let sudo: SignedIn
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    ;({ browser, app, visit } = opened)
    sudo = await app.signIn('sudo')
  })

  const logInAs = async (role: string) => {
    await app.signIn(role, `a-${role}`)
    visit = await ConsoleVisit.open(browser, app.url)
    await visit.logIn(`a-${role}`)
    await visit.untilLoaded()
  }
  const pagesOf = () => visit.page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').getByRole('link')
  const hasPage = async (name: string) => (await pagesOf().allInnerTexts()).includes(name)

  for (const role of ['sudo', 'admin', 'operator', 'guest'])
    it(`on every page of the navigation: ${role}`, async () => {
      await logInAs(role)
      const refusals: string[] = []
      visit.page.on('response', (response) => {
        if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`)
      })

      for (const link of await pagesOf().all()) {
        await link.click()
        await visit.page.getByRole('heading', { level: 1, name: await link.innerText(), exact: true }).waitFor()
        await visit.page.waitForLoadState('networkidle')
        await visit.untilLoaded()
        expect(await visit.page.getByRole('alert').allInnerTexts()).to.deep.equal([])
      }

      expect(refusals).to.deep.equal([])
      expect(visit.complaints).to.deep.equal([])
    })

  for (const [role, password, disable] of OFFERS)
    it(`for another user: ${role}`, async () => {
      for (const target of ['sudo', 'admin', 'operator']) await app.signIn(target, `the-${target}`)
      await logInAs(role)
      const offered: Record<'password' | 'code' | 'disable', string[]> = { password: [], code: [], disable: [] }

      for (const target of ['the-sudo', 'the-admin', 'the-operator']) {
        await visit.goTo(`users?user=${target}`)
        await visit.page.getByRole('dialog').getByText('E-mail').first().waitFor()
        await visit.untilLoaded()
        if ((await visit.button('Set password').count()) > 0) offered.password.push(target)
        if ((await visit.button('Issue a code').count()) > 0) offered.code.push(target)
        if ((await visit.button('Disable').count()) > 0) offered.disable.push(target)
        expect(await visit.page.getByRole('alert').allInnerTexts()).to.deep.equal([])
      }

      expect(offered).to.deep.equal({ password, code: password, disable })
      expect(visit.complaints).to.deep.equal([])
    })

  it('so that a sudo user can disable another one', async () => {
    await app.signIn('sudo', 'second')
    await logInAs('sudo')
    await visit.goTo('users?user=second')
    await visit.button('Disable').click()
    await visit.page.locator('dialog.dialog').getByRole('button', { name: 'Disable' }).click()
    await visit.page.getByText('second was disabled.').waitFor()

    expect((await sudo.get('/users/second')).body.disabled).to.equal(true)
  })

  it('so that nobody can select themselves to be disabled', async () => {
    await app.signIn('operator', 'otto')
    await logInAs('admin')
    await visit.goTo('users')

    expect(await visit.page.getByLabel('Select otto').count()).to.equal(1)
    expect(await visit.page.getByLabel('Select a-admin').count()).to.equal(0)
  })

  it('so that a sudo user sees and revokes the tokens of another one', async () => {
    const second = await app.signIn('sudo', 'second')
    await second.post('/users/create_tpt', { role_name: 'guest', name: 'historian' })
    await sudo.post('/users/create_tpt', { role_name: 'guest', name: 'scheduler' })
    await logInAs('sudo')
    await visit.goTo('users?user=second')
    const drawer = visit.page.getByRole('dialog').first()
    await drawer.getByRole('cell', { name: 'historian' }).waitFor()
    expect(await drawer.getByRole('cell', { name: 'scheduler' }).count()).to.equal(0)

    await drawer.getByRole('button', { name: 'Revoke' }).click()
    const dialog = visit.page.locator('dialog.dialog')
    await dialog.getByLabel('Type historian to confirm').fill('historian')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await drawer.getByText('Revoked', { exact: true }).waitFor()
  })

  it('so that the preselected role exists, after “operator” was deleted', async () => {
    await sudo.delete('/roles/operator')
    await logInAs('sudo')
    for (const page of ['users', 'tokens']) {
      await visit.goTo(`${page}?add=yes`)
      await visit.page.getByRole('dialog').getByRole('option', { name: 'guest' }).waitFor({ state: 'attached' })

      expect(await visit.page.getByRole('dialog').getByLabel('Role').inputValue()).to.equal('guest')
    }
  })

  for (const [settingsMaxLevel, ...expected] of SETTINGS_LEVELS)
    it(`by the level for settings, with which the service is configured: ${settingsMaxLevel}`, async () => {
      await app.stop()
      app = await startApp({ database, settings: { settingsMaxLevel } })
      const found: boolean[] = []
      for (const role of ['admin', 'operator']) {
        await logInAs(role)
        found.push((await hasPage('Logging')) && (await hasPage('Configuration')))
        await visit.end()
      }

      expect(found).to.deep.equal(expected)
    })
})
