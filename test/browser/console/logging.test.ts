import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const RECONNECT_DELAY_MS = 2_000

describe('logging in the console', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let visit: ConsoleVisit
    useConsole({ database, settings: { loggerPeriod: 20 } }, async (opened) => {
      ;({ app, visit } = opened)
      sudo = await app.signIn('sudo')
      await visit.logIn()
      await visit.goTo('logging')
    })

    const tail = (): Locator => visit.section('Live log')
    const lines = (): Locator => tail().locator('td details')
    const level = (): Locator => tail().getByLabel('From level')
    const text = (): Locator => tail().getByLabel('Filter lines')
    const follow = async () => {
      await visit.button('Follow').click()
      await tail().getByText('following').waitFor()
    }
    /** Sends a request, which is logged, and returns its id. */
    const sendRequest = async () => String((await sudo.get('/users')).headers['x-request-id'])

    it('shows the message of the service beside the field that is wrong', async () => {
      await visit.page.getByLabel('Flush interval').fill('0.5')
      await visit.button('Save').click()
      const message = await visit.page.locator('.field-error').innerText()

      expect(message).to.equal((await sudo.put('/settings/update', { logger_period: 0.5 })).body)
      expect(await visit.page.locator('[aria-invalid]').inputValue()).to.equal('0.5')
      expect((await sudo.get('/settings')).body.logger_period).to.equal(20)
    })

    it('says of each setting where its value comes from', async () => {
      const hint = (name: string): Locator => visit.page.locator('.field', { has: visit.page.getByLabel(name) })
      await hint('Flush interval').getByText('Configured by the operator.').waitFor()
      await hint('Rotated files').getByText('The default.').waitFor()
      await visit.page.getByLabel('Flush interval').fill('30')
      await visit.button('Save').click()

      await hint('Flush interval').getByText('Saved here; 20 is configured.').waitFor()
      expect((await sudo.get('/settings')).body.logger_period).to.equal(30)
    })

    it('filters the lines by text and by level', async () => {
      await follow()
      const id = await sendRequest()
      await lines().filter({ hasText: id }).waitFor()
      await text().fill(id.toUpperCase())
      await lines().nth(1).waitFor({ state: 'detached' })
      expect(await lines().innerText()).to.include(id)

      await text().fill('')
      await level().selectOption('50')
      await tail().getByText('No matching lines yet.').waitFor()
    })

    it('keeps the filters of the lines over a reload and “Back”', async () => {
      await level().selectOption('30')
      await text().fill('a request')
      await visit.page.waitForURL('**/console#/logging?level=30&search=a+request')
      const expectFilters = async () => {
        await level().waitFor()
        expect([await level().inputValue(), await text().inputValue()]).to.deep.equal(['30', 'a request'])
      }

      await visit.page.reload()
      await expectFilters()
      await visit.page.getByRole('link', { name: 'Roles', exact: true }).click()
      await visit.page.getByRole('heading', { name: 'Roles' }).waitFor()
      await visit.page.goBack()
      await expectFilters()
    })

    it('follows again after the connection was cut', async () => {
      await visit.page.clock.install()
      await visit.page.reload()
      await visit.page.route('**/api/settings/log?**', (route) => route.abort(), { times: 1 })
      await visit.button('Follow').click()
      await tail().getByText('The service was not reached').waitFor()
      await visit.page.clock.runFor(RECONNECT_DELAY_MS)
      await tail().getByText('following').waitFor()
      const id = await sendRequest()

      await text().fill(id)
      await lines().first().waitFor()
      expect(await tail().getByRole('alert').count()).to.equal(0)
    })
  })
})
