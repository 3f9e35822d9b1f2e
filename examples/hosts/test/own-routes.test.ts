import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN, ANONYMOUS, COMMAND, createPlinth, type Plinth } from '@plinth/service'
import { expect } from 'chai'

describe('the machines', () => {
  // A database in memory, and a bcrypt cost and a rate limit that do not slow the tests down
  const plinth = createPlinth({
    databaseUrl: 'sqlite::memory:',
    sudoPassword: 'sudo-has-a-fox',
    bcryptCost: 4,
    rateLimit: 100_000,
  })
  let server: Server
  before(async () => {
    await plinth.start()
    server = createServer(applicationOf(plinth)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await plinth.stop()
  })

  /** Creates a user, logs in, and returns the key. */
  async function keyOf(roleName: string): Promise<string> {
    const { userService, loginService } = plinth.services
    const [username, password] = [`the-${roleName}`, 'a-cat-and-a-dog']
    await userService.signUp(COMMAND, { username, email: `${username}@plant.test`, password, roleName })
    const origin = { principal: ANONYMOUS, address: '192.0.2.7', requestId: 'test' }
    return (await loginService.login(origin, { by: 'username', value: username }, password)).key ?? ''
  }

  it('are shown to admins only', async () => {
    const keys = [await keyOf('admin'), await keyOf('operator')]

    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/machines`
    const responses = await Promise.all(keys.map((key) => fetch(url, { headers: { 'x-api-key': key } })))

    expect(responses.map(({ status }) => status)).to.deep.equal([200, 403])
  })
})

/** The application under test. */
function applicationOf(plinth: Plinth): RequestListener {
  const adminsOnly = plinth.requireLevel(ADMIN)
  return (request, response) => adminsOnly(request, response, () => response.end('press, oven'))
}
