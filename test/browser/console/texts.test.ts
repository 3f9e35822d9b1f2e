import { notices } from '@plinth/kernel'
import { testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { english } from '../../../plugins/console/page/language/english.js'
import { german } from '../../../plugins/console/page/language/german.js'
import { spanish } from '../../../plugins/console/page/language/spanish.js'
import { type App, startApp } from '../../support/app.js'

const [database] = testDatabases as [(typeof testDatabases)[number]]

describe('the texts of the console', () => {
  let app: App
  before(async () => {
    app = await startApp({ database })
  })
  after(() => app.stop())

  for (const [language, text] of Object.entries({ english, spanish, german })) {
    it(`have one for each notice that the standard plugins can give: ${language}`, () => {
      const codes = app.services.contributions.to(notices).map((notice) => notice.code)

      expect(codes).to.have.lengthOf.above(2)
      expect(codes.filter((name) => !text.overview.notices[name])).to.deep.equal([])
    })

    it(`name the buttons for a user who is disabled and locked differently: ${language}`, () => {
      const { disable, enable, unlock, disabled } = text.users

      expect(new Set([disable, enable, unlock, disabled]).size).to.equal(4)
    })
  }
})
