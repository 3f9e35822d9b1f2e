import { type Answer, forEachDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { DRIVER_ERRORS, type DriverError, DriverHook } from '../support/driver-hook.js'
import { ManualIntervals } from '../support/manual-intervals.js'
import { type PreparedRequest, preparedRequests } from '../support/prepared-requests.js'
import { prepareTask, taskNames } from '../support/prepared-tasks.js'

/** So often in a row nothing must have been asked. */
const QUIET_LOOKS = 3
/** More statements than any request executes. */
const MAX_STATEMENTS = 200

describe('a database that fails a statement', () => {
  forEachDatabase((database) => {
    const hook = new DriverHook()
    const intervals = new ManualIntervals()
    let app: App
    before(async function () {
      this.timeout(60_000)
      intervals.install()
      app = await startApp({ database, faults: 'answered', settings: { sessionsPerUser: 1_000 } })
      intervals.restore()
      hook.install()
    })
    after(async () => {
      hook.restore()
      await app.stop()
    })

    /** Does some work again and again, with another one of its statements refused each time, until it has no more. */
    const refuseEach = async ({ make }: DriverError, work: (intervene: () => void) => Promise<void>) => {
      for (let refused = 1; refused < MAX_STATEMENTS; refused += 1) {
        await work(() => hook.watch((statement) => (statement === refused ? make() : undefined)))
        if (hook.statements < refused) return
      }
      throw new Error('it has no end')
    }

    /** Resolves once what is done in the background asks no more. */
    const becomeQuiet = async () => {
      let seen = -1
      let looks = 0
      await until(() => {
        looks = hook.statements === seen && inUse(app) === 0 ? looks + 1 : 0
        seen = hook.statements
        return looks === QUIET_LOOKS
      })
    }

    const sendRefused = async ({ prepare, name }: PreparedRequest, error: DriverError, intervene: () => void) => {
      const request = await prepare(app)
      intervene()
      const answer = await request().catch((failure: Error) => failure)
      hook.rest()
      const isExport = name === 'GET /settings/export_config'
      const answers = [200, 503, ...(isExport ? ['cut off'] : []), ...(isExport && !error.isConnected ? [400] : [])]
      expect(answer instanceof Error ? 'cut off' : answer.status, detailsOf(answer)).to.be.oneOf(answers)
      if (answer instanceof Error || answer.status !== 200) expect((await request()).status).to.equal(200)
      expect(app.logLines.filter((line) => line.includes('request failed'))).to.deep.equal([])
    }

    for (const error of DRIVER_ERRORS[database.name] ?? []) {
      for (const prepared of preparedRequests) {
        it(`with ${error.name} answers and recovers: ${prepared.name}`, async function () {
          this.timeout(60_000)

          await refuseEach(error, (intervene) => sendRefused(prepared, error, intervene))

          await until(() => inUse(app) === 0)
        })
      }

      for (const name of taskNames(database.name)) {
        it(`with ${error.name} says so and recovers: plinth ${name}`, async function () {
          this.timeout(60_000)

          await refuseEach(error, async (intervene) => {
            const task = await prepareTask(app, name)
            intervene()
            const failure: Error | undefined = await task().then(() => undefined, identity)
            hook.rest()
            if (failure) expect(['DatabaseUnavailable', 'PlinthError'], failure.stack).to.include(failure.name)
            if (failure) await task()
          })

          await until(() => inUse(app) === 0)
        })
      }

      it(`with ${error.name} does in the background what it can, and the rest later`, async () => {
        let statements = 0
        await refuseEach(error, async (intervene) => {
          intervene()
          intervals.allComeRound()
          await becomeQuiet()
          statements = Math.max(statements, hook.statements)
          hook.rest()
        })

        expect(statements).to.be.greaterThan(8) // the sealer, the sweepers and the uses of keys among them
        expect((await app.get('/health/ready')).status).to.equal(200)
      }).timeout(60_000)
    }
  })
})

/** Connections, exports and imports that somebody has or waits for. */
function inUse({ services: { database, exportService, importService } }: App): number {
  const connections = database.pools().reduce((sum, { used, waiting }) => sum + used + waiting, 0)
  return connections + exportService.underWay + importService.underWay
}

const identity = (error: Error) => error

const detailsOf = (answer: Answer | Error) => (answer instanceof Error ? String(answer.stack) : answer.text)
