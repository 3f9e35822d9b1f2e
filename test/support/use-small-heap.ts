import { TEST_PASSWORD, type TempDatabase, type TestClient, type TestDatabase } from '@plinth/testing'
import { type Service, serve, variablesFor } from './service-process.js'

/** A service whose heap is small. */
export interface SmallHeap {
  readonly tempDatabase: TempDatabase
  readonly service: Service
  readonly sudo: TestClient
}

/** Starts a service with a heap of this size before the tests of a suite, and calls `use` with it. */
export function useSmallHeap(database: TestDatabase, megabytes: number, use: (opened: SmallHeap) => void): void {
  let tempDatabase: TempDatabase
  let service: Service
  before(async () => {
    tempDatabase = await database.create()
    service = await serve({
      ...variablesFor(tempDatabase),
      PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
      NODE_OPTIONS: `--max-old-space-size=${megabytes}`,
    })
    const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
    use({ tempDatabase, service, sudo: service.client.withKey(body.apiKey) })
  })
  after(async () => {
    service?.kill()
    await tempDatabase?.drop()
  })
}
