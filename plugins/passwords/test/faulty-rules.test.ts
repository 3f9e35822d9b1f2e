import { definePlugin, type KernelOptions, passwordRules, StartupError } from '@plinth/kernel'
import { DatabaseUnavailable } from '@plinth/kernel/composition'
import type { PasswordRule } from '@plinth/kernel/contracts'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { forEachDatabase, startTestApp, type TestApp } from '@plinth/testing'
import { expect } from 'chai'

/** Passwords that make the rule of the plugin "vault" misbehave, and the expected message. */
const FAULTS: Readonly<Record<string, readonly [password: string, message: string]>> = {
  'that throws': ['throw this 77', 'The plugin "vault" has a password rule that failed.'],
  'whose promise rejects': ['reject this 77', 'The plugin "vault" has a password rule that failed.'],
  'that returns false': [
    'return false 77',
    'The plugin "vault" has a password rule that returned neither a string nor undefined.',
  ],
}

const rule = {
  objection: (password: string) => {
    if (password.startsWith('throw')) throw new TypeError(`no slot for ${password.length} letters`)
    if (password.startsWith('reject')) return Promise.reject(new TypeError('no slot for 14 letters'))
    if (password.startsWith('unavailable'))
      throw new DatabaseUnavailable(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    return password.startsWith('return') ? false : undefined
  },
} as unknown as PasswordRule

const vault = definePlugin()({ name: 'vault', contributes: () => [passwordRules.of(rule)] })
const withVault = (options: KernelOptions) => createStandardKernel(options).use(vault)

describe('a password rule of another plugin', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    before(async () => {
      app = await startTestApp({ database, faults: 'answered', kernel: withVault })
    })
    after(() => app.stop())

    const signUp = async (username: string, password: string) =>
      (await app.signIn('sudo')).post('/users/signup', {
        username,
        role_name: 'guest',
        email: `${username}@plant.test`,
        password,
      })

    for (const [index, [what, [password, message]]] of Object.entries(FAULTS).entries()) {
      it(`${what} is named in the log, and no password is set`, async () => {
        const username = `somebody${index}`

        const { status } = await signUp(username, password)

        const line = app.logLines.findLast((each) => each.includes('request failed')) ?? '{}'
        expect(status).to.equal(500)
        expect(JSON.parse(line).err.fault).to.include(message)
        expect(line).to.not.include('letters').and.not.include(password)
        expect((await app.logIn(username, password)).status).to.equal(403)
      })

      it(`${what} is named when it fails at startup`, async () => {
        const settings = { sudoPassword: password }

        const problem = await startTestApp({ database, settings, kernel: withVault }).catch((error: unknown) => error)

        expect(problem).to.be.instanceOf(StartupError)
        expect(String(problem)).to.include(message).and.not.include('"users"').and.not.include(password)
      })
    }

    it('that finds the database unavailable makes the response 503', async () => {
      const { status, body } = await signUp('nobody', 'unavailable this 77')

      expect([status, body.code]).to.deep.equal([503, 'DATABASE_UNAVAILABLE'])
    })
  })
})
