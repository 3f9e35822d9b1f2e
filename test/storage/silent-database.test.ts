import type { IncomingMessage } from 'node:http'
import { PlinthError } from '@plinth/kernel'
import { type SignedIn, TEST_PASSWORD, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { FaultyProxy } from '../support/faulty-proxy.js'

describe('a PostgreSQL server that does not respond', () => {
  let tempDatabase: TempDatabase
  let proxy: FaultyProxy
  let app: App
  let sudo: SignedIn
  before(async function () {
    this.timeout(60_000)
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    tempDatabase = await postgres.create()
    proxy = new FaultyProxy(new URL(tempDatabase.url))
    const url = new URL(tempDatabase.url)
    url.port = String(await proxy.open())
    app = await startApp({ database: postgres, on: { ...tempDatabase, url: url.href } })
    sudo = await app.signIn('sudo')
  })
  after(async () => {
    await app.stop()
    proxy.close()
    await tempDatabase.drop()
  })

  it('makes requests fail with 503, and export_config with 400, until it responds again', async () => {
    proxy.fallSilent()

    const request = { headers: { 'x-api-key': sudo.key } } as unknown as IncomingMessage
    const [ready, list, login, exported, canonical, refusal] = await Promise.all([
      app.get('/health/ready'),
      sudo.get('/users/'),
      app.post('/users/login', { username: 'sudo', password: TEST_PASSWORD }),
      sudo.get('/settings/export_config'),
      sudo.get('/settings/canonical_config'),
      app.kernel.authenticate(request, 'optional').catch((error: unknown) => error),
    ])

    expect([ready.status, ready.body]).to.deep.equal([503, { ready: false }])
    expect([list.status, list.body.code, login.status]).to.deep.equal([503, 'DATABASE_UNAVAILABLE', 503])
    expect(list.headers['retry-after']).to.equal('2')
    expect(refusal).to.be.instanceOf(PlinthError).and.to.include({ status: 503, code: 'DATABASE_UNAVAILABLE' })
    // The contract of the interface requires 400 here
    expect([exported.status, exported.body.message]).to.deep.equal([400, 'Database not connected'])
    expect([canonical.status, canonical.body.code]).to.deep.equal([503, 'DATABASE_UNAVAILABLE'])
    const lines = app.logLines.map((line) => JSON.parse(line))
    const cause = lines.find(({ code, request_id }) => code && request_id === exported.body.request_id)
    expect(cause).to.deep.include({ level: 40, code: 'DATABASE_NOT_CONNECTED', msg: 'request rejected' })
    expect(cause.err).to.include({ name: 'DatabaseUnavailable', code: 'NO_RESPONSE' })
    proxy.recover()
    await until(async () => (await sudo.get('/users/')).status === 200)
  }).timeout(60_000)
})
