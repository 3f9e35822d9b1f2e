import { contractOf, type TestDatabase } from '@plinth/testing'
import fc from 'fast-check'
import { type App, startApp } from '../support/app.js'
import { Callers, isUser } from './callers.js'
import { deliver, endsWithLastRequest, LAST_REQUEST } from './deliver.js'
import { type Delivery, deliveriesOf } from './deliveries.js'
import { fingerprinter, type TakeFingerprint } from './fingerprint.js'
import { type Caller, type HostileRequest, SECRET_MARK } from './hostile-requests.js'
import { operationsOf } from './operations.js'
import { Rules, type SentAndReceived } from './rules.js'
import type { SentRequest } from './sent-request.js'

/** Number of requests to one service. Then a new one is started, because its data has changed too much. */
const BATCH_REQUESTS = 250

/** Shown with a failure, because a request that is cut off may have a late effect. */
const DELIVERIES_SHOWN = 2
/** Shown with a failure, because the log has the cause of a 500. */
const LOG_LINES_SHOWN = 10

/** Number of responses by the kind of delivery and the status, such as `pipelined 200`. */
export type Tally = Readonly<Record<string, number>>

/**
 * Sends hostile requests, generated from a seed and the service's own OpenAPI document, in every kind of `Delivery`.
 * Throws at the first response or log line that breaks one of the `Rules`, and at the first delivery that changes data
 * although all its requests were refused.
 */
export async function fuzz(
  database: TestDatabase,
  { requests, seed }: { requests: number; seed: number },
): Promise<Tally> {
  const tally: Record<string, number> = {}
  for (let sent = 0; sent < requests; sent += BATCH_REQUESTS) {
    const size = Math.min(BATCH_REQUESTS, requests - sent)
    for (const outcome of await sendBatch(database, size, seed + sent)) tally[outcome] = (tally[outcome] ?? 0) + 1
  }
  return tally
}

async function sendBatch(database: TestDatabase, size: number, seed: number): Promise<string[]> {
  const app = await startApp({ database, settings: { importDefaultPassword: `${SECRET_MARK} import` } })
  const deliveries: Delivery[] = []
  const outcomes: string[] = []
  try {
    const run = await Run.on(app)
    for (const delivery of fc.sample(deliveriesOf(operationsOf(app.kernel.openapi, hiddenRoutes(app))), {
      numRuns: size,
      seed,
    })) {
      if (outcomes.length >= size) break
      deliveries.push(delivery)
      const exchanges = await run.send(delivery)
      outcomes.push(...exchanges.map(({ response }) => `${delivery.how} ${response?.status ?? 'unanswered'}`))
    }
  } catch (error) {
    const last = deliveries.slice(-DELIVERIES_SHOWN).map((it) => JSON.stringify(it))
    const lines = [`seed ${seed}: ${(error as Error).message}`, ...last, ...app.logLines.slice(-LOG_LINES_SHOWN)]
    throw new Error(lines.join('\n'), { cause: error })
  } finally {
    await app.stop()
  }
  return outcomes
}

const hiddenRoutes = ({ kernel }: App) => kernel.routes.filter(({ hidden }) => hidden)

/** Sends deliveries to one service. */
class Run {
  readonly #app: App
  readonly #callers: Callers
  readonly #rules: Rules
  readonly #takeFingerprint: TakeFingerprint
  /** The fingerprint after the last allowed change. */
  #lastFingerprint = ''
  #sentSoFar = 0
  #logLinesSoFar = 0

  static async on(app: App): Promise<Run> {
    const run = new Run(app, await Callers.of(app), await fingerprinter(app))
    run.#lastFingerprint = await run.#takeFingerprint()
    return run
  }

  private constructor(app: App, callers: Callers, takeFingerprint: TakeFingerprint) {
    this.#app = app
    this.#callers = callers
    this.#rules = new Rules({ contract: contractOf(app.kernel.openapi, hiddenRoutes(app)), callers })
    this.#takeFingerprint = takeFingerprint
  }

  /** Sends a delivery. Returns its requests with their responses. Throws an error that says which rule is broken. */
  async send(delivery: Delivery): Promise<readonly SentAndReceived[]> {
    const [first, ...others] = delivery.requests
    const last = endsWithLastRequest(delivery) ? [LAST_REQUEST] : []
    const sent = [this.#toSend(first), ...[...others, ...last].map((request) => this.#toSend(request))] as const
    const toRenew = new Set<Caller>()
    const endKey = async () => {
      if (!(await this.#callers.end(first.caller))) return
      toRenew.add(first.caller)
      this.#lastFingerprint = await this.#takeFingerprint()
    }

    const exchanges = this.#rules.check(delivery, sent, await deliver(delivery, { app: this.#app, sent, endKey }))
    this.#rules.checkLog(this.#newLogLines())
    const now = await this.#takeFingerprint()
    if (now !== this.#lastFingerprint && exchanges.every(mustNotChange)) throw new Error('was refused but changed data')
    this.#lastFingerprint = now
    for (const { sent, response } of exchanges) {
      if (response?.status === 401 && isUser(sent.request.caller)) toRenew.add(sent.request.caller)
    }
    await this.#renew(toRenew)
    return exchanges.slice(0, delivery.requests.length)
  }

  #toSend(request: HostileRequest): SentRequest {
    this.#sentSoFar += 1
    return { request, id: `hostile-${this.#sentSoFar}`, key: this.#callers.keyOf(request.caller) }
  }

  #newLogLines(): readonly string[] {
    const lines = this.#app.logLines.slice(this.#logLinesSoFar)
    this.#logLinesSoFar += lines.length
    return lines
  }

  async #renew(callers: ReadonlySet<Caller>): Promise<void> {
    for (const caller of callers) await this.#callers.renew(caller)
    if (callers.size > 0) this.#lastFingerprint = await this.#takeFingerprint()
  }
}

const mustNotChange = ({ sent: { request }, response }: SentAndReceived) =>
  response === undefined || response.status >= 300 || request.method === 'GET'
