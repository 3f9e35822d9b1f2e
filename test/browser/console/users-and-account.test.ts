import { forEachDatabase, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import { fileOf } from '../../support/configuration.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const NEW_PASSWORD = 'otto-has-a-cat'

describe('users and one’s own account in the console', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let otto: SignedIn
    let visit: ConsoleVisit
    useConsole({ database }, async (opened) => {
      ;({ app, visit } = opened)
      sudo = await app.signIn('sudo')
      otto = await app.signIn('operator', 'otto')
    })

    const drawer = (): Locator => visit.page.locator('dialog.drawer')
    const dialog = (): Locator => visit.page.locator('dialog.dialog')
    const sessionsOf = async (username: string): Promise<number> =>
      (await sudo.get(`/users/${username}/sessions`)).body.length
    const openUser = async () => {
      await visit.goTo('users?user=otto')
      await drawer().getByLabel('Given name').waitFor()
    }

    it('lets somebody change their own names', async () => {
      await visit.logIn('otto')
      await visit.goTo('account')
      await visit.page.getByLabel('Given name').fill('Otto')
      await visit.page.getByLabel('Family name').fill('Ottosson')
      await visit.button('Save').click()
      await visit.page.getByText('The changes to otto were saved.').waitFor()

      expect((await sudo.get('/users/otto')).body).to.include({ name: 'Otto', lastname: 'Ottosson' })
    })

    it('lets somebody change their own password, which ends their other sessions', async () => {
      await visit.logIn('otto')
      await visit.goTo('account')
      await visit.page.getByLabel('Current password').fill(TEST_PASSWORD)
      await visit.page.getByLabel('New password').fill(NEW_PASSWORD)
      await visit.button('Change password').click()
      await visit.page.getByText('Your password was changed.').waitFor()

      expect((await app.logIn('otto', TEST_PASSWORD)).status).to.equal(403)
      expect((await app.logIn('otto', NEW_PASSWORD)).status).to.equal(200)
      expect((await otto.get('/users/otto')).status).to.equal(401)
    })

    it('tells a sudo user who must change the password to use the CLI, because the service refuses the change', async () => {
      const Users = [{ id: 9, username: 'ida', email: 'ida@plant.test', role: { name: 'sudo' } }]
      const imported = await sudo.upload('/settings/import_config', fileOf({ Users }))
      await visit.sendLogin('ida', imported.body.default_password)

      await visit.page.getByText('plinth users set-password ida').waitFor()
      expect(await visit.page.locator('input[autocomplete=new-password]').count()).to.equal(0)
    })

    it('lets somebody end another session of their own', async () => {
      await visit.logIn('otto')
      await visit.goTo('account')
      await visit.button('End').click()
      await visit.page.getByText('1 session ended.').waitFor()

      expect((await otto.get('/users/otto')).status).to.equal(401)
      expect(await sessionsOf('otto')).to.equal(1)
      await visit.button('End').waitFor({ state: 'detached' })
    })

    it('ends one session of a user, and then all', async () => {
      for (const _ of [1, 2]) await app.logIn('otto', TEST_PASSWORD)
      await visit.logIn()
      await openUser()
      await drawer().getByRole('button', { name: 'End', exact: true }).first().click()
      await drawer().getByText('1 session ended.').waitFor()
      expect(await sessionsOf('otto')).to.equal(2)

      await visit.button('End all sessions').click()
      await dialog().getByRole('button', { name: 'End all sessions' }).click()
      await drawer().getByText('2 sessions ended.').waitFor()
      expect(await sessionsOf('otto')).to.equal(0)
    })

    it('ends the sessions of several users', async () => {
      await app.signIn('operator', 'anna')
      await visit.logIn()
      await visit.goTo('users')
      for (const username of ['anna', 'otto']) await visit.page.getByLabel(`Select ${username}`).check()
      await visit.button('End sessions').click()
      await dialog().getByRole('button', { name: 'End sessions' }).click()
      await visit.page.getByText('Done for 2 users.').waitFor()

      expect([await sessionsOf('anna'), await sessionsOf('otto')]).to.deep.equal([0, 0])
    })

    it('changes the role of a user, and shows the change in the audit trail of the drawer', async () => {
      await visit.logIn()
      await openUser()
      await drawer().getByLabel('Role', { exact: true }).selectOption('guest')
      await visit.button('Save').click()
      await drawer().getByText('The changes to otto were saved.').waitFor()
      expect((await sudo.get('/users/otto')).body.role.name).to.equal('guest')

      await visit.page.reload()
      const events = drawer().locator('section', { has: visit.page.getByRole('heading', { name: 'Audit' }) })
      await events.getByRole('row').filter({ hasText: 'role-changed' }).getByText('sudo', { exact: true }).waitFor()
    })

    it('offers no role that the service refuses, and says why', async () => {
      await app.signIn('admin', 'anna')
      await visit.logIn('anna')
      await openUser()
      const option = drawer().getByLabel('Role', { exact: true }).locator('option[value=sudo]')

      expect(await option.isDisabled()).to.equal(true)
      expect(await option.innerText()).to.match(/^sudo \(0\) – \w/)
      expect((await (await app.signIn('admin', 'ada')).patch('/users/otto', { role_name: 'sudo' })).status).to.equal(
        403,
      )
    })

    it('filters users by their role', async () => {
      await app.signIn('admin', 'anna')
      await visit.logIn()
      await visit.goTo('users')
      await visit.page.getByLabel('Role', { exact: true }).selectOption('operator')
      await visit.page.getByText('1 user', { exact: true }).waitFor()

      expect(new URL(visit.page.url()).hash).to.equal('#/users?role=operator')
      expect(await visit.page.locator('tbody tr').innerText()).to.include('otto')
    })
  })
})
