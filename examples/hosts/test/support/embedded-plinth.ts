import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPlinth, type PlinthOptions } from '@plinth/service'
import { TEST_PASSWORD, TestClient, testDatabases } from '@plinth/testing'

/** Creates a Plinth instance on a temporary database, and a function that stops it and drops the database. */
export async function embeddedPlinth(options: PlinthOptions = {}) {
  const [database] = testDatabases as [(typeof testDatabases)[number]]
  const tempDatabase = await database.create()
  const secretKey = 'a key for tests only, of 32 bytes or more'
  const settings = { databaseUrl: tempDatabase.url, dataDir: tempDatabase.dataDir, bcryptCost: 4, secretKey }
  const plinth = createPlinth({ ...settings, sudoPassword: TEST_PASSWORD, ...options })
  const clear = async () => {
    await plinth.stop()
    await tempDatabase.drop()
  }
  return { plinth, clear }
}

/** Returns a client of a server, once the server listens. */
export async function clientOf(server: Server): Promise<TestClient> {
  if (!server.listening) await once(server, 'listening')
  return new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
