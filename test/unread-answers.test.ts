import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { forEachDatabase, type SignedIn, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from './support/app.js'

/** So many that a list of them is larger than what the system takes from Node for a client who reads nothing. */
const USERS = 40_000
const CONNECTIONS = 20
/** Before a client who takes nothing is cut off in any case. */
const PATIENCE_MS = 14_000

describe('answers that nobody takes', function () {
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
      const before = traffic.arrived
      const sockets = Array.from({ length: CONNECTIONS }, () => askAndWait(app, sudo.key))
      await until(() => traffic.arrived === before + CONNECTIONS && traffic.underWay < CONNECTIONS / 2, PATIENCE_MS)

      const { status, body } = await sudo.get('/users/')

      for (const socket of sockets) socket.destroy()
      expect([status, body.length]).to.deep.equal([200, USERS + 1])
    })
  })
})

/** Asks for all users, and reads nothing of the answer. */
function askAndWait(app: App, key: string): Socket {
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // it is cut off
  void once(socket, 'connect').then(() => {
    socket.pause()
    socket.write(`GET /api/users/ HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${key}\r\n\r\n`)
  })
  return socket
}

const userRow = (username: string, roleId: number) => ({
  identifier: username,
  username,
  username_key: username,
  email: `${username}@plant.test`,
  email_key: `${username}@plant.test`,
  name: 'A name of some length',
  lastname: 'And another one beside it',
  role_id: roleId,
})
