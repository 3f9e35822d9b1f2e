import type { AnyRoute } from '@plinth/kernel'
import { forEachDatabase, ManualClock, type TestResponse, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { DRIVER_ERRORS, type DriverError, DriverHook } from '../support/driver-hook.js'
import { ManualIntervals } from '../support/manual-intervals.js'
import { type PreparedRequest, preparedRequests } from '../support/prepared-requests.js'
import { prepareTask, taskNames } from '../support/prepared-tasks.js'

/** Number of consecutive checks without a new statement after which background work counts as finished. */
const QUIET_CHECKS = 3
/** More statements than any request or task executes. */
const MAX_STATEMENTS = 200
const ROUTES_WITHOUT_DATABASE = [
  ...['GET /', 'GET /health/live', 'GET /openapi.json', 'GET /docs', 'GET /docs/:file'],
  ...['GET /console', 'GET /console/assets/:name'],
]
/** The response of this route ends only when its key ends; log-tail.test.ts tests the route. */
const ENDLESS_ROUTE = 'GET /settings/log'
/** Routes that may have begun their response before a statement fails. */
const STREAMING_ROUTES: readonly string[] = [
  'GET /settings/export_config',
  'GET /settings/canonical_config',
  'GET /settings/snapshots/:snapshot',
  'GET /audit/export',
]

/** Requests and tasks that can be prepared once and repeated, because they change nothing that they use. */
const REPEATABLE = [
  /^GET /,
  /^POST \/settings\/(plans|comparisons|merges|snapshots\/:snapshot\/plan)(?!\/)/,
  /^config (plan|plan-snapshot|compare|merge|export)$/,
  /^audit verify$/,
]

describe('a database that fails a statement', () => {
  forEachDatabase((database) => {
    const hook = new DriverHook()
    const intervals = new ManualIntervals()
    let app: App
    before(async function () {
      this.timeout(60_000)
      intervals.install()
      app = await startApp({ database, faults: 'answered', settings: { sessionsPerUser: 1_000, maxPlans: 1_000 } })
      intervals.restore()
      hook.install()
    })
    after(async () => {
      hook.restore()
      await app.stop()
    })
    // Otherwise the plans and files would exceed their limits
    afterEach(() =>
      app.services.database.write(async (transaction) => {
        for (const table of ['plinth_plans', 'plinth_files']) await transaction(table).delete()
      }),
    )

    /** Repeats an action with its first, second, … statement refused, until no statement is left to refuse. */
    const refuseEach = async ({ make }: DriverError, action: (intervene: () => void) => Promise<void>) => {
      for (let refused = 1; refused < MAX_STATEMENTS; refused += 1) {
        await action(() => hook.watch((statement) => (statement === refused ? make() : undefined)))
        if (hook.statementCount < refused) return
      }
      throw new Error('the action executes too many statements')
    }

    /** Resolves when the background work executes no more statements. */
    const backgroundIsQuiet = async (of: App) => {
      let lastCount = -1
      let quietChecks = 0
      await until(() => {
        quietChecks = hook.statementCount === lastCount && inUse(of) === 0 ? quietChecks + 1 : 0
        lastCount = hook.statementCount
        return quietChecks === QUIET_CHECKS
      })
    }

    const sendAndRetry = async (request: Request, { name, error }: Attempt, intervene: () => void) => {
      intervene()
      const response = await request().catch((failure: Error) => failure)
      hook.stopIntervening()
      const isExport = name === 'GET /settings/export_config'
      const mayBeCutOff = STREAMING_ROUTES.includes(name)
      const allowed = [200, 503, ...(mayBeCutOff ? ['cut off'] : []), ...(isExport && !error.isConnected ? [400] : [])]
      expect(response instanceof Error ? 'cut off' : response.status, detailsOf(response)).to.be.oneOf(allowed)
      if (response instanceof Error || response.status !== 200) expect((await request()).status).to.equal(200)
      expect(app.logLines.filter((line) => line.includes('request failed'))).to.deep.equal([])
    }

    it('is tested with every route that uses the database', () => {
      const untested = app.kernel.routes.filter((route) => !preparedRequests.some((request) => isFor(request, route)))

      expect(untested.map(({ method, path }) => `${method} ${path}`)).to.have.members([
        ...ROUTES_WITHOUT_DATABASE,
        ENDLESS_ROUTE,
      ])
    })

    for (const error of DRIVER_ERRORS[database.name] ?? []) {
      for (const prepared of preparedRequests) {
        it(`with ${error.name} does not prevent a response and recovery: ${prepared.name}`, async function () {
          this.timeout(60_000)

          const prepare = onceIfRepeatable(prepared.name, () => prepared.prepare(app))
          await refuseEach(error, async (intervene) =>
            sendAndRetry(await prepare(), { name: prepared.name, error }, intervene),
          )

          await until(() => inUse(app) === 0)
        })
      }

      for (const name of taskNames(database.name)) {
        it(`with ${error.name} is reported by the CLI, which succeeds afterwards: plinth ${name}`, async function () {
          this.timeout(60_000)

          const prepare = onceIfRepeatable(name, () => prepareTask(app, name))
          await refuseEach(error, async (intervene) => {
            const task = await prepare()
            intervene()
            const failure: Error | undefined = await task().then(() => undefined, identity)
            hook.stopIntervening()
            if (failure) expect(['DatabaseUnavailable', 'PlinthError'], failure.stack).to.include(failure.name)
            if (failure) await task()
          })

          await until(() => inUse(app) === 0)
        })
      }

      it(`with ${error.name} only delays background work`, async () => {
        const own = new ManualIntervals()
        own.install()
        const delayed = await startApp({ database, clock: atEndOfMinute(), faults: 'answered' })
        own.restore()
        const sudo = await delayed.signIn('sudo')
        const count = async (table: string, where: object) => {
          const [row] = await delayed.services.database.read((knex) => knex(table).where(where).count({ count: '*' }))
          return Number(row?.count)
        }
        let [rounds, statementCount] = [0, 0]
        await refuseEach(error, async (intervene) => {
          rounds += 1
          const { token } = (await sudo.post('/users/create_tpt', { role_name: 'guest' })).body // an unsealed event
          await delayed.withKey(token).get('/roles')
          intervene()
          await delayed.get('/roles') // is denied without a statement
          own.runAll()
          await backgroundIsQuiet(delayed)
          statementCount = Math.max(statementCount, hook.statementCount)
          hook.stopIntervening()
        })

        expect(statementCount).to.be.greaterThan(8) // including sealing, sweeps and uses of keys
        expect((await delayed.get('/health/ready')).status).to.equal(200)
        await until(async () => (await deniedIn(delayed)) === rounds)
        own.runAll()
        await until(async () => (await count('plinth_audit_events', { position: null })) === 0)
        expect(await count('plinth_third_party_tokens', { last_used_at: null })).to.equal(0)
        expect((await delayed.services.auditTrail.verify()).problems).to.deep.equal([])
        await delayed.stop()
      }).timeout(60_000)
    }
  })
})

type Request = Awaited<ReturnType<PreparedRequest['prepare']>>

/** A request of which one statement fails. */
interface Attempt {
  readonly name: string
  readonly error: DriverError
}

/** Returns a function that prepares something each time; only once if what it prepares can be repeated. */
function onceIfRepeatable<T>(name: string, prepare: () => Promise<T>): () => Promise<T> {
  if (!REPEATABLE.some((pattern) => pattern.test(name))) return prepare
  let prepared: Promise<T> | undefined
  return () => {
    prepared ??= prepare()
    return prepared
  }
}

function isFor({ name }: PreparedRequest, { method, path }: AnyRoute): boolean {
  const pattern = path.replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${method} ${pattern}/?$`).test(name.replace(/\?.*/, ''))
}

/** Returns a clock that stands 5 ms before the end of a minute, so that denied requests are recorded every 5 ms. */
function atEndOfMinute(): ManualClock {
  const clock = new ManualClock()
  clock.advance((59_995 - (clock.now() % 60_000)) / 1_000)
  return clock
}

/** Returns how many denied requests were recorded. */
async function deniedIn({ services }: App): Promise<number> {
  const events = await services.database.read((knex) =>
    knex('plinth_audit_events').where({ event: 'requests-denied' }).select('details'),
  )
  return events.reduce((sum, { details }) => sum + JSON.parse(details).TOKEN_INVALID, 0)
}

/** Returns the number of connections, exports and imports in progress or waited for. */
function inUse({ services: { database, exportService, importService } }: App): number {
  const connections = database.pools().reduce((sum, { used, waiting }) => sum + used + waiting, 0)
  return connections + exportService.activeCount + importService.activeCount
}

const identity = (error: Error) => error

const detailsOf = (response: TestResponse | Error) =>
  response instanceof Error ? String(response.stack) : response.text
