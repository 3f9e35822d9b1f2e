import { forEachDatabase, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import type { App } from '../../support/app.js'
import { fileOf } from '../../support/configuration.js'
import { applyFile, applyPlan, planOf } from '../../support/plans.js'
import { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const UNIT = { name: 'bar', variable: 'Pressure', unit: 'bar' }
const BEFORE = { Variables: [{ name: 'Pressure' }, { name: 'Flow' }], Units: [UNIT] }
const AFTER = { Variables: [{ name: 'Pressure' }, { name: 'Level' }], Units: [{ ...UNIT, unit: 'mbar' }] }

let browser: Browser
let app: App
let visit: ConsoleVisit
let sudo: SignedIn

const begin = async (opened: { browser: Browser; app: App; visit: ConsoleVisit }) => {
  ;({ browser, app, visit } = opened)
  sudo = await app.signIn('sudo')
  await applyFile(sudo, BEFORE)
  await visit.logIn()
  await visit.goTo('configuration')
}

const chooseFile = async (data: object) => {
  const buffer = Buffer.from(fileOf(data))
  await visit.fileField('Plan changes').setInputFiles({ name: 'plant.json', mimeType: 'application/json', buffer })
}
const planFile = async (data: object, mode?: string) => {
  await chooseFile(data)
  if (mode) await visit.page.getByLabel(mode, { exact: true }).check()
  await makePlan()
}
const makePlan = async () => {
  await visit.section('Plan changes').getByRole('button', { name: 'Plan changes' }).click()
  await visit.page.getByRole('heading', { name: 'Plan of a file' }).waitFor()
  await visit.untilLoaded()
}
/** Returns the ids of the plans that were not applied. */
const openPlans = async (): Promise<string[]> => {
  const { body } = await sudo.get('/settings/plans')
  return body.filter(({ state }: { state: string }) => state === 'made').map(({ id }: { id: string }) => id)
}
const apply = async () => {
  await visit.button('Apply').click()
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
}
const changes = async () => {
  await visit.untilLoaded()
  const items = await visit.page.getByRole('list', { name: 'Changes' }).getByRole('listitem').allInnerTexts()
  return items.map((item) => item.replace(/\s+/g, ' '))
}
const namesOf = async (table: string) => {
  const { data } = (await sudo.get('/settings/export_config')).body
  return data[table].map(({ name }: { name: string }) => name)
}

describe('the plans of the console', () => {
  forEachDatabase((database) => {
    useConsole({ database }, begin)

    it('show what a file would change, are applied, and are undone', async () => {
      await planFile(AFTER, 'Mirror')

      expect(await changes()).to.have.members([
        'Add Level Variables Record',
        'Remove Flow Variables Record',
        'Change bar Units unit before bar → after mbar',
      ])
      expect(await namesOf('Variables')).to.deep.equal(['Pressure', 'Flow'])

      await visit.button('Apply').click()
      await visit.page.getByText('The plan adds 1 record, changes 1 record and removes 1 record.').waitFor()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.page.getByText('The plan was applied: 1 added, 1 changed, 1 removed.').waitFor()
      expect(await namesOf('Variables')).to.deep.equal(['Pressure', 'Level'])

      await visit.button('Undo').click()
      await visit.page.getByRole('heading', { name: 'Plan of a snapshot' }).waitFor()
      await apply()
      await visit.page.getByText('The plan was applied: 1 added, 1 changed, 1 removed.').waitFor()

      expect(await namesOf('Variables')).to.have.members(['Pressure', 'Flow'])
      expect(visit.complaints).to.deep.equal([])
    })

    it('say why a record is refused, and apply the rest', async () => {
      await planFile({ Variables: [{ name: 'Level' }], Units: [{ name: 'psi', variable: 'Presure', unit: 'psi' }] })

      await visit.page.getByText('1 record is refused').waitFor()
      await visit.page.getByLabel('Kind').selectOption('refused')
      await visit.page.getByRole('listitem').filter({ hasText: 'Level' }).waitFor({ state: 'detached' })
      expect(await changes()).to.deep.equal(['Refused psi Units variable "Presure" not found'])
      await apply()
      await visit.page.getByText('The plan was applied: 1 added, 0 changed, 0 removed.').waitFor()

      expect(await namesOf('Variables')).to.include('Level')
      expect(await namesOf('Units')).to.deep.equal(['bar'])
    })

    it('name the records that others have changed since, and are made again', async () => {
      await planFile(AFTER)
      await applyFile(sudo, { Units: [{ ...UNIT, unit: 'Pa' }] })

      await apply()
      await visit.page.getByRole('alert').getByText('bar').waitFor()
      expect(await visit.page.getByRole('alert').getByRole('listitem').allInnerTexts()).to.deep.equal([
        'Units bar was changed since',
      ])
      await visit.button('Plan again').click()
      await visit.page.getByText('Pa', { exact: true }).waitFor()
      await apply()
      await visit.page.getByText('The plan was applied: 1 added, 1 changed, 0 removed.').waitFor()
      expect(await openPlans(), 'the outdated plan is gone').to.deep.equal([])
    })

    it('that undo another are made again if others have changed a record, in place of the outdated one', async () => {
      await planFile(AFTER)
      await apply()
      await visit.button('Undo').click()
      await visit.page.getByRole('heading', { name: 'Plan of a snapshot' }).waitFor()
      await applyFile(sudo, { Units: [{ ...UNIT, unit: 'Pa' }] })

      await apply()
      await visit.button('Plan again').click()
      await visit.page.getByText('Pa', { exact: true }).waitFor()
      await visit.button('Plan again').waitFor({ state: 'detached' })
      await visit.page.waitForFunction(`location.hash.includes('${(await openPlans())[0]}')`)
      expect(await openPlans()).to.have.lengthOf(1)
    })

    it('have other modes for single tables, if somebody wants them', async () => {
      await chooseFile(AFTER)
      await visit.page.getByText('Modes of individual tables').click()
      await visit.page.getByLabel('Variables', { exact: true }).selectOption('Mirror')
      await visit.page.getByLabel('Units', { exact: true }).selectOption('Add')
      await visit.page.getByText('Mirror removes the records that the file lacks').waitFor()
      await makePlan()

      expect(await changes()).to.have.members(['Add Level Variables Record', 'Remove Flow Variables Record'])
      await visit.page.reload()
      const modes = visit.page
        .locator('dl div', { has: visit.page.getByText('Modes of individual tables') })
        .locator('dd')
      expect((await modes.first().innerText()).split('\n')).to.deep.equal(['Variables: Mirror', 'Units: Add'])
    })

    it('show many changes in pages, by table', async () => {
      const Variables = Array.from({ length: 60 }, (_, index) => ({ name: `V${index}` }))
      await planFile({ ...AFTER, Variables })
      expect(await changes()).to.have.lengthOf(50)

      await visit.page.getByRole('link', { name: 'Variables' }).click()
      const heading = visit.page.getByRole('heading', { name: 'Changes' })
      await heading.and(visit.page.locator(':focus')).waitFor()
      const { y = Number.NaN } = (await heading.boundingBox()) ?? {}
      expect(y, 'the heading, from the top of the window').to.be.within(0, 200)
      await visit.button('Next page').click()
      await visit.page.getByRole('listitem').filter({ hasText: 'V59' }).waitFor()

      expect(await changes()).to.have.lengthOf(10)
      await visit.page.reload()
      await visit.page.getByRole('listitem').filter({ hasText: 'V59' }).waitFor()
    })

    it('show the part in which long values differ, and all of them on demand', async () => {
      const mnemonic = (end: string) => `${'x'.repeat(250)}${end}`
      const fields = [{ name: 'mnemonic', old: mnemonic('old'), new: mnemonic('new') }]
      const change = { id: 1, table: 'AlarmStates', kind: 'update', name: 'Alarm', fields }
      await visit.page.route('**/changes?*', (route) => route.fulfill({ json: [change] }))
      await planFile(AFTER)

      const [before, after] = [visit.page.locator('del bdi'), visit.page.locator('ins bdi')]
      expect(await before.innerText()).to.match(/^…x{40}old$/)
      await visit.button('Show all').click()
      expect(await after.innerText()).to.match(/^x{250}new$/)
    })

    it('keep the password of added users while another page is shown, and show it only once', async () => {
      const Users = [{ username: 'otto', email: 'otto@plant.test', role: { name: 'operator' } }]
      await planFile({ Users })
      expect(await changes()).to.deep.equal(['Add otto Users Role: operator Record'])
      await visit.button('Apply').click()
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByText('1 user is added. By default all of them get one first password').waitFor()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      const password = await visit.page.locator('code.secret').innerText()

      await visit.page.getByRole('link', { name: 'Users', exact: true }).first().click()
      await visit.page.getByText('otto', { exact: true }).first().waitFor()
      await visit.page.goBack()
      expect(await visit.page.locator('code.secret').innerText()).to.equal(password)

      await visit.page.reload()
      await visit.page.getByText('This plan was applied.').waitFor()
      expect(await visit.page.locator('code.secret').count()).to.equal(0)
      expect((await app.logIn('otto', password)).status).to.equal(200)
    })

    it('are deleted when nobody wants them', async () => {
      await planFile(AFTER)
      await visit.button('Delete').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByText('No open plans.').waitFor()

      expect((await sudo.get('/settings/plans')).body.map(({ state }: { state: string }) => state)).to.deep.equal([
        'applied',
      ])
    })
  })
})

describe('a plan that needs a second person', () => {
  forEachDatabase((database) => {
    useConsole({ database, settings: { planNeedsSecondPerson: true } }, async (opened) => {
      ;({ browser, app, visit } = opened)
      sudo = await app.signIn('sudo')
      await sudo.upload('/settings/import_config', fileOf(BEFORE))
      await visit.logIn()
      await visit.goTo('configuration')
    })

    it('is made by a sudo user, and found and applied by an admin', async () => {
      await app.signIn('admin', 'ada')
      await planFile(AFTER)
      await apply()
      await visit.page.getByText('A user other than the one who made the plan must apply it').waitFor()
      await visit.end()

      visit = await ConsoleVisit.open(browser, app.url)
      await visit.logIn('ada', TEST_PASSWORD)
      await visit.goTo('configuration')
      const plan = visit.section('Open plans').getByRole('row').filter({ hasText: 'sudo' })
      await plan.getByRole('link', { name: 'Plan of a file' }).click()
      await apply()
      await visit.page.getByText('The plan was applied: 1 added, 1 changed, 0 removed.').waitFor()
      await visit.end()

      expect(await namesOf('Variables')).to.include('Level')
    })
  })
})

describe('the snapshots of the console', () => {
  forEachDatabase((database) => {
    useConsole({ database }, begin)

    const snapshots = () => visit.section('Snapshots')
    const rows = () => snapshots().locator('tbody tr')

    it('are taken with a note, and the configuration is rolled back to them', async () => {
      await visit.button('Take snapshot').click()
      await visit.page.getByLabel('Note (optional)').fill('Before the new line')
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Take snapshot' }).click()
      await rows().filter({ hasText: 'Before the new line' }).waitFor()
      await applyPlan(sudo, await planOf(sudo, AFTER, '?mode=mirror'))

      await rows().filter({ hasText: 'Before the new line' }).getByRole('button', { name: 'Roll back' }).click()
      await visit.page.getByRole('heading', { name: 'Plan of a snapshot' }).waitFor()
      await apply()
      await visit.page.getByText('The plan was applied: 1 added, 1 changed, 1 removed.').waitFor()

      expect(await namesOf('Variables')).to.have.members(['Pressure', 'Flow'])
      expect(visit.complaints).to.deep.equal([])
    })

    it('are compared with the present configuration, to read and not to apply', async () => {
      await applyPlan(sudo, await planOf(sudo, AFTER, '?mode=mirror'))
      await visit.page.reload()

      await visit.button('Show what differs').press('Enter')
      await visit.page.getByRole('heading', { name: 'Comparison' }).waitFor()
      await visit.page.getByText('1 added, 1 changed, 1 removed.').waitFor()
      expect(await changes()).to.have.members([
        'Added Level Variables Record',
        'Removed Flow Variables Record',
        'Changed bar Units unit before bar → after mbar',
      ])
      expect(await visit.button('Apply').count()).to.equal(0)
      await visit.page.getByText('Present configuration').waitFor()

      await visit.page.reload()
      await visit.page.getByRole('listitem').filter({ hasText: 'Level' }).waitFor()
      await visit.button('Delete').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByText('No open plans.').waitFor()
      expect(visit.complaints).to.deep.equal([])
    })

    it('are compared with each other, and are found among the plans', async () => {
      await applyPlan(sudo, await planOf(sudo, AFTER))
      await visit.page.reload()
      await visit.untilLoaded()

      await visit.page.getByLabel('From').selectOption({ index: 1 })
      await visit.page.getByLabel('To').selectOption({ index: 2 })
      await visit.button('Show what differs').click()
      await visit.page.getByRole('heading', { name: 'Comparison' }).waitFor()
      expect(await changes()).to.have.members([
        'Removed bar Units Record',
        'Removed Flow Variables Record',
        'Removed Pressure Variables Record',
      ])

      await visit.goTo('configuration')
      await visit.section('Open plans').getByRole('link', { name: 'Comparison' }).waitFor()
    })

    it('are not compared when somebody has deleted them, which the page says', async () => {
      const [{ id }] = (await sudo.get('/settings/snapshots')).body
      await sudo.delete(`/settings/snapshots/${id}`)

      await visit.button('Show what differs').click()
      await visit.section('Snapshots').getByText('There is neither a snapshot nor a file').waitFor()
    })

    it('say how much is kept for them', async () => {
      const Manufacturer = Array.from({ length: 100 }, (_, index) => ({ name: `Manufacturer ${index}` }))
      await applyFile(sudo, { Manufacturer })
      await applyFile(sudo, { Manufacturer: [] }, '?mode=mirror')
      await visit.page.reload()
      await rows().filter({ hasText: 'kB' }).nth(2).waitFor()

      const sizes = (await rows().allInnerTexts()).map((text) => text.match(/\S+ kB/)?.[0])
      const { body } = await sudo.get('/settings/snapshots')
      expect(body[0].bytes).to.be.above(1_024)
      expect(sizes).to.deep.equal([`${Math.ceil(body[0].bytes / 1_024)} kB`, '0 kB', '0 kB'])
    })

    it('say who has taken them, why, and what was changed after them; are saved as files, and deleted', async () => {
      const [text = ''] = await rows().allInnerTexts()
      expect(text).to.match(/sudo\s+Before a plan was applied\s+3 added, 0 changed, 0 removed/)

      const saving = visit.page.waitForEvent('download')
      await rows().first().getByRole('button', { name: 'Download' }).click()
      expect((await saving).suggestedFilename()).to.match(/^configuration_\w+\.json$/)

      await rows().first().getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByText('No snapshots yet.').waitFor()
      expect((await sudo.get('/settings/snapshots')).body).to.deep.equal([])
    })
  })
})
