import type { Server } from 'node:http'
import { ADMIN } from '@plinth/kernel'
import { TEST_PASSWORD, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import express from 'express'
import { clientOf, embeddedPlinth } from './support/embedded-plinth.js'

type Embedded = Awaited<ReturnType<typeof embeddedPlinth>>

describe('Express 5 around Plinth', () => {
  let embedded: Embedded
  let server: Server
  let client: TestClient
  before(async () => {
    embedded = await embeddedPlinth()
    server = applicationWith(embedded.plinth).listen(0, '127.0.0.1')
    client = await clientOf(server)
  })
  after(async () => {
    server.close()
    await embedded.clear()
    server.closeAllConnections()
  })

  it('has an unchanged request and response before Plinth starts, while it runs and after it stops', async () => {
    const { plinth } = embedded

    const before = await ownResponses(client)
    await plinth.start()
    const login = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const during = await ownResponses(client)
    await plinth.stop()
    const after = await ownResponses(client)
    await plinth.start()

    expect(login.status).to.equal(200)
    expect(before).to.deep.equal(EXPECTED)
    expect(during).to.deep.equal(EXPECTED)
    expect(after).to.deep.equal(EXPECTED)
  })

  it('may parse JSON bodies before Plinth, which uses the parsed bodies and reads all others', async () => {
    const login = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const sudo = client.withKey(login.body.apiKey)

    const [upload, broken] = await Promise.all([
      sudo.upload('/api/settings/import_config', '{"data":{}}'),
      sudo.send('POST', '/api/users/login', { body: '{"username"', headers: { 'Content-Type': 'application/json' } }),
    ])

    expect([login.status, upload.status]).to.deep.equal([200, 200])
    expect(broken.status, 'Express refuses the body').to.equal(400)
  })

  it('gets the principal from the guard, which refuses other callers', async () => {
    const login = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const sudo = client.withKey(login.body.apiKey)
    const { token } = (await sudo.post('/api/users/create_tpt', { role_name: 'admin' })).body

    const responses = await Promise.all([
      client.get('/admins'),
      sudo.get('/admins'),
      client.withKey(token).get('/admins'),
      client.withKey(token).get('/users-only'),
      client.get('/unguarded'),
    ])

    expect(responses.map(({ status, body }) => [status, body.code ?? body])).to.deep.equal([
      [401, 'TOKEN_INVALID'],
      [200, 'user sudo'],
      [200, 'third-party admin'],
      [403, 'ROLE_INSUFFICIENT'],
      [500, 'This request has not passed requireLevel(). Call requireLevel() before the handler of its route.'],
    ])
  })

  it('may mount Plinth at the base path, and read bodies without parsing them', async () => {
    const app = express()
    app.use(express.raw({ type: () => true }))
    app.use('/api', embedded.plinth.handler)
    app.use((request, response) => void response.status(404).send(request.url))
    const mounted = app.listen(0, '127.0.0.1')
    const own = await clientOf(mounted)

    const login = await own.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const elsewhere = await own.get('/apis')

    mounted.close()
    expect(login.status).to.equal(200)
    expect([elsewhere.status, elsewhere.text]).to.deep.equal([404, '/apis'])
  })

  it('gets 503 from guards and authenticate while Plinth does not run', async () => {
    const { plinth, clear } = await embeddedPlinth()
    const app = applicationWith(plinth).listen(0, '127.0.0.1')
    const own = await clientOf(app)

    const responses = [await own.get('/admins'), await own.get('/whoami')]

    app.close()
    await clear()
    expect(responses.map(({ status, body }) => [status, body.code])).to.deep.equal([
      [503, 'NOT_RUNNING'],
      [503, 'NOT_RUNNING'],
    ])
    expect(responses.map(({ headers }) => headers['retry-after'])).to.deep.equal(['1', '1'])
  })
})

/** Responses of Express through methods that restify would replace on every request and response. */
const EXPECTED = [
  [200, { query: { a: '1', b: ['2', '3'] }, path: '/own', type: 'text/x', isJson: false }],
  [201, 'sent'],
  [202, { json: true }],
  [302, '/own'],
]

async function ownResponses(client: TestClient): Promise<unknown[]> {
  const responses = [
    await client.get('/own?a=1&b=2&b=3', { headers: { Accept: 'text/x' } }),
    await client.get('/send'),
    await client.get('/json'),
    await client.get('/redirect'),
  ]
  return responses.map(({ status, body, headers }) => [status, headers.location ?? body])
}

function applicationWith(plinth: Embedded['plinth']) {
  const app = express()
  app.use(express.json())
  app.use(plinth.handler)
  app.get('/own', (request, response) => {
    const { query, path } = request
    response.json({ query, path, type: request.get('accept'), isJson: Boolean(request.is('json')) })
  })
  app.get('/send', (_, response) => void response.status(201).send('sent'))
  app.get('/json', (_, response) => void response.status(202).json({ json: true }))
  app.get('/redirect', (_, response) => response.redirect('/own'))
  app.get('/admins', plinth.requireLevel(ADMIN), (request, response) => {
    const caller = plinth.principalOf(request)
    response.send(`${caller.kind} ${caller.kind === 'user' ? caller.username : caller.role.name}`)
  })
  app.get('/users-only', plinth.requireLevel(ADMIN, { user: true }), (_, response) => void response.send('a user'))
  app.get('/unguarded', (request, response) => void response.send(plinth.principalOf(request)))
  app.get('/whoami', async (request, response) => void response.send(await plinth.authenticate(request, 'optional')))
  app.use(((error, _request, response, _next) => {
    if (error.code) response.status(error.status).set(error.headers).json(error)
    else response.status(error.status ?? 500).send(error.message)
  }) satisfies express.ErrorRequestHandler)
  return app
}
