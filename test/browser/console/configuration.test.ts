import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { forEachDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import type { App } from '../../support/app.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const UNAVAILABLE = { status: 503, json: { message: 'busy', code: 'DATABASE_UNAVAILABLE', request_id: 'r-1' } }
const RECORDS = Array.from({ length: 10 }, (_, index) => `{"name":"Slow ${index}"${' '.repeat(100_000)}}`)
/** A file of a megabyte, with few records. */
const LARGE = Buffer.from(`{"version":"1.0","data":{"Variables":[${RECORDS}]}}`)
const UPLOAD_BYTES_PER_S = 100_000
const FIXTURE = fileURLToPath(new URL('../../fixtures/pyautomation-export.json', import.meta.url))

describe('the import of the console', () => {
  forEachDatabase((database) => {
    let app: App
    let visit: ConsoleVisit
    useConsole({ database }, async (opened) => {
      ;({ app, visit } = opened)
      await visit.logIn()
      await visit.goTo('configuration')
    })

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
      await visit.page.getByText('1 user is added. By default all of them get one first password').waitFor()
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
      const rows = visit.page.getByRole('table', { name: /Skipped or refused/ }).locator('tbody tr')

      expect(await rows.count()).to.be.above(0)
      for (const row of await rows.allInnerTexts()) expect(row).to.match(/Units\s+Skipped/)
    })

    it('changes nothing when it is cancelled, and says so', async () => {
      await chooseUsers(1)
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.page.route('**/settings/import_config*', () => {}) // never completes the upload
      await visit.button('Import').click()
      await visit.button('Cancel').click()

      await visit.page.getByText('Cancelled. If the service had already finished').waitFor()
      const users = await (await app.signIn('sudo')).get('/users/')
      expect(users.body.map(({ username }: { username: string }) => username)).not.to.include('user0')
    })

    for (const [heading, message] of [
      ['Import', 'Cancelled. If the service had already finished, the configuration was imported'],
      ['Plan changes', 'Cancelled. Nothing was changed.'],
    ] as const) {
      it(`shows the progress of an upload, which can be cancelled: ${heading}`, async () => {
        const section = visit.section(heading)
        const bar = section.getByRole('progressbar', { name: 'Uploading' })
        await visit.fileField(heading).setInputFiles({ name: 'l.json', mimeType: 'application/json', buffer: LARGE })
        const begin = section.getByRole('button', { name: heading, exact: true })
        await begin.waitFor()
        await limitUploads(visit.page)
        await begin.click()
        await bar.waitFor()
        await section.locator('progress[value^="0."]').waitFor()
        await section.getByRole('button', { name: 'Cancel' }).click()

        await section.getByText(message).waitFor()
        expect(await bar.count()).to.equal(0)
        expect(await tableOf('Variables')).to.deep.equal([])
        expect((await (await app.signIn('sudo')).get('/settings/plans')).body).to.deep.equal([])
      })
    }

    const fileOf = (data: object) => ({
      name: 'plant.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ version: '1.0', data })),
    })
    const chooseTables = (data: object) => visit.fileField('Import').setInputFiles(fileOf(data))
    const tableOf = async (table: string) =>
      (await (await app.signIn('sudo')).get(`/settings/tables/${table}`)).body.map(({ name }: { name: string }) => name)

    it('accepts a file that is dropped onto the place for it', async () => {
      const transfer = await visit.page.evaluateHandle(`(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(['{"version":"1.0","data":{"Variables":[{"name":"Speed"}]}}'], 'dropped.json'))
        return transfer
      })()`)
      await visit.section('Import').locator('.drop').dispatchEvent('drop', { dataTransfer: transfer })
      await visit.page.getByText('This was a dry run').waitFor()
      expect(await visit.section('Import').locator('.file-name').innerText()).to.equal('dropped.json')

      await visit.button('Import').click()
      await visit.page.getByText('The configuration was imported.').waitFor()
      expect(await tableOf('Variables')).to.include('Speed')
    })

    it('imports all of a file or nothing, if asked to', async () => {
      await chooseTables({ Variables: [{ name: 'Speed' }], Units: [{ name: 'rpm', variable: 'Torque', unit: 'rpm' }] })
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.page.getByLabel('All or nothing').check()
      await visit.button('Import').click()
      await visit.page.getByText('Nothing was imported, because some records were refused.').waitFor()
      const refused = visit.page.getByRole('table', { name: /Skipped or refused/ }).locator('tbody tr')
      expect(await refused.allInnerTexts()).to.satisfy((rows: string[]) =>
        rows.some((row) => /^Units\s+Refused\s+rpm: variable "Torque" not found/.test(row)),
      )
      expect(await tableOf('Variables')).not.to.include('Speed')

      await chooseTables({ Variables: [{ name: 'Speed' }] })
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.button('Import').click()
      await visit.page.getByText('The configuration was imported.').waitFor()
      expect(await tableOf('Variables')).to.include('Speed')
    })

    it('offers its report as a file', async () => {
      await chooseTables({ Units: [{ name: 'rpm', variable: 'Torque', unit: 'rpm' }] })
      await visit.page.getByText('This was a dry run').waitFor()
      const [download] = await Promise.all([
        visit.page.waitForEvent('download'),
        visit.button('Download the report').click(),
      ])
      const report = JSON.parse(readFileSync(await download.path(), 'utf8'))

      expect(download.suggestedFilename()).to.equal('report-plant.json')
      expect(report.summary).to.include({ imported: 0, errors: 1 })
      expect(JSON.stringify(report.results.errors)).to.include('rpm')
    })

    it('keeps the file if the database is unavailable once, and works again', async () => {
      await chooseTables({ Variables: [{ name: 'Speed' }] })
      await visit.page.getByText('This was a dry run').waitFor()
      await visit.page.route('**/settings/import_config*', (route) => route.fulfill(UNAVAILABLE), { times: 1 })
      await visit.button('Dry run again').click()
      await visit.section('Import').getByRole('alert').waitFor()
      expect(await visit.section('Import').locator('.file-name').innerText()).to.equal('plant.json')

      await visit.button('Dry run again').click()
      await visit.page.getByText('This was a dry run').waitFor()
      expect(await visit.section('Import').getByRole('alert').count()).to.equal(0)
      await visit.button('Import').click()
      await visit.page.getByText('The configuration was imported.').waitFor()
      expect(await tableOf('Variables')).to.include('Speed')
    })

    it('shows a table of historical data', async () => {
      const timestamp = '2026-11-21T08:00:00.000000Z'
      await app.services.database.write((transaction) =>
        transaction('plinth_logs').insert({ timestamp, message: 'pump 1 started', user: 'sudo' }),
      )
      await visit.page.reload()
      const row = visit.section('Tables').getByRole('row').filter({ hasText: 'Logs' })
      await row.getByText('historical').waitFor()
      await row.getByRole('link').click()

      await visit.page.getByRole('heading', { name: 'Logs', exact: true }).waitFor()
      const cells = visit.page.locator('.records tbody tr').getByRole('cell')
      await cells.getByText('pump 1 started', { exact: true }).waitFor()
      expect(await cells.allInnerTexts()).to.include('sudo')
    })
  })
})

