import { forEachDatabase, ManualClock, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { codeAt } from '../../../test/support/totp-codes.js'

/** Functions that make a secret appear where it must not. */
const LEAKS: Readonly<Record<string, (app: App, secret: string) => Promise<unknown>>> = {
  'the log': async ({ logLines }, secret) => (logLines as string[]).push(`{"msg":"the code is ${secret}"}`),
  'the audit trail': ({ services }, secret) =>
    services.database.write((transaction) =>
      transaction('plinth_audit_events').insert({
        happened_at: 0,
        event: 'leak',
        result: 'done',
        actor_kind: 'command',
        details: JSON.stringify({ secret }),
      }),
    ),
}

/** Functions that let a response show a secret, and return it. */
const SECRETS: Readonly<Record<string, (app: App, user: SignedIn, clock: ManualClock) => Promise<string>>> = {
  'a key of a session': async (_, { key }) => key,
  'a one-time code': async (app) => (await (await app.signIn('admin')).post('/users/otto/code')).body.code,
  'a one-time code without hyphens': async (app) =>
    (await (await app.signIn('admin')).post('/users/otto/code')).body.code.replaceAll('-', ''),
  'a secret of a second factor': async (_, user) => (await user.post('/users/enrol_second_factor')).body.secret,
  'a recovery code': async (_, user, clock) => (await enrol(user, clock)).recoveryCode,
  'a key of a pending login': async (app, user, clock) => {
    await enrol(user, clock)
    return (await app.logIn('otto', TEST_PASSWORD)).body.login_key
  },
  'a session cookie': async (app) => {
    const body = { username: 'sudo', password: TEST_PASSWORD, session: 'cookie' }
    const { headers } = await app.post('/users/login', body, { headers: { 'X-Plinth-Session': 'cookie' } })
    return /=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? ''
  },
  'a third-party token': async (app) =>
    (await (await app.signIn('sudo')).post('/users/create_tpt', { role_name: 'operator' })).body.token,
}

async function enrol(user: SignedIn, clock: ManualClock): Promise<{ readonly recoveryCode: string }> {
  const { secret } = (await user.post('/users/enrol_second_factor')).body
  const { body } = await user.post('/users/confirm_second_factor', { code: codeAt(secret, clock.now()) })
  return { recoveryCode: body.recovery_codes[9] }
}

describe('a test app', () => {
  forEachDatabase((database) => {
    for (const [what, reveal] of Object.entries(SECRETS))
      for (const [where, leak] of Object.entries(LEAKS))
        it(`reports ${what} in ${where}`, async () => {
          const clock = new ManualClock()
          const app = await startApp({ database, clock })
          const secret = await reveal(app, await app.signIn('operator', 'otto'), clock)
          await leak(app, secret)

          const error = await app.stopAndKeepDatabase().catch((reason) => reason)
          await app.database.drop()

          expect(secret).to.have.length.of.at.least(12)
          expect(String(error)).to.match(new RegExp(`^Error: ${where} contains a secret: .*${secret}`))
        })

    it('reports a secret that a later response repeats', async () => {
      const app = await startApp({ database })
      const admin = await app.signIn('admin')
      await app.signIn('operator', 'otto')
      const { code } = (await admin.post('/users/otto/code')).body

      const error = await admin.patch('/users/otto', { email: `${code}@plant.test` }).catch((reason) => reason)
      await app.stop()

      expect(String(error)).to.match(/^Error: the response to PATCH \/users\/otto → 200 contains a secret: /)
    })
  })
})
