import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPlinth, type PlinthOptions } from '@plinth/service'
import { TEST_PASSWORD, TestClient, testDatabases } from '@plinth/testing'

/** A Plinth that waits to be embedded, on a database that is thrown away. */
export async function embeddedPlinth(options: PlinthOptions = {}) {
  const [database] = testDatabases as [(typeof testDatabases)[number]]
  const own = await database.create()
  const secretKey = 'a key for tests only, of 32 bytes or more'
  const settings = { databaseUrl: own.url, dataDir: own.dataDir, bcryptCost: 4, secretKey }
  const plinth = createPlinth({ ...settings, sudoPassword: TEST_PASSWORD, ...options })
  const clear = async () => {
    await plinth.stop()
    await own.drop()
  }
  return { plinth, clear }
}

/** A client of a server that is about to listen. */
export async function clientOf(server: Server): Promise<TestClient> {
  if (!server.listening) await once(server, 'listening')
  return new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
