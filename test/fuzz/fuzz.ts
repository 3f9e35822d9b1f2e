import { contractOf, type TestDatabase } from '@plinth/testing'
import fc from 'fast-check'
import { type App, startApp } from '../support/app.js'
import { Callers, isUser } from './callers.js'
import { deliver, endsWithLastRequest, LAST_REQUEST } from './deliver.js'
import { type Delivery, deliveriesOf } from './deliveries.js'
import { type Fingerprint, fingerprintOf } from './fingerprint.js'
import { type Caller, type HostileRequest, SECRET_MARK } from './hostile-requests.js'
import { operationsOf } from './operations.js'
import { type AnsweredRequest, Rules } from './rules.js'
import type { SentRequest } from './sent-request.js'

/** Requests to one service before a fresh one is started: they have changed too much by then. */
const BATCH = 250

/** How much is shown with a failure: what is cut off may change something later, and the log has the cause of a 500. */
const DELIVERIES_SHOWN = 2
const LOG_LINES_SHOWN = 10

/** How many requests were answered how: by the way they were sent and the status, such as `pipelined 200`. */
export type Tally = Readonly<Record<string, number>>

/**
 * Sends so many hostile requests, made of a seed and the service's own OpenAPI document, in every way of `Delivery`.
 * Throws at the first answer or line of the log that breaks one of the `Rules`, and at the first delivery that has
 * changed anything though all of it was refused.
 */
export async function fuzz(
  database: TestDatabase,
  { requests, seed }: { requests: number; seed: number },
): Promise<Tally> {
  const tally: Record<string, number> = {}
  for (let sent = 0; sent < requests; sent += BATCH) {
    const size = Math.min(BATCH, requests - sent)
    for (const ending of await batch(database, size, seed + sent)) tally[ending] = (tally[ending] ?? 0) + 1
  }
  return tally
}

async function batch(database: TestDatabase, size: number, seed: number): Promise<string[]> {
  const app = await startApp({ database, settings: { importDefaultPassword: `${SECRET_MARK} import` } })
  const deliveries: Delivery[] = []
  const endings: string[] = []
  try {
    const run = await Run.on(app)
    for (const delivery of fc.sample(deliveriesOf(operationsOf(app.kernel.openapi, hiddenRoutes(app))), {
      numRuns: size,
      seed,
    })) {
      if (endings.length >= size) break
      deliveries.push(delivery)
      const answered = await run.send(delivery)
      endings.push(...answered.map(({ answer }) => `${delivery.how} ${answer?.status ?? 'unanswered'}`))
    }
  } catch (error) {
    const last = deliveries.slice(-DELIVERIES_SHOWN).map((it) => JSON.stringify(it))
    const lines = [`seed ${seed}: ${(error as Error).message}`, ...last, ...app.logLines.slice(-LOG_LINES_SHOWN)]
    throw new Error(lines.join('\n'), { cause: error })
  } finally {
    await app.stop()
  }
  return endings
}

const hiddenRoutes = ({ kernel }: App) => kernel.routes.filter(({ hidden }) => hidden)

/** Sends deliveries to one service. */
class Run {
  readonly #app: App
  readonly #callers: Callers
  readonly #rules: Rules
  readonly #fingerprint: Fingerprint
  /** The fingerprint after the last change that was allowed. */
  #known = ''
  #sentSoFar = 0
  #logLinesSoFar = 0

  static async on(app: App): Promise<Run> {
    const run = new Run(app, await Callers.of(app), await fingerprintOf(app))
    run.#known = await run.#fingerprint()
    return run
  }

  private constructor(app: App, callers: Callers, fingerprint: Fingerprint) {
    this.#app = app
    this.#callers = callers
    this.#rules = new Rules({ contract: contractOf(app.kernel.openapi, hiddenRoutes(app)), callers })
    this.#fingerprint = fingerprint
  }

  /** Sends a delivery. Returns what came of its own requests. Throws an error that says which rule is broken. */
  async send(delivery: Delivery): Promise<readonly AnsweredRequest[]> {
    const [first, ...others] = delivery.requests
    const last = endsWithLastRequest(delivery) ? [LAST_REQUEST] : []
    const sent = [this.#toSend(first), ...[...others, ...last].map((request) => this.#toSend(request))] as const
    const toRenew = new Set<Caller>()
    const endKey = async () => {
      if (!(await this.#callers.end(first.caller))) return
      toRenew.add(first.caller)
      this.#known = await this.#fingerprint()
    }

    const answered = this.#rules.check(delivery, sent, await deliver(delivery, { app: this.#app, sent, endKey }))
    this.#rules.checkLog(this.#newLogLines())
    const now = await this.#fingerprint()
    if (now !== this.#known && answered.every(mustNotChange)) throw new Error('was refused and has changed something')
    this.#known = now
    for (const { sent, answer } of answered) {
      if (answer?.status === 401 && isUser(sent.request.caller)) toRenew.add(sent.request.caller)
    }
    await this.#renew(toRenew)
    return answered.slice(0, delivery.requests.length)
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
    if (callers.size > 0) this.#known = await this.#fingerprint()
  }
}

const mustNotChange = ({ sent: { request }, answer }: AnsweredRequest) =>
  answer === undefined || answer.status >= 300 || request.method === 'GET'
