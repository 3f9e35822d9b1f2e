import { forEachDatabase, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { DriverHook } from '../support/driver-hook.js'

/** Longer than the timeouts of the kernel for statements. */
const BLOCKED_MS = 11_000

describe('an event loop that is blocked for longer than the timeouts of statements (F29)', function () {
  this.timeout(60_000)
  forEachDatabase((database) => {
    const hook = new DriverHook()
    let app: App
    let sudo: SignedIn
    before(async () => {
      hook.install()
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(async () => {
      hook.restore()
      await app.stop()
    })
    const signUp = (username: string) =>
      app.post('/users/signup', {
        username,
        role_name: 'guest',
        email: `${username}@plant.test`,
        password: TEST_PASSWORD,
      })

    it('makes no read fail: its result is read afterwards', async () => {
      blockAt(/plinth_people|plinth_sessions/, hook)

      expect((await sudo.get('/users/')).status).to.equal(200)
    })

    it('makes no write fail: its results are read afterwards', async () => {
      expect((await signUp('anna')).status).to.equal(200) // opens the connections
      blockAt(/^INSERT INTO .?plinth_users/i, hook) // the transaction has its connection

      expect((await signUp('bert')).status).to.equal(200)
      expect((await sudo.get('/users/bert')).status).to.equal(200)
    })
  })
})

/** Blocks the event loop as soon as the driver has got the first of these statements. */
function blockAt(wanted: RegExp, hook: DriverHook): void {
  let isBlocked = false
  hook.watch((_, sql) => {
    if (!isBlocked && wanted.test(sql)) {
      isBlocked = true
      process.nextTick(blockEventLoop)
    }
    return undefined
  })
}

function blockEventLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS)
}
