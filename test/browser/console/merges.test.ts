import type { SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../../support/configuration.js'
import { applyFile } from '../../support/plans.js'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

const state = (mnemonic: string, status: string) => ({ name: 'Normal', mnemonic, condition: 'Normal', status })
const BASE = { Manufacturer: [{ name: 'Acme' }], AlarmStates: [state('OLD', 'old')] }
const OURS = { ...BASE, AlarmStates: [state('OURS', 'old')] }
const THEIRS = { Manufacturer: [{ name: 'Acme' }, { name: 'Bolt' }], AlarmStates: [state('THEIRS', 'new')] }

let visit: ConsoleVisit
let sudo: SignedIn

describe('the merges of the console', () => {
  useConsole(async (opened) => {
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
    expect((await conflict.innerText()).replace(/\s+/g, ' ')).to.include('base: OLD here: OURS theirs: THEIRS')
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
})

/** Plans the merge of the two files. */
async function merge(): Promise<void> {
  for (const [index, tables] of [BASE, THEIRS].entries()) {
    const buffer = Buffer.from(fileOf(tables))
    const field = visit.section('Plan a merge').locator('input[type=file]').nth(index)
    await field.setInputFiles({ name: `plant-${index}.json`, mimeType: 'application/json', buffer })
  }
  await visit.section('Plan a merge').getByRole('button', { name: 'Plan a merge' }).click()
  await visit.page.getByRole('heading', { name: 'Plan of a merge' }).waitFor()
  await visit.loaded()
}
