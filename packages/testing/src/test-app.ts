import type { Clock, Kernel, KernelOptions, SettingValues } from '@plinth/kernel'
import { DatabaseNotOpened, openForReading, refuseNestedWrites } from '@plinth/kernel/composition'
import { contractOf } from './contract.js'
import { KnownSecrets } from './known-secrets.js'
import { TestClient, type TestResponse } from './test-client.js'
import type { TempDatabase, TestDatabase } from './test-databases.js'

/** Options of `startTestApp`. */
export interface TestAppOptions<Services> {
  readonly database: TestDatabase
  /** Creates the kernel with all its plugins. */
  readonly kernel: (options: KernelOptions) => Kernel<Services>
  /** Settings in addition to the defaults that make tests fast. */
  readonly settings?: SettingValues
  readonly clock?: Clock
  /**
   * Handling of unexpected errors: `'thrown'` (default) throws them in the test that made the request; `'answered'`
   * returns the response with status 500 that a client sees.
   */
  readonly faults?: 'thrown' | 'answered'
  /** Another app's database, for a second kernel at the same time or later. */
  readonly on?: TempDatabase
}

/** A client with a user's key. */
export type SignedIn = TestClient & { readonly key: string }

/** A kernel that listens on its own port. */
export interface TestApp<Services>
  extends Pick<TestClient, 'get' | 'post' | 'put' | 'patch' | 'delete' | 'send' | 'upload' | 'withKey'> {
  readonly kernel: Kernel<Services>
  readonly services: Services
  readonly database: TempDatabase
  /** The URL of the base path. */
  readonly url: string
  /** Every line of the log so far. */
  readonly logLines: readonly string[]
  /** Messages announced to the operator. */
  readonly announcements: readonly string[]
  /** Logs in as a user with a role, who is created if necessary. */
  signIn(role: string, username?: string): Promise<SignedIn>
  /** Logs in and returns the response, whatever its status. */
  logIn(username: string, password: string): Promise<TestResponse>
  /**
   * Stops the kernel, throws if a secret is in its log or audit trail, and drops the database unless it is another
   * app's.
   */
  stop(): Promise<void>
  /** Stops the kernel, throws if a secret is in its log or audit trail, and keeps the database. */
  stopAndKeepDatabase(): Promise<void>
}

/** The password of every user that `signIn` creates, and of the first user, `sudo`. */
export const TEST_PASSWORD = 'correct horse 9'
const SETTINGS = {
  port: 0,
  bcryptCost: 4,
  sudoPassword: TEST_PASSWORD,
  rateLimit: 100_000,
  secretKey: 'a key for tests only, of 32 bytes or more',
}

const AUDIT_TABLE = 'plinth_audit_events'
/** Number of the newest events that are searched for secrets. */
const MAX_EVENTS = 1_000

/**
 * Starts a kernel on a fresh database. Throws a `TypeError` without `database` and `on`. From then on, a write that is
 * begun inside another one fails at once: in production it would wait for the outer one, at least under load.
 */
export async function startTestApp<Services>(options: TestAppOptions<Services>): Promise<TestApp<Services>> {
  if (!options.database && !options.on)
    throw new TypeError('startTestApp() needs a database: pass that of forEachDatabase(), or one of testDatabases.')
  refuseNestedWrites()
  const database = options.on ?? (await options.database.create())
  const logLines: string[] = []
  const announcements: string[] = []
  const faults = new Map<string, unknown>()
  const kernel = options.kernel({
    settings: (names) => ({ ...pick(SETTINGS, names), ...locationOf(database), ...options.settings }),
    writeLog: (line) => logLines.push(line),
    announce: (text) => announcements.push(text),
    ...(options.faults !== 'answered' && { reportFault: (error, { requestId }) => faults.set(requestId, error) }),
    ...(options.clock && { clock: options.clock }),
  })
  const { port } = await kernel.listen().catch(async (error) => {
    if (!options.on) await database.drop()
    throw error
  })
  const url = `http://127.0.0.1:${port}/api`
  const secrets = new KnownSecrets()
  for (const secret of [TEST_PASSWORD, SETTINGS.secretKey]) secrets.add(secret)
  const client = new TestClient(url, {
    contract: contractOf(
      kernel.openapi,
      kernel.routes.filter(({ hidden }) => hidden),
    ),
    faults,
    check: (call, path, response) => secrets.addShownIn(call, path, response),
  })
  const passwords = new KnownSecrets()

  const logIn = async (username: string, password: string) => {
    passwords.add(password)
    return client.post('/users/login', { username, password })
  }
  let sudo: TestClient | undefined
  /** Creates a user with the key of sudo, who logs in again only if the session has ended. */
  const createAsSudo = async (role: string, username: string) => {
    if (sudo && (await createUser(sudo, role, username))) return
    sudo = await signIn('sudo')
    if (!(await createUser(sudo, role, username)))
      throw new Error(`cannot create ${username}: sudo has been logged out`)
  }
  const signIn = async (role: string, username = role): Promise<SignedIn> => {
    if (username !== 'sudo') await createAsSudo(role, username)
    const { apiKey } = (await logIn(username, TEST_PASSWORD)).body
    return client.withKey(apiKey) as SignedIn
  }
  const stopAndKeepDatabase = async () => {
    await kernel.stop()
    passwords.throwIfIn('the log', logLines)
    secrets.throwIfIn('the log', logLines)
    const trail = await auditTrailOf(database)
    passwords.throwIfIn('the audit trail', trail)
    secrets.throwIfIn('the audit trail', trail)
  }
  const { get, post, put, patch, delete: remove } = client
  const calls = {
    get,
    post,
    put,
    patch,
    delete: remove,
    send: client.send.bind(client),
    upload: client.upload.bind(client),
  }
  const stop = async () => {
    await stopAndKeepDatabase()
    if (!options.on) await database.drop()
  }
  const facts = { kernel, services: kernel.services, database, url, logLines, announcements }
  return { ...calls, ...facts, withKey: (key) => client.withKey(key), signIn, logIn, stop, stopAndKeepDatabase }
}

/** Returns the settings that the kernel's plugins declare. */
function pick(settings: SettingValues, names: ReadonlySet<string>): SettingValues {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name)))
}

const locationOf = ({ url, dataDir }: TempDatabase) => ({ databaseUrl: url, dataDir })

/** Creates a user if there is none. Returns false if the key of the client is no longer valid. */
async function createUser(sudo: TestClient, role: string, username: string): Promise<boolean> {
  const response = await sudo.post('/users/signup', {
    username,
    role_name: role,
    email: `${username}@plant.test`,
    password: TEST_PASSWORD,
  })
  if (![200, 401, 409].includes(response.status)) throw new Error(`cannot create ${username}: ${response.text}`)
  return response.status !== 401
}

/**
 * Returns the newest events of the audit trail as JSON: none if there is no trail, or if a test has left the database
 * unreachable.
 */
async function auditTrailOf({ url }: TempDatabase): Promise<string[]> {
  const database = await openForReading(url).catch((error) => {
    if (error instanceof DatabaseNotOpened) return undefined
    throw error
  })
  if (!database) return []
  try {
    return await database.read(async (knex) => {
      if (!(await knex.schema.hasTable(AUDIT_TABLE))) return []
      const events = await knex(AUDIT_TABLE).select('*').orderBy('id', 'desc').limit(MAX_EVENTS)
      return events.map((event) => JSON.stringify(event))
    })
  } finally {
    await database.close()
  }
}
