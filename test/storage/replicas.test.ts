import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TempDatabase, type TestClient, type TestResponse, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import {
  ANNOUNCEMENT_LINES,
  linesOf,
  run,
  SECRET_KEY,
  type Service,
  serve,
  type Variables,
  variablesFor,
} from '../support/service-process.js'
import { codeAt, STEP_S } from '../support/totp-codes.js'

const PASSWORD = 'battery staple 7'
const OTHER_PASSWORD = 'horse battery 8'
const WRONG_PASSWORD = 'no such password 9'
const NEW_KEY = 'the key that comes after the very first one'
const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest']
/** Maximum time until other replicas apply a setting, as promised in docs/operations.md. */
const MAX_SETTINGS_DELAY_MS = 1_000

describe('replicas', function () {
  this.timeout(60_000)
  let database: TempDatabase
  let variables: Variables
  let one: Service
  let other: Service
  let third: Service
  /** All processes started, to check their output at the end. */
  const services: Service[] = []
  /** Secrets that no output may contain. */
  const secrets = new Set([SECRET_KEY, NEW_KEY, PASSWORD, OTHER_PASSWORD, WRONG_PASSWORD])
  let sudoPassword: string

  const start = async (changes: Variables = {}) => {
    const service = await serve({ ...variables, ...changes })
    services.push(service)
    return service
  }
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    database = await postgres.create()
    secrets.add(database.url)
    variables = { ...variablesFor(database), PLINTH_TRUSTED_PROXIES: 'loopback' }
    const started = await Promise.all([start(), start(), start()])
    ;[one, other, third] = started
    sudoPassword = announcedPassword(started)
  })
  after(async () => {
    for (const service of services) service.kill()
    await database.drop()
  })

  /** Logs in from a new address by default, so that the many logins of this file do not reach the rate limit. */
  const logIn = (to: Service, username: string, password: string, address = newAddress()) =>
    to.client.post('/users/login', { username, password }, { headers: { 'X-Forwarded-For': address } })
  const keyOf = async (to: Service, username: string, password = PASSWORD) => {
    const { apiKey } = (await logIn(to, username, password)).body
    secrets.add(apiKey)
    return apiKey as string
  }
  const signedIn = async (to: Service, username: string, password?: string) =>
    to.client.withKey(await keyOf(to, username, password))
  const asSudo = (to: Service) => signedIn(to, 'sudo', sudoPassword)
  const add = async (username: string, role = 'operator') => {
    const person = { username, role_name: role, email: `${username}@plant.test`, password: PASSWORD }
    const response = await (await asSudo(one)).post('/users/signup', person)
    expect(response.status, response.text).to.equal(200)
  }
  const tokenFrom = async (client: TestClient, role = 'operator'): Promise<string> => {
    const { token } = (await client.post('/users/create_tpt', { role_name: role })).body
    secrets.add(token)
    return token
  }
  const statusWith = async (key: string, to: Service) => (await to.client.withKey(key).get('/roles')).status

  it('start simultaneously on an empty database, with one sudo user, one set of roles and one announcement', async () => {
    const sudo = await asSudo(one)
    const [roles, users] = [await sudo.get('/roles'), await sudo.get('/users/')]
    const ready = await Promise.all([one, other, third].map(({ client }) => client.get('/health/ready')))

    expect(ready.map(({ status }) => status)).to.deep.equal([200, 200, 200])
    expect(services.flatMap(({ stderr }) => stderr.match(/^First user\b/gm) ?? [])).to.have.length(1)
    expect(
      services.flatMap(({ stdout }) => stdout.match(/the roles and the first user were created/g) ?? []),
    ).to.have.length(1)
    expect(roles.body.map(({ name }: { name: string }) => name)).to.have.members(ROLES)
    expect(users.body.map(({ username }: { username: string }) => username)).to.deep.equal(['sudo'])
  })

  it('share sessions and logouts immediately, 50 times', async () => {
    await add('anna')
    const statuses: number[][] = []

    for (let round = 0; round < 50; round += 1) {
      const key = await keyOf(one, 'anna')
      const before = await statusWith(key, other)
      const { status } = await one.client.withKey(key).post('/users/logout')
      statuses.push([before, status, await statusWith(key, other)])
    }

    expect(statuses).to.deep.equal(Array(50).fill([200, 200, 401]))
  })

  it('apply a changed password to the next request', async () => {
    await add('bert')
    const [ownKey, otherKeyProblem] = [await keyOf(one, 'bert'), await keyOf(other, 'bert')]
    const before = [await statusWith(ownKey, other), await statusWith(otherKeyProblem, other)]

    const body = { target_username: 'bert', current_password: PASSWORD, new_password: OTHER_PASSWORD }
    const changed = await one.client.withKey(ownKey).post('/users/change_password', body)
    const sessions = [await statusWith(ownKey, other), await statusWith(otherKeyProblem, other)]

    expect(changed.status).to.equal(200)
    expect([before, sessions]).to.deep.equal([
      [200, 200],
      [200, 401],
    ])
    expect((await logIn(other, 'bert', PASSWORD)).status).to.equal(403)
    expect((await logIn(other, 'bert', OTHER_PASSWORD)).status).to.equal(200)
  })

  it('apply a reset password to the next request', async () => {
    await add('cora', 'admin')
    const key = await keyOf(other, 'cora')
    const before = await statusWith(key, other)

    const body = { target_username: 'cora', new_password: OTHER_PASSWORD }
    const reset = await (await asSudo(one)).post('/users/reset_password', body)

    expect([before, reset.status, await statusWith(key, other)]).to.deep.equal([200, 200, 401])
    expect((await logIn(other, 'cora', PASSWORD)).status).to.equal(403)
    expect((await logIn(other, 'cora', OTHER_PASSWORD)).status).to.equal(200)
  })

  it('apply another level of a role to the next request, of users and tokens', async () => {
    const sudo = await asSudo(one)
    await sudo.post('/roles', { name: 'fitter', level: 20 })
    await add('fiona', 'fitter')
    const [fiona, token] = [await signedIn(other, 'fiona'), other.client.withKey(await tokenFrom(sudo, 'fitter'))]
    const statuses: number[] = []

    for (const level of [1, 20, 1, 2]) {
      await sudo.patch('/roles/fitter', { level })
      statuses.push((await fiona.get('/settings')).status, (await token.get('/settings')).status)
    }

    expect(statuses).to.deep.equal([200, 200, 403, 403, 200, 200, 403, 403])
  })

  it('delete a role or assign it, and never both, 20 times', async () => {
    const [here, there] = [await asSudo(one), await asSudo(other)]
    await add('greta', 'guest')
    const outcomes: string[] = []

    for (let round = 0; round < 20; round += 1) {
      await here.post('/roles', { name: 'brief', level: 20 })
      const responses = await Promise.all([
        here.delete('/roles/brief'),
        there.patch('/users/greta', { role_name: 'brief' }),
      ])
      outcomes.push(responses.map(({ status, body }) => body.code ?? status).join(' '))
      await there.patch('/users/greta', { role_name: 'guest' })
      await here.delete('/roles/brief')
    }

    expect(outcomes.filter((outcome) => !['200 ROLE_NOT_FOUND', 'ROLE_IN_USE 200'].includes(outcome))).to.deep.equal([])
  })

  it('apply a higher or lower role to the next request', async () => {
    await add('dora')
    const [sudo, dora] = [await asSudo(one), await signedIn(other, 'dora')]
    const statuses: number[] = []

    for (const role of ['admin', 'operator', 'admin', 'guest']) {
      await sudo.patch('/users/dora', { role_name: role })
      statuses.push((await dora.get('/settings')).status)
    }

    expect(statuses).to.deep.equal([200, 403, 200, 403])
  })

  it('refuse the next request of a disabled user, and accept the user again once enabled', async () => {
    await add('emil')
    const [sudo, key] = [await asSudo(one), await keyOf(other, 'emil')]
    const before = await statusWith(key, other)

    const disabled = await sudo.patch('/users/emil', { disabled: true })
    const refused = [await statusWith(key, other), (await logIn(other, 'emil', PASSWORD)).status]
    await sudo.patch('/users/emil', { disabled: false })

    expect([before, disabled.status, ...refused]).to.deep.equal([200, 200, 401, 403])
    expect((await logIn(other, 'emil', PASSWORD)).status).to.equal(200)
  })

  it('apply the command "users disable" immediately', async () => {
    await add('fred')
    const key = await keyOf(one, 'fred')
    const onAll = () => Promise.all([one, other, third].map((service) => statusWith(key, service)))
    const before = await onAll()

    const result = await run(['users', 'disable', 'fred'], variables)
    const after = await onAll()

    expect(result.code, result.stderr).to.equal(0)
    expect([before, after]).to.deep.equal([
      [200, 200, 200],
      [401, 401, 401],
    ])
    expect([(await logIn(one, 'fred', PASSWORD)).status, (await logIn(other, 'fred', PASSWORD)).status]).to.deep.equal([
      403, 403,
    ])
  })

  it('refuse a third-party token as soon as another replica revokes it', async () => {
    const sudo = await asSudo(one)
    const token = await tokenFrom(sudo)
    const before = await statusWith(token, other)

    const { id } = (await sudo.get('/tpt')).body.at(-1)
    const revoked = await sudo.delete(`/tpt/${id}`)

    expect([before, revoked.status, await statusWith(token, other)]).to.deep.equal([200, 200, 401])
  })

  it('apply logging settings within a second', async () => {
    const [here, there] = [await asSudo(one), await asSudo(other)]
    const logLevelThere = async (): Promise<number> => (await there.get('/settings')).body.log_level
    const linesAbout = (route: string) => other.logLines.filter((line) => line.includes(`"route":"${route}"`)).length

    for (const level of [40, 20, 40]) {
      const { status } = await here.put('/settings/update', { log_level: level })
      expect(status).to.equal(200)
      const end = performance.now() + MAX_SETTINGS_DELAY_MS
      while (performance.now() < end && (await logLevelThere()) !== level); // each check waits for a response
      expect(await logLevelThere()).to.equal(level)
    }
    const earlier = linesAbout('/users/:username')
    await there.get('/tpt') // not logged at this level
    await here.put('/settings/update', { log_level: 20 })
    await until(async () => (await logLevelThere()) === 20)
    await there.get('/users/sudo')

    await until(() => linesAbout('/users/:username') > earlier)
    expect([linesAbout('/tpt'), linesAbout('/users/:username') - earlier]).to.deep.equal([0, 1])
  })

  it('count wrong passwords together: three on one and two on another lock the account everywhere', async () => {
    await add('gina')
    const guesses = [one, other, one, other, one]

    const statuses: number[] = []
    for (const service of guesses.slice(0, 4)) statuses.push((await logIn(service, 'gina', WRONG_PASSWORD)).status)
    statuses.push((await logIn(other, 'gina', PASSWORD)).status) // resets the count
    for (const service of guesses) await logIn(service, 'gina', WRONG_PASSWORD)

    expect(statuses).to.deep.equal([403, 403, 403, 403, 200])
    for (const service of [one, other, third]) expect((await logIn(service, 'gina', PASSWORD)).status).to.equal(403)
  })

  it('count the login attempts of an address together', async () => {
    let responses: TestResponse[]
    let minute: number
    do {
      minute = thisMinute()
      const address = newAddress()
      responses = await Promise.all(
        Array.from({ length: 70 }, (_, index) => logIn(index % 2 ? one : other, 'sudo', sudoPassword, address)),
      )
    } while (minute !== thisMinute()) // the limit is counted for each minute separately

    expect(responses.filter(({ status }) => status === 200)).to.have.length(60)
    expect(responses.filter(({ status }) => status === 429)).to.have.length(10)
  })

  it('spend a one-time code once, of 50 who redeem it at once on two replicas', async () => {
    await add('cleo')
    await add('carl', 'admin')
    const { code } = (await (await signedIn(third, 'carl')).post('/users/cleo/code')).body
    secrets.add(code)
    const redeem = (to: Service, new_password: string) => {
      secrets.add(new_password)
      const headers = { 'X-Forwarded-For': newAddress() }
      return to.client.post('/users/redeem_code', { username: 'cleo', code, new_password }, { headers })
    }

    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => redeem(at % 2 ? one : other, `a quiet mill ${at}`)),
    )
    const statuses = responses.map(({ status }) => status)
    const later = [await redeem(one, OTHER_PASSWORD), await redeem(other, OTHER_PASSWORD)]

    expect(statuses.filter((status) => status === 200)).to.have.length(1)
    expect(statuses.filter((status) => status === 403)).to.have.length(49)
    expect(later.map(({ status, body }) => [status, body.code])).to.deep.equal(Array(2).fill([403, 'CODE_INVALID']))
    expect((await logIn(third, 'cleo', `a quiet mill ${statuses.indexOf(200)}`)).status).to.equal(200)
    expect((await logIn(one, 'cleo', PASSWORD)).status).to.equal(403)
  })

  it('count wrong one-time codes together, and refuse the right one everywhere once the account is locked', async () => {
    await add('nell')
    await add('nora', 'admin')
    const { code } = (await (await signedIn(third, 'nora')).post('/users/nell/code')).body
    secrets.add(code)
    const redeem = (to: Service, given: string) => {
      const headers = { 'X-Forwarded-For': newAddress() }
      const body = { username: 'nell', code: given, new_password: OTHER_PASSWORD }
      return to.client.post('/users/redeem_code', body, { headers })
    }
    for (const service of [one, other, one, other, one]) await redeem(service, '0000-0000-0000')

    const right = [await redeem(one, code), await redeem(other, code), await redeem(third, code)]

    expect(right.map(({ status, body }) => [status, body.code])).to.deep.equal(Array(3).fill([403, 'CODE_INVALID']))
    expect((await logIn(other, 'nell', PASSWORD)).status, 'the password is locked separately').to.equal(200)
  })

  it('replace a key once, of two confirmations at the same time, and refuse its copy as not fresh', async () => {
    await add('kim', 'admin')
    await add('kai')
    const key = (await logIn(one, 'kim', PASSWORD)).body.apiKey
    secrets.add(key)
    const confirm = (to: Service) =>
      to.client
        .withKey(key)
        .post('/users/confirm', { password: PASSWORD }, { headers: { 'X-Forwarded-For': newAddress() } })

    const responses = await Promise.all([confirm(one), confirm(other)])

    const keys = responses.flatMap(({ body }) => body.apiKey ?? [])
    for (const each of keys) secrets.add(each)
    const issue = async (to: Service, as: string) => (await to.client.withKey(as).post('/users/kai/code')).body
    const [byCopy, byNew] = [await issue(third, key), await issue(third, keys[0])]
    secrets.add(byNew.code)
    expect([responses.map(({ status }) => status), keys.length]).to.deep.equal([[200, 200], 1])
    expect([byCopy.code, byNew.username]).to.deep.equal(['FRESH_LOGIN_REQUIRED', 'kai'])
  })

  /** Enrols a second factor of a new user with the previous code, so that the current one is still unused. */
  const enrol = async (username: string) => {
    await add(username)
    const client = await signedIn(one, username)
    await until(() => Date.now() % (STEP_S * 1_000) < (STEP_S - 5) * 1_000) // the current code stays valid
    const { secret } = (await client.post('/users/enrol_second_factor')).body
    const code = codeAt(secret, Date.now() - STEP_S * 1_000)
    const confirmed = await client.post('/users/confirm_second_factor', { code })
    expect(confirmed.status, confirmed.text).to.equal(200)
    const recoveryCodes: readonly string[] = confirmed.body.recovery_codes
    for (const shown of [secret, ...recoveryCodes]) secrets.add(shown)
    return { client, secret, recoveryCodes }
  }
  /** Completes a login that was begun on any replica. */
  const complete = (to: Service, login: TestResponse, code: string) => {
    secrets.add(login.body.login_key)
    const headers = { 'X-Forwarded-For': newAddress() }
    return to.client.post('/users/complete_login', { login_key: login.body.login_key, code }, { headers })
  }

  it('complete a login that was begun on another replica', async () => {
    const { secret } = await enrol('tina')

    const login = await logIn(one, 'tina', PASSWORD)
    const completed = await complete(other, login, codeAt(secret, Date.now()))
    const again = await complete(third, login, codeAt(secret, Date.now()))

    expect([login.status, login.body.step]).to.deep.equal([401, 'prove'])
    expect(completed.status, completed.text).to.equal(200)
    expect(await statusWith(completed.body.apiKey, third)).to.equal(200)
    expect([again.status, again.body.code]).to.deep.equal([401, 'LOGIN_EXPIRED'])
  })

  it('accept a code of a second factor once, of two that get it at the same time', async () => {
    const { secret } = await enrol('theo')
    const logins = [await logIn(one, 'theo', PASSWORD), await logIn(other, 'theo', PASSWORD)]
    const code = codeAt(secret, Date.now())

    const responses = await Promise.all(logins.map((login, at) => complete(at === 0 ? one : other, login, code)))

    const results = responses.map(({ status, body }) => (status === 200 ? 'accepted' : body.code)).sort()
    expect(results).to.deep.equal(['SECOND_FACTOR_WRONG', 'accepted'])
  })

  it('accept a recovery code once when two receive it at the same time, ten times', async () => {
    const { client, recoveryCodes } = await enrol('toni')
    const results: string[] = []

    for (const code of recoveryCodes) {
      const logins = [await logIn(one, 'toni', PASSWORD), await logIn(other, 'toni', PASSWORD)]
      const responses = await Promise.all(logins.map((login, at) => complete(at === 0 ? one : other, login, code)))
      results.push(
        responses
          .map(({ status, body }) => (status === 200 ? 'accepted' : body.code))
          .sort()
          .join(),
      )
    }

    expect(results).to.deep.equal(Array(10).fill('SECOND_FACTOR_WRONG,accepted'))
    expect((await client.get('/users/toni/second_factor')).body.recovery_codes).to.equal(0)
  })

  it('import two files concurrently, with correct reports', async () => {
    const [here, there] = [await asSudo(one), await asSudo(other)]
    const roles = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({ name: `fitter-${from + index}`, level: 50 }))
    const fileOf = (records: object[]) => JSON.stringify({ version: '1.0', data: { Roles: records } })

    const reports = await Promise.all([
      here.upload('/settings/import_config', fileOf(roles(0, 3_000))),
      there.upload('/settings/import_config', fileOf(roles(2_000, 5_000))),
    ])

    const names: string[] = (await here.get('/roles')).body.map(({ name }: { name: string }) => name)
    const summaries = reports.map(({ body }) => body.summary)
    expect(reports.map(({ status }) => status)).to.deep.equal([200, 200])
    expect(names.filter((name) => name.startsWith('fitter-'))).to.have.length(5_000)
    expect(summaries).to.have.deep.members([
      { imported: 3_000, skipped: 0, errors: 0 },
      { imported: 2_000, skipped: 1_000, errors: 0 },
    ])
  })

  // Step 1: all replicas sign with the old key and also accept the new one. Step 2: they sign with the new key and also
  // accept the old one. Step 3, when tokens of the old key are no longer used: they accept only the new key. In each
  // step the replicas are restarted one after another, and each accepts the tokens of all others. Without step 1,
  // replicas with the new key would issue tokens that those with the old settings refuse.
  it('rotate their signing key one after another, without refusing a valid token', async () => {
    const issue = async (service: Service) => tokenFrom(await asSudo(service))
    const accepted = async (token: string, ...by: Service[]) =>
      Promise.all(by.map(async (service) => (await statusWith(token, service)) === 200))

    const accepting = await start({ PLINTH_SECRET_KEY_PREVIOUS: NEW_KEY })
    const [first, second] = [await issue(one), await issue(accepting)]
    const signing = await start({ PLINTH_SECRET_KEY: NEW_KEY, PLINTH_SECRET_KEY_PREVIOUS: SECRET_KEY })
    const forgetting = await start({ PLINTH_SECRET_KEY: NEW_KEY })
    const [newer, last] = [await issue(signing), await issue(forgetting)]

    // During each step, replicas before and after it run concurrently
    expect(await accepted(first, one, accepting, signing)).to.deep.equal([true, true, true])
    expect(await accepted(second, one, accepting, signing)).to.deep.equal([true, true, true])
    expect(await accepted(newer, accepting, signing, forgetting)).to.deep.equal([true, true, true])
    expect(await accepted(last, signing, forgetting)).to.deep.equal([true, true])
    expect(await accepted(newer, one), 'a token that would be refused without step 1').to.deep.equal([false])
    for (const token of [first, second]) expect(await statusWith(token, forgetting)).to.equal(401)
  })

  it('do not start with weak signing keys, and do not print them', async () => {
    const file = join(database.dataDir, 'weak-key')
    await writeFile(file, 'hunter2\n')
    const { PLINTH_SECRET_KEY: _, ...without } = variables

    const weak = { PLINTH_SECRET_KEY_FILE: file, PLINTH_SECRET_KEY_PREVIOUS_FILE: file }
    const result = await run(['serve'], { ...without, ...weak })

    expect(result).to.include({ code: 3, stdout: '' })
    expect(linesOf(result.stderr)).to.have.length(2)
    for (const name of ['PLINTH_SECRET_KEY', 'PLINTH_SECRET_KEY_PREVIOUS'])
      expect(result.stderr).to.include(`${name} must have at least 32 bytes`)
    expect(result.stderr).not.to.include('hunter2')
  })

  it('exit with 0, and print no secret except the announced password', async () => {
    const endings = await Promise.all(services.map((service) => service.end('SIGTERM')))

    const output = services.map(({ stdout, stderr }) => stdout + stderr).join('\n')
    expect(endings).to.deep.equal(services.map(() => ({ code: 0, signal: null })))
    expect(linesOf(services.map(({ stderr }) => stderr).join(''))).to.have.length(ANNOUNCEMENT_LINES)
    expect(output.split(sudoPassword)).to.have.length(2)
    expect(secrets.size, 'the secrets searched for').to.be.greaterThan(50)
    for (const secret of secrets) expect(output.includes(secret), 'a secret was printed').to.equal(false)
  })
})

/** Returns the password, which only the replica that started first must have announced. */
function announcedPassword(services: readonly Service[]): string {
  const passwords = services.flatMap(({ stderr }) => stderr.match(/password (\S+)/)?.slice(1) ?? [])
  if (passwords.length !== 1 || passwords[0] === undefined)
    throw new Error(`${passwords.length} passwords were announced`)
  return passwords[0]
}

const thisMinute = () => Math.floor(Date.now() / 60_000)

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `198.51.${100 + (addresses >> 8)}.${addresses & 255}`
}
