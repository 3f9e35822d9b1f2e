import { ANONYMOUS, COMMAND } from '@plinth/kernel'
import { forEachDatabase, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const ANNA = { username: 'anna', email: 'anna@plant.test', password: TEST_PASSWORD, roleName: 'guest' }
const ANONYMOUS_ORIGIN = { principal: ANONYMOUS, address: '192.0.2.7', requestId: '' }

/** Services without type checks of their arguments. */
// biome-ignore lint/suspicious/noExplicitAny: the tests pass arguments of wrong types
type Unchecked = any

describe('a service called by a host', () => {
  forEachDatabase((database) => {
    let app: App
    let services: Unchecked
    before(async () => {
      app = await startApp({ database })
      services = app.services
    })
    after(() => app.stop())

    for (const days of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, '30', null])
      it(`rejects ${days} (${typeof days}) as the number of days of a token`, async () => {
        const problem = await services.tptService.issue(COMMAND, 'guest', days).catch((error: unknown) => error)

        expect(problem).to.be.instanceOf(RangeError)
      })

    const calls: Record<string, (origin?: unknown) => Promise<unknown>> = {
      'userService.signUp': (origin) => services.userService.signUp(origin, ANNA),
      'userAdministration.change': (origin) => services.userAdministration.change(origin, 'sudo', {}),
      'userAdministration.delete': (origin) => services.userAdministration.delete(origin, 'sudo'),
      'loginService.login': (origin) => services.loginService.login(origin, { by: 'username', value: 'sudo' }, 'x'),
      'sessionAdministration.list': (origin) => services.sessionAdministration.list(origin, 'sudo'),
      'sessionAdministration.endAll': (origin) => services.sessionAdministration.endAll(origin, 'sudo'),
      'sessionAdministration.endOne': (origin) => services.sessionAdministration.endOne(origin, 'sudo', '1'),
      'passwordService.change': (origin) => services.passwordService.change(origin, { target: 'sudo' }),
      'passwordService.reset': (origin) => services.passwordService.reset(origin, { target: 'sudo' }),
      'tptService.issue': (origin) => services.tptService.issue(origin, 'guest'),
      'tptService.revoke': (origin) => services.tptService.revoke(origin, 'x'),
      'loggingSettingsService.update': (origin) => services.loggingSettingsService.update(origin, {}),
      'exportService.open': (origin) => services.exportService.open(origin),
      'importService.import': (origin) => services.importService.import(origin, {}, {}),
    }
    for (const [name, call] of Object.entries(calls)) {
      it(`rejects ${name}() without an origin, and names what is missing`, async () => {
        for (const origin of [undefined, null, ANNA, 'sudo']) {
          const problem: Unchecked = await call(origin).catch((error) => error)

          expect(problem).to.be.instanceOf(TypeError)
          expect(problem.message)
            .to.include(`${name}() needs the origin first`)
            .and.include('{ principal, address, requestId }')
        }
      })
    }

    for (const [what, wrong, field, says] of [
      ['without a username', { username: undefined }, 'username', 'is required'],
      ['with a number as username', { username: 5 }, 'username', 'must be of type string'],
      ['with an empty username', { username: '' }, 'username', 'is required'],
      ['with a malformed e-mail address', { email: 'no' }, 'email', 'must be an e-mail address'],
      ['with a number as password', { password: 12_345_678 }, 'password', 'must be of type string'],
      ['without a role', { roleName: null }, 'roleName', 'must not be null'],
      ['with a list as name', { name: ['Anna'] }, 'name', 'must be of type string'],
      ['with a field name of the REST API', { role_name: 'guest' }, 'role_name', 'is not a field of this request'],
    ] as const) {
      it(`rejects signUp() ${what}, creates no user, and reports the invalid field`, async () => {
        const user = { ...ANNA, username: 'nobody', email: 'nobody@plant.test', ...wrong }
        const before = await services.userDirectory.list()

        const problem = await services.userService.signUp(COMMAND, user).catch((error: unknown) => error)

        expect(problem).to.include({ code: 'INVALID_BODY', status: 400 })
        expect(problem.fields).to.deep.equal([{ field, message: says }])
        expect(await services.userDirectory.list()).to.deep.equal(before)
      })
    }

    it('rejects userAdministration.change() with invalid changes, and changes nothing', async () => {
      const { userAdministration, userDirectory } = services
      const before = await userDirectory.find('sudo')
      const wanted = [null, undefined, { email: 5 }, { isDisabled: 'yes' }, { name: 5 }, { username: 'x' }]

      const codes = await Promise.all(
        wanted.map((changes) =>
          userAdministration.change(COMMAND, 'sudo', changes).catch(({ code }: Unchecked) => code),
        ),
      )

      expect(codes).to.deep.equal(wanted.map(() => 'INVALID_BODY'))
      expect(await userDirectory.find('sudo')).to.deep.equal(before)
    })

    const needs: Record<string, (value: unknown) => Promise<unknown>> = {
      'loginService.login() needs the password': (value) =>
        services.loginService.login(ANONYMOUS_ORIGIN, { by: 'username', value: 'sudo' }, value),
      'userAdministration.change() needs the username': (value) =>
        services.userAdministration.change(COMMAND, value, {}),
      'userAdministration.delete() needs the username': (value) => services.userAdministration.delete(COMMAND, value),
      'sessionAdministration.list() needs the username': (value) => services.sessionAdministration.list(COMMAND, value),
      'sessionAdministration.endAll() needs the username': (value) =>
        services.sessionAdministration.endAll(COMMAND, value),
      'sessionAdministration.endOne() needs the id of the session': (value) =>
        services.sessionAdministration.endOne(COMMAND, 'sudo', value),
      'passwordService.change() needs the target': (value) =>
        services.passwordService.change(COMMAND, { target: value, newPassword: TEST_PASSWORD }),
      'passwordService.change() needs the newPassword': (value) =>
        services.passwordService.change(COMMAND, { target: 'sudo', newPassword: value }),
      'passwordService.reset() needs the newPassword': (value) =>
        services.passwordService.reset(COMMAND, { target: 'sudo', newPassword: value }),
      'tptService.issue() needs the name of a role': (value) => services.tptService.issue(COMMAND, value),
      'tptService.revoke() needs the id of a token': (value) => services.tptService.revoke(COMMAND, value),
      'userDirectory.find() needs the username': (value) => services.userDirectory.find(value),
      'userDirectory.findByEmail() needs the e-mail address': (value) => services.userDirectory.findByEmail(value),
    }
    for (const [says, call] of Object.entries(needs)) {
      it(`throws the error that ${says}`, async () => {
        for (const value of [undefined, null, 5, {}]) {
          const problem: Unchecked = await call(value).catch((error) => error)

          expect(problem).to.be.instanceOf(TypeError)
          expect(problem.message)
            .to.include(says)
            .and.match(/ as a string\.$/)
        }
      })
    }

    it('requires the address of the client and a name for a login', async () => {
      const { loginService } = services
      const name = { by: 'username', value: 'sudo' }
      const problems = await Promise.all(
        [
          loginService.login(COMMAND, name, TEST_PASSWORD),
          loginService.login({ principal: ANONYMOUS }, name, TEST_PASSWORD),
          loginService.login(ANONYMOUS_ORIGIN, 'sudo', TEST_PASSWORD),
          loginService.login(ANONYMOUS_ORIGIN),
        ].map((login: Promise<unknown>) => login.catch(({ message }) => message)),
      )

      expect(problems[0])
        .to.match(/^loginService\.login\(\) needs the origin first/)
        .and.not.include('COMMAND')
      expect(problems[1]).to.equal(problems[0])
      expect(problems[2]).to.match(/needs \{ by: "username", value \}/)
      expect(problems[3]).to.equal(problems[2])
    })

    it('accepts calls with an origin', async () => {
      await app.services.userService.signUp(COMMAND, ANNA)
      const { user } = await app.services.loginService.login(
        ANONYMOUS_ORIGIN,
        { by: 'email', value: ANNA.email },
        TEST_PASSWORD,
      )

      expect(user.username).to.equal('anna')
    })
  })
})
