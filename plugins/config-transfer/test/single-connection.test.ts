import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { App } from '../../../test/support/app.js'
import { applyFile, linesOf, planOf, uploadFile } from '../../../test/support/plans.js'
import { singleConnectionKnex } from '../../../test/support/single-connection-knex.js'

/** More changes than one statement stores. */
const VARIABLE_COUNT = 600

describe('the configuration over a single connection', () => {
  forEachDatabase((database) => {
    let hostKnex: Knex
    let app: App
    let sudo: SignedIn
    before(async () => {
      const storage = await database.create()
      hostKnex = singleConnectionKnex(database, storage)
      const kernel = (options: object) => createStandardKernel({ ...options, knex: hostKnex })
      app = await startTestApp({ database, on: storage, kernel })
      sudo = await app.signIn('sudo')
    })
    after(async () => {
      await app.stopAndKeepDatabase()
      await hostKnex.destroy()
      await app.database.drop()
    })
    const Variables = Array.from({ length: VARIABLE_COUNT }, (_, index) => ({ name: `variable ${index}` }))

    it('is planned and applied, and planned with refused records', async () => {
      const Units = [{ name: 'bar', unit: 'bar', variable: 'variable 0' }]
      await applyFile(sudo, { Variables, Units })

      const plan = await planOf(sudo, {
        Variables: [{ name: 'last' }],
        Units: [{ name: 'Bar', unit: 'bar', variable: 'last' }],
      })

      expect(await linesOf(sudo, plan)).to.deep.equal([
        '+ Variables last',
        '! Units Bar unit "bar" is in use by another record',
      ])
    })

    it('is compared and merged', async () => {
      await applyFile(sudo, { Variables })
      const { body: snapshot } = await sudo.post('/settings/snapshots', {})
      const base = await uploadFile(sudo, { Variables })
      const theirs = await uploadFile(sudo, { Variables: Variables.slice(1) })
      await applyFile(sudo, { Variables: [{ name: 'ours' }] })

      const comparison = await sudo.post('/settings/comparisons', { from: snapshot.id, to: 'present' })
      const merge = await sudo.post('/settings/merges', { base, theirs })

      expect(await linesOf(sudo, comparison)).to.deep.equal(['+ Variables ours'])
      expect(merge.body.summary).to.include({ add: 0, update: 0, conflict: 0 })
    })
  })
})
