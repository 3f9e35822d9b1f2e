import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../../support/configuration.js'
import { applyFile } from '../../support/plans.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const state = (mnemonic: string, status: string, name = 'Normal') => ({ name, mnemonic, condition: 'Normal', status })
const BASE = { Manufacturer: [{ name: 'Acme' }], AlarmStates: [state('OLD', 'old')] }
const OURS = { ...BASE, AlarmStates: [state('OURS', 'old')] }
const THEIRS = { Manufacturer: [{ name: 'Acme' }, { name: 'Bolt' }], AlarmStates: [state('THEIRS', 'new')] }
/** A plant with three records that both sides have changed, in two tables. */
const ofTwoTables = (value: string) => ({
  Variables: [{ name: 'Pressure' }],
  Units: [{ name: 'bar', variable: 'Pressure', unit: value }],
  AlarmStates: [state(value, 'old', 'Quiet'), state(value, 'old', 'Loud')],
})

let visit: ConsoleVisit
let sudo: SignedIn

describe('the merges of the console', () => {
  forEachDatabase((database) => {
    useConsole({ database }, async (opened) => {
      visit = opened.visit
      sudo = await opened.app.signIn('sudo')
      await applyFile(sudo, OURS)
      await visit.logIn()
      await visit.goTo('configuration')
    })

    it('take over what the other plant has changed, once the conflicts are settled', async () => {
      await merge()

      await visit.page.getByText('1 record was changed here and in the other plant.').waitFor()
      expect(await visit.button('Apply').count()).to.equal(0)
      const conflict = visit.page.getByRole('listitem').filter({ hasText: 'AlarmStates' })
      expect((await conflict.innerText()).replace(/\s+/g, ' ')).to.include(
        'base: OLD this plant: OURS other plant: THEIRS',
      )
      expect(await visit.button('Merge again').isDisabled()).to.equal(true)

      await conflict.getByLabel('Keep what is here').check()
      await visit.button('Merge again').click()
      await visit.button('Apply').click()
      await visit.page.getByText('The plan adds 1 record, changes 1 record and removes 0 records.').waitFor()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.page.getByText('The plan was applied: 1 added, 1 changed, 0 removed.').waitFor()

      const { data } = (await sudo.get('/settings/export_config')).body
      expect(data.AlarmStates[0]).to.include({ mnemonic: 'OURS', status: 'new' })
      expect(data.Manufacturer.map(({ name }: { name: string }) => name)).to.deep.equal(['Acme', 'Bolt'])
      const plans: { state: string }[] = (await sudo.get('/settings/plans')).body
      expect(plans.filter((plan) => plan.state === 'made')).to.deep.equal([])
      expect(visit.complaints).to.deep.equal([])
    })

    it('settle all conflicts at once for the other plant', async () => {
      await merge()

      await visit.page.getByRole('group', { name: 'What counts in all conflicts' }).getByLabel('Take theirs').check()
      await visit.button('Merge again').click()
      await visit.button('Apply').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.page.getByText('The plan was applied').waitFor()

      const { data } = (await sudo.get('/settings/export_config')).body
      expect(data.AlarmStates[0]).to.include({ mnemonic: 'THEIRS', status: 'new' })
      expect((await sudo.get('/settings/files')).body).to.have.lengthOf(2)
    })

    it('settle all conflicts of a table at once, except those of single records', async () => {
      await applyFile(sudo, ofTwoTables('ours'))
      await merge(ofTwoTables('base'), ofTwoTables('theirs'))
      const ofTable = (name: string) => visit.page.getByRole('group', { name: `What counts in ${name}` })
      const record = (name: string) => visit.page.getByRole('listitem').filter({ hasText: name })

      await ofTable('AlarmStates (2 conflicts)').getByLabel('Take theirs').check()
      expect(await record('Quiet').getByLabel('Take theirs').isChecked()).to.equal(true)
      expect(await visit.button('Merge again').isDisabled(), 'Units is not settled').to.equal(true)
      await record('Loud').getByLabel('Keep what is here').check()
      await ofTable('Units (1 conflict)').getByLabel('Keep what is here').check()
      await visit.button('Merge again').click()
      await visit.button('Apply').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.page.getByText('The plan was applied: 0 added, 1 changed, 0 removed.').waitFor()

      const { data } = (await sudo.get('/settings/export_config')).body
      const values = [...data.AlarmStates, ...data.Units].map(
        ({ name, mnemonic, unit }) => `${name} ${mnemonic ?? unit}`,
      )
      expect(values).to.have.members(['Normal OURS', 'Quiet theirs', 'Loud ours', 'bar ours'])
      expect(visit.complaints).to.deep.equal([])
    })

    it('have a snapshot as their base, if somebody chooses one in place of a file', async () => {
      await sudo.post('/settings/snapshots', { note: 'When both were the same' })
      await applyFile(sudo, { Manufacturer: [{ name: 'Corp' }], AlarmStates: [state('LATER', 'old')] })
      await visit.page.reload()
      const section = visit.section('Plan a merge')
      await chooseFile('base', BASE)
      const base = section.getByLabel('Or a snapshot as the base')
      await base.selectOption({ label: await section.getByText('When both were the same').innerText() })
      expect(await section.getByText('base.json', { exact: true }).count(), 'the file is not the base').to.equal(0)
      await chooseFile('theirs', { ...THEIRS, AlarmStates: [state('OURS', 'new')] })
      await makePlan()

      await visit.page.getByText('1 to add, 1 to change, 0 to remove, 0 refused.').waitFor()
      expect(await visit.page.locator('.facts').first().innerText()).to.match(/^Base\n.*When both were the same$/m)
      await visit.button('Apply').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.page.getByText('The plan was applied').waitFor()

      const { data } = (await sudo.get('/settings/export_config')).body
      expect(data.AlarmStates[0]).to.include({ mnemonic: 'LATER', status: 'new' })
      expect((await sudo.get('/settings/files')).body).to.have.lengthOf(1)
      expect(visit.complaints).to.deep.equal([])
    })

    it('are planned again when others have changed a record meanwhile', async () => {
      await merge({ ...BASE, AlarmStates: [state('OURS', 'old')] }, { AlarmStates: [state('OURS', 'new')] })
      await visit.page.getByText('0 to add, 1 to change').waitFor()
      await applyFile(sudo, { AlarmStates: [state('LATER', 'old')] })
      await visit.button('Apply').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.button('Plan again').click()
      await visit.button('Plan again').waitFor({ state: 'detached' })
      await visit.button('Apply').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await visit.page.getByText('The plan was applied').waitFor()

      const { data } = (await sudo.get('/settings/export_config')).body
      expect(data.AlarmStates[0]).to.include({ mnemonic: 'LATER', status: 'new' })
    })

    it('cannot be planned without a base, or with a snapshot as the base that was deleted meanwhile', async () => {
      const section = visit.section('Plan a merge')
      const base = section.getByLabel('Or a snapshot as the base')
      await base.selectOption({ index: 1 })
      await chooseFile('theirs', THEIRS)
      await section.getByRole('button', { name: 'Plan a merge' }).waitFor()
      await base.selectOption({ index: 0 })
      await section.getByRole('button', { name: 'Plan a merge' }).waitFor({ state: 'detached' })

      await base.selectOption({ index: 1 })
      await section.getByRole('button', { name: 'Plan a merge' }).waitFor()
      await visit.section('Snapshots').getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await section.getByRole('button', { name: 'Plan a merge' }).waitFor({ state: 'detached' })
    })

    it('keep what was settled when others have caused a new conflict meanwhile', async () => {
      await applyFile(sudo, { ...ofTwoTables('ours'), Units: ofTwoTables('base').Units })
      await merge(ofTwoTables('base'), ofTwoTables('theirs'))
      await visit.page.getByText('2 records were changed here and in the other plant.').waitFor()
      await applyFile(sudo, { Units: ofTwoTables('ours').Units })
      const sides = visit.page.getByRole('listitem').getByLabel('Take theirs')
      for (const index of [0, 1]) await sides.nth(index).check()
      await visit.button('Merge again').click()

      await visit.page.getByText('1 record was changed here and in the other plant.').waitFor()
      expect(await visit.button('Merge again').isDisabled(), 'Units is not settled').to.equal(true)
      await visit.page
        .getByRole('group', { name: 'What counts in all conflicts' })
        .getByLabel('Keep what is here')
        .check()
      await visit.button('Merge again').click()
      await visit.button('Apply').waitFor()
      await visit.page.getByText('0 to add, 2 to change, 0 to remove').waitFor()
    })
  })
})

/** Plans the merge of two files. */
async function merge(base: object = BASE, theirs: object = THEIRS): Promise<void> {
  await chooseFile('base', base)
  await chooseFile('theirs', theirs)
  await makePlan()
}

async function chooseFile(side: 'base' | 'theirs', tables: object): Promise<void> {
  const buffer = Buffer.from(fileOf(tables))
  const field = visit.fileField('Plan a merge').nth(side === 'base' ? 0 : 1)
  await field.setInputFiles({ name: `${side}.json`, mimeType: 'application/json', buffer })
}

async function makePlan(): Promise<void> {
  await visit.section('Plan a merge').getByRole('button', { name: 'Plan a merge' }).click()
  await visit.page.getByRole('heading', { name: 'Plan of a merge' }).waitFor()
  await visit.untilLoaded()
}
