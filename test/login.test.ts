import { expect } from 'chai'
import { ManualClock, forEachDatabase } from '@plinth/testing'
import { type App, startApp } from './support/app.js'

describe('login and logout', () => {
  forEachDatabase((database) => {
    let app: App
    const clock = new ManualClock()
    before(async () => {
      app = await startApp({ database, clock, settings: { timezone: 'America/New_York', sessionsPerUser: 3 } })
    })
    after(() => app.stop())

    it('gives a key, the role and the local time', async () => {
      const answer = await app.logIn('sudo', 'correct horse 9')

      expect(answer.status).to.equal(200)
      expect(answer.body).to.include({ role: 'sudo', role_level: 0, timezone: 'America/New_York' })
      expect(answer.body.datetime).to.match(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d$/)
      expect((await app.withKey(answer.body.apiKey).get('/users/')).status).to.equal(200)
    })
  })
})
