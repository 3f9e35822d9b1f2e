import middie from '@fastify/middie'
import { ADMIN } from '@plinth/kernel'
import { TEST_PASSWORD, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import Fastify, { type FastifyInstance } from 'fastify'
import { clientOf, embeddedPlinth } from './support/embedded-plinth.js'

describe('Fastify 5 around Plinth', () => {
  let embedded: Awaited<ReturnType<typeof embeddedPlinth>>
  let app: FastifyInstance
  let client: TestClient
  before(async () => {
    embedded = await embeddedPlinth()
    const { plinth } = embedded
    await plinth.start()
    app = Fastify({ forceCloseConnections: true })
    await app.register(middie)
    app.use(plinth.handler)
    app.use('/guarded', plinth.requireLevel(ADMIN))
    app.get('/guarded/:name', async ({ raw, params }) => ({ params, by: plinth.principalOf(raw) }))
    app.post('/echo', async ({ id, query, body }, reply) => reply.code(201).send({ id, query, body }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    client = await clientOf(app.server)
  })
  after(async () => {
    await app.close()
    await embedded.clear()
  })

  it('serves the REST API with uploads, and parses the bodies of its own routes', async () => {
    const login = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const sudo = client.withKey(login.body.apiKey)

    const upload = await sudo.upload('/api/settings/import_config', '{"data":{}}')
    const echo = await client.post('/echo?a=1', { b: 2 })

    expect([login.status, upload.status]).to.deep.equal([200, 200])
    expect(echo.body).to.deep.include({ query: { a: '1' }, body: { b: 2 } })
    expect(echo.body.id).to.match(/^req-/)
  })

  it('responds to an error of authenticate with its code and headers', async () => {
    const { plinth, clear } = await embeddedPlinth()
    const host = Fastify()
    host.get('/whoami', async ({ raw }) => plinth.authenticate(raw, 'user'))

    const { statusCode, headers, body } = await host.inject('/whoami') // Plinth is not running

    await host.close()
    await clear()
    expect([statusCode, headers['retry-after']]).to.deep.equal([503, '1'])
    expect(JSON.parse(body)).to.include({ code: 'NOT_RUNNING' })
  })

  it('guards only the path at which the guard is mounted, and gives its handler the principal', async () => {
    const login = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })

    const [refused, accepted, unguarded] = await Promise.all([
      client.get('/guarded/press'),
      client.withKey(login.body.apiKey).get('/guarded/press'),
      client.post('/echo', {}),
    ])

    expect([refused.status, refused.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
    expect(accepted.body).to.deep.include({ params: { name: 'press' } })
    expect(accepted.body.by).to.include({ kind: 'user', username: 'sudo' })
    expect(unguarded.status).to.equal(201)
  })
})
