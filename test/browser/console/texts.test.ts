import { notices } from '@plinth/kernel'
import { testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { english } from '../../../plugins/console/page/language/english.js'
import { texts as german } from '../../../plugins/console/page/language/german.js'
import { texts as spanish } from '../../../plugins/console/page/language/spanish.js'
import { type App, startApp } from '../../support/app.js'

/** Returns the names of all texts, such as `users.title`. */
const namesOf = (texts: object): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' ? namesOf(text).map((inner) => `${name}.${inner}`) : [name],
  )

const [database] = testDatabases as [(typeof testDatabases)[number]]

describe('the texts of the console', () => {
  let app: App
  before(async () => {
    app = await startApp({ database })
  })
  after(() => app.stop())

  for (const [language, text] of Object.entries({ spanish, german })) {
    it(`have the same names as in English, except for the errors: ${language}`, () => {
      expect(namesOf({ ...text, errors: {} })).to.have.members(namesOf({ ...english, errors: {} }))
    })
  }

  it('have the same errors in Spanish and German, and among them those of English', () => {
    expect(namesOf(spanish.errors)).to.have.members(namesOf(german.errors))
    expect(namesOf(german.errors)).to.include.members(namesOf(english.errors))
  })

  for (const [language, text] of Object.entries({ english, spanish, german })) {
    it(`include one for each notice of the standard plugins: ${language}`, () => {
      const codes = app.services.contributions.to(notices).map((notice) => notice.code)

      expect(codes).to.have.lengthOf.above(2)
      expect(codes.filter((name) => !text.overview.notices[name])).to.deep.equal([])
    })

    it(`use different words for disabling, enabling and unlocking a user: ${language}`, () => {
      const { disable, enable, unlock, disabled } = text.users

      expect(new Set([disable, enable, unlock, disabled]).size).to.equal(4)
    })
  }
})
