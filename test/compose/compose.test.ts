import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestClient, until } from '@plinth/testing'
import { expect } from 'chai'
import { KeepAliveClient, type SentRequest } from './support/keep-alive-client.js'
import { CLIENTS, type Ledger, Load } from './support/load.js'
import { Stack } from './support/stack.js'

const PASSWORD = 'battery staple 7'
const REPLICAS = ['plinth-1', 'plinth-2']
/** How often each replica is restarted, and killed. */
const ROUNDS = 2
/** A file that is larger than nginx accepts by default. */
const LARGE_FILE = `{"version": "1.0", "data": {"Roles": [${Array(160).fill(`{"name": "fitter", ${' '.repeat(2 ** 16)} "level": 50}`)}]}}`
const MAKERS = Array.from({ length: 20_000 }, (_, index) => ({
  name: `maker ${index} ${'of pumps and valves '.repeat(5)}`,
}))

describe('docker/compose.postgres.yaml, run without Docker', function () {
  this.timeout(240_000)
  let stack: Stack
  let sudoKey: string
  let sudo: TestClient
  before(async () => {
    stack = await Stack.up()
    const login = { username: 'sudo', password: await stack.secret('sudo_password') }
    sudoKey = (await stack.client.post('/users/login', login)).body.apiKey
    sudo = stack.client.withKey(sudoKey)
  })
  after(() => stack.down())

  const urlOf = (name: string) => `http://${stack.network.addressOf(name)}:8050/api`
  const lines = () => stack.processes.flatMap(({ logLines }) => logLines).map((line) => JSON.parse(line))

  it('starts PostgreSQL, then two replicas at once, then the proxy, each when the one before is healthy', () => {
    const [first, second, ...others] = stack.events

    expect([first, second]).to.deep.equal(['postgres starts', 'postgres is healthy'])
    expect(others.slice(0, 2)).to.have.members(['plinth-1 starts', 'plinth-2 starts'])
    expect(others.slice(2, 4)).to.have.members(['plinth-1 is healthy', 'plinth-2 is healthy'])
    expect(others.slice(4)).to.deep.equal(['proxy starts', 'proxy is healthy'])
  })

  it('creates one sudo user with the password from the secret file, and prints no password', async () => {
    const users = await sudo.get('/users/')

    expect(users.body.map(({ username }: { username: string }) => username)).to.deep.equal(['sudo'])
    for (const service of stack.processes) expect(service.stderr).to.equal('')
  })

  it('distributes requests to both replicas', async () => {
    const respondingPids = () =>
      new Set(
        lines()
          .filter(({ route }) => route === '/roles')
          .map(({ pid }) => pid),
      )

    await until(async () => (await sudo.get('/roles')).status === 200 && respondingPids().size === REPLICAS.length)

    expect([...respondingPids()]).to.have.members(stack.processes.map(({ pid }) => pid))
  })

  it('logs the real addresses of clients, even if they send forged headers', async () => {
    const ask = async (to: string, index: number, sent: SentRequest) => {
      const client = new KeepAliveClient(urlOf(to), stack.network.clientAddress(index))
      const { headers } = await client.send('GET', '/roles', { key: sudoKey, ...sent })
      client.close()
      const isAbout = ({ request_id: id }: { request_id?: string }) => id === headers['x-request-id']
      await until(() => lines().some(isAbout))
      return lines().find(isAbout).address
    }
    const forged = { headers: { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' } }

    expect(await ask('proxy', 40, {})).to.equal(stack.network.clientAddress(40))
    expect(await ask('proxy', 41, forged)).to.equal(stack.network.clientAddress(41))
    expect(await ask('plinth-1', 42, forged), 'bypassing the proxy').to.equal(stack.network.clientAddress(42))
  })

  it('accepts a large import', async () => {
    const report = await sudo.upload('/settings/import_config', LARGE_FILE)

    expect([report.status, report.body.summary]).to.deep.equal([200, { imported: 1, skipped: 159, errors: 0 }])
  })

  it('refuses an import without a key before its file has arrived', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '1000000' }
    const call = request(`${urlOf('proxy')}/settings/import_config`, { method: 'POST', headers, agent: false })
    call.on('error', () => {}) // the connection is closed before all is sent
    call.flushHeaders()

    const [response] = (await once(call, 'response')) as [IncomingMessage]
    call.destroy()

    expect(response.statusCode).to.equal(401)
  })

  it('streams an export completely, without buffering it in the proxy', async () => {
    await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data: { Manufacturer: MAKERS } }))
    const exported = () => lines().filter(({ route }) => route === '/settings/export_config')

    const call = request(`${urlOf('proxy')}/settings/export_config`, {
      headers: { 'X-API-KEY': sudoKey },
      agent: false,
    })
    const [response] = (await once(call.end(), 'response')) as [IncomingMessage]
    const before = exported() // the access lines before the body has arrived
    const body = JSON.parse(await text(response))

    await until(() => exported().length > 0)
    expect(response.headers).to.include({ 'transfer-encoding': 'chunked' }).and.not.have.property('content-length')
    expect(body.data.Manufacturer).to.have.length(MAKERS.length)
    expect(before, 'the export ended before its first byte arrived').to.deep.equal([])
    expect(exported().map(({ status }) => status)).to.deep.equal([200])
  })

  it('loses no request while the replicas are restarted one after the other (F14)', async () => {
    const load = new Load({ url: urlOf('proxy'), network: stack.network, sudoKey, password: PASSWORD })
    const before = await tokens()
    const progress: number[] = []

    await load.begin('steady')
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of REPLICAS) {
        const { succeeded } = load.ledger
        expect(await stack.restart(name)).to.deep.equal({ code: 0, signal: null })
        progress.push(load.ledger.succeeded - succeeded)
      }
    }
    const ledger = await load.end()

    console.log(
      `      ${ledger.succeeded} requests succeeded, ${ledger.failures.length} failed; while a replica was down: ${progress}`,
    )
    expect(ledger.failures, stack.proxyErrors.join('\n')).to.deep.equal([])
    expect(Math.min(...progress)).to.be.greaterThan(CLIENTS)
    expect((await tokens()).size - before.size, 'each token was created once').to.equal(ledger.tokens.size)
    expect([...(await tokens())]).to.include.members([...ledger.tokens])
    expect(await usersLike('steady')).to.have.members([...ledger.users])
    await expectPasswords(ledger)
  })

  // When a replica dies, nginx repeats a GET or PUT on the other one. A POST may have been committed, so nginx does not
  // repeat it, and its client gets 503: at most once for each client and kill.
  it('loses only changes under way when a replica is killed, and executes none of them twice', async () => {
    const load = new Load({ url: urlOf('proxy'), network: stack.network, sudoKey, password: PASSWORD })
    const before = await tokens()

    await load.begin('rough')
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of REPLICAS) {
        const { succeeded } = load.ledger
        await until(() => load.ledger.succeeded > succeeded + CLIENTS) // both are at work again
        stack.kill(name)
        await stack.startReplica(name)
      }
    }
    const ledger = await load.end()

    const lost = (call: string) => ledger.failures.filter((failure) => failure.call === call).length
    console.log(`      ${ledger.succeeded} requests succeeded, ${ledger.failures.length} failed`)
    for (const { call, response } of ledger.failures) {
      expect(call).to.match(/^POST /)
      expect(response).to.equal('503 NOT_RUNNING')
    }
    expect(ledger.failures.length).to.be.at.most(CLIENTS * ROUNDS * REPLICAS.length)
    const made = (await tokens()).size - before.size
    expect(made).to.be.within(ledger.tokens.size, ledger.tokens.size + lost('POST /users/create_tpt'))
    expect([...(await tokens())]).to.include.members([...ledger.tokens])
    const users = await usersLike('rough')
    expect(users).to.include.members([...ledger.users])
    expect(users.length).to.be.at.most(ledger.users.size + lost('POST /users/signup'))
    await expectPasswords(ledger)
  })

  it('stays within its limits of memory and processes', async () => {
    for (const name of REPLICAS) {
      const { pids_limit: maxThreads = 0, deploy } = stack.file.services[name] ?? expect.fail(name)
      const status = await readFile(`/proc/${stack.replicas.get(name)?.pid}/status`, 'utf8')

      expect(numberIn(status, /VmHWM:\s+(\d+) kB/) / 1024).to.be.within(
        1,
        Number.parseInt(deploy.resources.limits.memory, 10),
      )
      expect(numberIn(status, /Threads:\s+(\d+)/)).to.be.within(1, maxThreads)
    }
  })

  it('has logged no secret', async () => {
    const output = [...stack.processes.map(({ stdout, stderr }) => stdout + stderr), stack.proxyOutput].join('\n')

    const secrets = await stack.secrets()
    expect([...secrets.keys()]).to.include.members(Object.keys(stack.file.secrets))
    for (const [name, secret] of secrets) expect(output.includes(secret), name).to.equal(false)
    for (const secret of [sudoKey, PASSWORD]) expect(output.includes(secret)).to.equal(false)
  })

  async function tokens(): Promise<ReadonlySet<string>> {
    return new Set((await sudo.get('/tpt')).body.map(({ id }: { id: string }) => id))
  }

  async function usersLike(prefix: string): Promise<string[]> {
    const users: { username: string }[] = (await sudo.get('/users/')).body
    return users.map(({ username }) => username).filter((username) => username.startsWith(prefix))
  }

  /** Checks that users who changed their passwords can log in with the last one. */
  async function expectPasswords({ passwords }: Ledger): Promise<void> {
    const changed = [...passwords].filter(([, password]) => password !== PASSWORD)
    expect(changed).not.to.deep.equal([])
    for (const [username, password] of changed) {
      const { status } = await stack.client.post('/users/login', { username, password })
      expect(status, username).to.equal(200)
    }
  }
})

function numberIn(status: string, pattern: RegExp): number {
  return Number(status.match(pattern)?.[1])
}