describe('the export of the console', () => {
  forEachDatabase((database) => {
    let app: App
    let visit: ConsoleVisit
    useConsole({ database }, async (opened) => {
      ;({ app, visit } = opened)
      await visit.logIn()
      await visit.goTo('configuration')
    })

    it('saves the configuration as a file, shows its progress, and can be cancelled', async () => {
      const sudo = await app.signIn('sudo')
      await sudo.upload('/settings/import_config', readFileSync(FIXTURE, 'utf8'))
      const section = visit.section('Export')
      const button = section.getByRole('button', { name: 'Export' })
      const bar = section.getByRole('progressbar', { name: 'kB received' })
      const held: Route[] = []
      await visit.page.route('**/settings/export_config', (route) => void held.push(route))
      await button.click()
      await bar.waitFor()
      await section.getByRole('button', { name: 'Cancel' }).click()
      await bar.waitFor({ state: 'detached' })

      const downloading = visit.page.waitForEvent('download')
      await button.click()
      await bar.waitFor()
      await until(() => held.length === 2)
      await held[1]?.continue()
      const exported = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))

      expect(await section.getByRole('alert').count()).to.equal(0)
      expect(exported.data).to.deep.equal((await sudo.get('/settings/export_config')).body.data)
    })
  })
})

async function limitUploads(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: UPLOAD_BYTES_PER_S }
  await network.send('Network.emulateNetworkConditions', limits)
}
