import { fileURLToPath } from 'node:url'
import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const FIXTURE = fileURLToPath(new URL('../../fixtures/pyautomation-export.json', import.meta.url))

describe('the import of the console', () => {
  forEachDatabase((database) => {
    let app: App
    let visit: ConsoleVisit
    useConsole(async (opened) => {
      ;({ app, visit } = opened)
      await visit.logIn()
      await visit.goTo('configuration')
    }, database)

    const choose = (file: string) => visit.fileField('Import').setInputFiles(file)
    const chooseUsers = (count: number) => {
      const Users = Array.from({ length: count }, (_, id) => ({
        id,
        username: `user${id}`,
        email: `u${id}@plant.test`,
        role: { name: 'operator' },
      }))
      const buffer = Buffer.from(JSON.stringify({ version: '1.0', data: { Users } }))
      return visit.fileField('Import').setInputFiles({ name: 'u.json', mimeType: 'application/json', buffer })
    }

    it('keeps the report and the password of imported users while another page is shown', async () => {
      await chooseUsers(1)
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.button('Import').click()
      const password = await visit.page.locator('code.secret').innerText()

      await visit.page.getByRole('link', { name: 'Users', exact: true }).first().click()
      await visit.page.getByText('user0', { exact: true }).first().waitFor()
      await visit.page.goBack()

      expect(await visit.page.locator('code.secret').innerText()).to.equal(password)
      await visit.button('Log out').click()
      await visit.button('Log in').waitFor()
      await visit.logIn()
      await visit.goTo('configuration')
      expect(await visit.page.locator('code.secret').count()).to.equal(0)
    })

    it('lists what is skipped when a file is imported again, and filters it', async () => {
      await choose(FIXTURE)
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.button('Import').click()
      await visit.page.getByText('The configuration was imported, except for the refused records.').waitFor()
      await choose(FIXTURE)
      await visit.page.getByText('This was a dry run').waitFor()

      await visit.page.getByLabel('Result').selectOption('skipped')
      await visit.page.getByLabel('Filter records').fill('units')
      const rows = visit.page.getByRole('table', { name: /not imported/ }).locator('tbody tr')

      expect(await rows.count()).to.be.above(0)
      for (const row of await rows.allInnerTexts()) expect(row).to.match(/Units\s+Skipped/)
    })

    it('changes nothing when it is cancelled, and says so', async () => {
      await chooseUsers(1)
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.page.route('**/settings/import_config*', () => {}) // holds the upload back
      await visit.button('Import').click()
      await visit.button('Cancel').click()

      await visit.page.getByText('Cancelled. Nothing was changed').waitFor()
      const users = await (await app.signIn('sudo')).get('/users/')
      expect(users.body.map(({ username }: { username: string }) => username)).not.to.include('user0')
    })
  })
})
