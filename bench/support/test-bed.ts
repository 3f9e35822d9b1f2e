import { hash } from 'bcrypt'
import { populate } from './population.js'
import type { Sandbox } from './sandbox.js'
import { PASSWORD, Service, type ServiceOptions } from './service.js'

/** A database with users, and the service on it. */
export interface TestBed {
  readonly service: Service
  readonly databaseUrl: string
  readonly folder: string
}

export interface TestBedOptions extends ServiceOptions {
  readonly userCount: number
  /** Cost of the users' password hashes. */
  readonly bcryptCost?: number
  /** Inserts further data before the service starts. */
  readonly fill?: (databaseUrl: string) => Promise<void>
}

/** Starts the service on a database with users who are logged in, and removes both after `use`. */
export function withTestBed<T>(
  sandbox: Sandbox,
  kind: string,
  { userCount, bcryptCost = 4, fill, ...options }: TestBedOptions,
  use: (testBed: TestBed) => Promise<T>,
): Promise<T> {
  return sandbox.withDatabase(kind, async ({ url, folder }) => {
    const start = () => Service.start(url, folder, sandbox.signal, options)
    await (await start()).stop() // creates the roles
    await populate(url, userCount, await hash(PASSWORD, bcryptCost))
    await fill?.(url)
    const service = await start()
    try {
      return await use({ service, databaseUrl: url, folder })
    } finally {
      await service.stop()
    }
  })
}
