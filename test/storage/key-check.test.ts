import type { Authenticated } from '@plinth/kernel'
import { KeyCheck } from '@plinth/kernel/tools'
import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** Long enough for a check on a busy machine. */
const LONG_TIMEOUT_MS = 10_000
/** Too short for a check that is blocked. */
const SHORT_TIMEOUT_MS = 50

describe('the check of a key during a long response', () => {
  forEachDatabase((database) => {
    let app: App
    let check: KeyCheck
    let username: string
    beforeEach(async () => {
      app = await startApp({ database })
      const { key } = await app.signIn('admin', 'anna')
      const caller = await app.kernel.authenticate({ headers: { 'x-api-key': key } }, 'user')
      username = caller.username
      check = new KeyCheck(app.services, caller as Authenticated)
    })
    afterEach(() => app.stop())

    /** Holds the writer of SQLite, and the row of the session on PostgreSQL, until the returned function is called. */
    async function blockKeyCheck(): Promise<() => Promise<void>> {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let begin = () => {}
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      const held = app.services.database.write(async (transaction) => {
        await transaction('plinth_sessions').forUpdate().select('id')
        begin()
        await released
      })
      await begun
      return () => {
        release()
        return held
      }
    }

    it('lets the response go on while the key is valid, and not after the key has ended', async () => {
      const before = await check.isValid(LONG_TIMEOUT_MS)
      await (await app.signIn('sudo')).patch(`/users/${username}`, { disabled: true })

      expect([before, await check.isValid(LONG_TIMEOUT_MS)]).to.deep.equal([true, false])
    })

    it('does not let the response go on after the role has become less privileged', async () => {
      await (await app.signIn('sudo')).patch(`/users/${username}`, { role_name: 'guest' })

      expect(await check.isValid(LONG_TIMEOUT_MS)).to.equal(false)
    })

    const unchecked =
      database.name === 'SQLite'
        ? 'lets the response go on while the key cannot be checked, because nobody can end the key meanwhile'
        : 'does not let the response go on while the key cannot be checked, because others may have ended the key'
    it(unchecked, async () => {
      const release = await blockKeyCheck()

      const isValid = await check.isValid(SHORT_TIMEOUT_MS)
      await release()

      expect(isValid).to.equal(database.name === 'SQLite')
      expect(await check.isValid(LONG_TIMEOUT_MS)).to.equal(true)
    })
  })
})
