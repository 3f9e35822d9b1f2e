import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import { applyFile, applyPlan, linesOf } from '../../../test/support/plans.js'

describe('a snapshot', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    beforeEach(async () => {
      app = await startApp({ database, settings: { snapshots: 4 } })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())

    const take = async (note?: string) => (await sudo.post('/settings/snapshots', { ...(note && { note }) })).body
    const list = async () => (await sudo.get('/settings/snapshots')).body
    const tagsIn = async (snapshot: { readonly id: string }) =>
      (await sudo.get(`/settings/snapshots/${snapshot.id}`)).body.data.Tags
    const setDescriptions = (description: string) =>
      app.services.database.write((transaction) => transaction('plinth_tags').update({ description }))
    const rollBack = async (snapshot: { readonly id: string }) => {
      const { status, body, text } = await applyPlan(sudo, await sudo.post(`/settings/snapshots/${snapshot.id}/plan`))
      expect(status, text).to.equal(200)
      return body
    }

    it('is taken before each import and plan that writes, and says why', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      await sudo.upload('/settings/import_config', fileOf(smallPlant())) // adds nothing
      await sudo.upload('/settings/import_config?dry_run=true', fileOf({ Variables: [{ name: 'Other' }] }))
      await applyFile(sudo, { Tags: [{ name: 'PT-1', description: 'Inlet' }] })
      await take('before the new line')

      const snapshots = await list()

      expect(
        snapshots.map(({ id: _, taken_at: __, bytes: ___, ...rest }: Record<string, unknown>) => rest),
      ).to.deep.equal([
        { ...by('request', 'before the new line'), changes: { add: 0, update: 0, remove: 0 } },
        { ...by('apply'), changes: { add: 0, update: 1, remove: 0 } },
        { ...by('import'), changes: { add: 11, update: 0, remove: 0 } },
      ])
      const bytes = snapshots.map((snapshot: { bytes: number }) => snapshot.bytes)
      expect([bytes[0], bytes[2]], 'bytes of the snapshots that only additions followed').to.deep.equal([0, 0])
      expect(bytes[1]).to.be.within(300, 1_000)
    })

    it('does not make somebody who took the name of a deleted user that user', async () => {
      await app.signIn('admin', 'heidi')
      const before = await take()
      await sudo.delete('/users/heidi')
      const other = await app.signIn('guest', 'heidi')

      const plan = await sudo.post(`/settings/snapshots/${before.id}/plan`)

      expect(await linesOf(sudo, plan)).to.deep.equal([
        '! Users heidi was deleted and created again since then, so it may be another person',
      ])
      await applyPlan(sudo, plan)
      expect((await other.get('/session')).body.role).to.equal('guest')
    })

    it('brings a deleted user back, with an event that names the user', async () => {
      await app.signIn('guest', 'ivan')
      const before = await take()
      await sudo.delete('/users/ivan')
      await rollBack(before)

      const { body } = await sudo.get('/audit?target=ivan&limit=1')
      expect((await sudo.get('/users/ivan')).body.role.name).to.equal('guest')
      expect(body.map(({ event, details }: { event: string; details: object }) => [event, details])).to.deep.equal([
        ['record-imported', { table: 'Users', level: 256 }],
      ])
    })

    it('is not compared or rolled back in a table that a plugin has contributed since', async () => {
      await applyFile(sudo, { Variables: [{ name: 'V' }], Manufacturer: [{ name: 'Acme' }] })
      const before = await take()
      // As if the table had become one of the configuration after the snapshot
      await app.services.database.write((transaction) =>
        transaction('plinth_snapshot_tables').where({ table_name: 'plinth_manufacturers' }).delete(),
      )
      await applyFile(sudo, { Variables: [], Manufacturer: [{ name: 'Other' }] }, '?tables=Variables:mirror')

      const plan = await sudo.post(`/settings/snapshots/${before.id}/plan`)
      const file = await sudo.upload('/settings/files', fileOf({ Variables: [], Manufacturer: [] }))
      const withPresent = await sudo.post('/settings/comparisons', { from: before.id, to: 'present' })
      const withFile = await sudo.post('/settings/comparisons', { from: before.id, to: file.body.id })

      expect(await linesOf(sudo, plan)).to.deep.equal(['+ Variables V'])
      expect(await linesOf(sudo, withPresent)).to.deep.equal(['- Variables V'])
      expect(await linesOf(sudo, withFile)).to.deep.equal(['- Variables V'])
    })

    it('undoes an import', async () => {
      const before = (await sudo.get('/settings/export_config')).body.data
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))

      await rollBack((await list())[0])

      expect((await sudo.get('/settings/export_config')).body.data).to.deep.equal(before)
    })

    it('still has the old values after hosts and other routes have changed them', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      const first = await take()
      await setDescriptions('one')
      await setDescriptions('two')
      const second = await take()
      await app.services.database.write((transaction) => transaction('plinth_tags').delete())
      const { status } = await sudo.delete('/roles/operator')
      expect(status).to.equal(200)

      expect((await tagsIn(first)).map(descriptionOf)).to.deep.equal([null])
      expect((await tagsIn(second)).map(descriptionOf)).to.deep.equal(['two'])
      const { body } = await sudo.get(`/settings/snapshots/${second.id}`)
      expect(body.data.Roles.map(nameOf)).to.include('operator')
      const plan = await sudo.post(`/settings/snapshots/${first.id}/plan`)
      expect(await linesOf(sudo, plan)).to.have.members(['+ Roles operator', '+ Tags PT-1'])
    })

    it('is independent of others, which may be deleted', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      const snapshots = []
      for (const description of ['a', 'b', 'c']) {
        await setDescriptions(description)
        snapshots.push(await take(description))
      }
      await setDescriptions('d')

      for (const deleted of [1, 2]) {
        expect((await sudo.delete(`/settings/snapshots/${snapshots[deleted].id}`)).status).to.equal(200)
        await setDescriptions(`after ${deleted}`)
        expect((await tagsIn(snapshots[0])).map(descriptionOf)).to.deep.equal(['a'])
      }
      await rollBack(snapshots[0])
      expect((await sudo.get('/settings/export_config')).body.data.Tags.map(descriptionOf)).to.deep.equal(['a'])
      expect((await sudo.get(`/settings/snapshots/${snapshots[1].id}`)).body.code).to.equal('SNAPSHOT_NOT_FOUND')
    })

    it('leaves nothing once all are deleted', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      await setDescriptions('one')
      for (const { id } of await list()) await sudo.delete(`/settings/snapshots/${id}`)
      await setDescriptions('two')

      const journal = await app.services.database.read((knex) => knex('plinth_configuration_journal').select())

      expect(journal).to.deep.equal([])
    })

    it('makes room for newer ones: the newest are kept', async () => {
      for (const note of ['1', '2', '3', '4', '5', '6']) await take(note)

      expect((await list()).map(({ note }: { note: string }) => note)).to.deep.equal(['6', '5', '4', '3'])
    })

    it('reports its size in bytes, not in characters', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      for (const description of ['é', 'e', '-']) {
        await take(description)
        await setDescriptions(description.repeat(100))
      }

      const [ascii, accented] = (await list()).map(({ bytes }: { bytes: number }) => bytes)
      expect(accented - ascii).to.equal(100)
    })

    it('adds its bytes to those of the snapshot before it when it is deleted', async () => {
      await sudo.upload('/settings/import_config', fileOf(smallPlant()))
      await take('older')
      await setDescriptions('-'.repeat(100))
      const deleted = await take('deleted')
      await app.services.database.write((transaction) => transaction('plinth_variables').update({ name: 'Renamed' }))
      await take('newer')
      await take('newest') // the sizes of the older ones are stored now
      const bytesOf = async (name: string) => (await list()).find(({ note }: { note: string }) => note === name)?.bytes
      const before = [await bytesOf('older'), await bytesOf('deleted')]

      await sudo.delete(`/settings/snapshots/${deleted.id}`)
      const after = await bytesOf('older')
      await take('later')

      expect(before[1]).to.be.greaterThan(0)
      expect([after, await bytesOf('older')]).to.deep.equal([before[0] + before[1], before[0] + before[1]])
    })

    it('requires the privilege level of an import', async () => {
      const operator = await app.signIn('operator')
      const { id } = await take()

      const responses = [
        await operator.get('/settings/snapshots'),
        await operator.post('/settings/snapshots', {}),
        await operator.get(`/settings/snapshots/${id}`),
        await operator.delete(`/settings/snapshots/${id}`),
        await operator.post(`/settings/snapshots/${id}/plan`),
      ]

      expect(responses.map(({ status }) => status)).to.deep.equal(responses.map(() => 403))
    })
  })
})

describe('snapshots that need much space', () => {
  forEachDatabase((database) => {
    it('make room for newer ones: the newest are kept', async () => {
      const app = await startApp({ database, settings: { snapshotBytes: 2_500 } })
      try {
        const sudo = await app.signIn('sudo')
        await sudo.upload('/settings/import_config', fileOf(smallPlant()))
        for (const note of ['1', '2', '3', '4']) {
          await sudo.post('/settings/snapshots', { note })
          await app.services.database.write((transaction) =>
            transaction('plinth_tags').update({ description: note.repeat(1_000) }),
          )
        }

        const { body } = await sudo.get('/settings/snapshots')
        expect(body.map(({ note }: { note: string }) => note)).to.deep.equal(['4', '3'])
      } finally {
        await app.stop()
      }
    })
  })
})

const by = (reason: string, note: string | null = null) => ({ taken_by: { kind: 'user', name: 'sudo' }, reason, note })
const descriptionOf = ({ description }: { readonly description: string | null }) => description
const nameOf = ({ name }: { readonly name: string }) => name
