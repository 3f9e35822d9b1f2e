import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { forEachDatabase, type SignedIn, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** Enough for a list of them to exceed the system's buffers for a client that reads nothing. */
const USERS = 40_000
const CONNECTIONS = 20
/** Less than the time after which an idle client is cut off anyway. */
const TIMEOUT_MS = 14_000

describe('responses that are not read', function () {
  this.timeout(120_000)

  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
      await app.services.database.write(async (transaction) => {
        const { id } = await transaction('plinth_roles').where({ name: 'guest' }).first('id')
        const rows = Array.from({ length: USERS }, (_, number) => userRow(`guest-${number}`, id))
        await transaction.batchInsert('plinth_users', rows, 50)
      })
    })
    after(() => app.stop())

    it('are cut off, the oldest first, when they are too large together', async () => {
      const { traffic } = app.services
      const sockets: Socket[] = []
      while (sockets.length < CONNECTIONS) {
        sockets.push(requestList(app, sudo.key))
        await once(sockets.at(-1) as Socket, 'readable') // so that the next request does not share this list
      }
      await until(() => traffic.activeCount < CONNECTIONS / 2, TIMEOUT_MS)

      const { status, body } = await sudo.get('/users/')

      for (const socket of sockets) socket.destroy()
      expect([status, body.length]).to.deep.equal([200, USERS + 1])
    })

    it('are not cut off when all are identical, which are in memory once', async () => {
      const { traffic } = app.services
      const file = 'GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: plant.test\r\n\r\n'
      const slow = await startedList(app, sudo.key)
      const before = traffic.arrived
      const others = Array.from({ length: 40 }, () => connectAndSend(app, file.repeat(6)))
      await until(() => traffic.arrived >= before + others.length)
      await Promise.all(others.map((socket) => once(socket, 'readable')))

      const length = await restOf(slow)

      for (const socket of others) socket.destroy()
      expect(length).to.be.greaterThan(USERS * 100)
    })
  })
})

/** Requests a list of users. Resolves when its response has begun, which is not read further. */
async function startedList(app: App, key: string): Promise<Socket> {
  const socket = requestList(app, key)
  await once(socket, 'readable')
  return socket
}

/** Reads the rest of a response. Returns its length in bytes, or 0 if it was cut off. */
async function restOf(socket: Socket): Promise<number> {
  let length = 0
  let end = ''
  for await (const chunk of socket.setTimeout(TIMEOUT_MS, () => socket.destroy())) {
    length += chunk.length
    end = chunk.toString('latin1').slice(-2)
    if (end === '}]') break
  }
  return end === '}]' ? length : 0
}

/** Requests all users, and reads none of the response. */
function requestList(app: App, key: string): Socket {
  return connectAndSend(app, `GET /api/users/ HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${key}\r\n\r\n`)
}

/** Sends requests on a new connection, which reads no more than Node buffers. */
function connectAndSend(app: App, requests: string): Socket {
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server cuts it off
  socket.on('readable', () => {})
  void once(socket, 'connect').then(() => socket.write(requests))
  return socket
}

const userRow = (username: string, roleId: number) => ({
  identifier: username,
  username,
  username_key: username,
  email: `${username}@plant.test`,
  email_key: `${username}@plant.test`,
  name: 'A name of some length',
  lastname: 'And another one next to it',
  role_id: roleId,
})
