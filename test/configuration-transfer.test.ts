import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { type SignedIn, forEachDatabase } from '@plinth/testing'
import { type App, startApp } from './support/app.js'

describe('configuration transfer', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    it('imports what the peer has written', async () => {
      const file = await readFile(new URL('fixtures/pyautomation-export.json', import.meta.url))

      const answer = await sudo.upload('/settings/import_config', file)

      console.log(JSON.stringify(answer.body))
      const t = Date.now()
      const out = await sudo.get('/settings/export_config')
      console.log(out.status, out.text.length, Date.now()-t, out.headers, out.body.data.TagsMachines[0])
      console.log(JSON.stringify((await sudo.upload('/settings/import_config', file)).body.summary))
      expect(answer.status).to.equal(200)
    })
  })
})
