import { setImmediate as turn } from 'node:timers/promises'
import { until } from '@plinth/testing'
import type { App } from '../support/app.js'
import { type CutOff, type Delivery, FLAWS, type Parked, type Pipelined, type Slow } from './deliveries.js'
import type { HostileRequest } from './hostile-requests.js'
import { bytesOf, type ReceivedResponses, type RequestBytes } from './http-text.js'
import { RawConnection } from './raw-connection.js'
import type { SentRequest } from './sent-request.js'

/** The last request of a connection. Its response shows that the requests before it were delimited correctly. */
export const LAST_REQUEST: HostileRequest = {
  caller: 'anonymous',
  operation: 'GET /health/live',
  keys: 'ignored',
  method: 'GET',
  path: '/health/live',
  body: undefined,
  contentType: undefined,
}

/** For so many turns of the event loop, each one checks whether a request is under way; later checks are rarer. */
const MAX_TURNS = 200

export interface DeliverOptions {
  readonly app: App
  /** The requests of the delivery, followed by `LAST_REQUEST` if it ends with that. */
  readonly sent: readonly [SentRequest, ...SentRequest[]]
  /** Ends the key of the caller of the first request. */
  readonly endKey: () => Promise<void>
}

/** Whether a delivery ends with `LAST_REQUEST`. */
export const endsWithLastRequest = ({ how }: Delivery) => how !== 'whole' && how !== 'cut off'

/** Sends a delivery. Resolves to everything that was received, when none of its requests is under way. */
export async function deliver(delivery: Delivery, options: DeliverOptions): Promise<ReceivedResponses> {
  const connection = await RawConnection.open(options.app.url)
  if (delivery.how === 'whole') connection.write(bytesOfLast(options.sent))
  if (delivery.how === 'pipelined') sendPipelined(connection, delivery, options)
  if (delivery.how === 'parked') await sendParked(connection, delivery, options)
  if (delivery.how === 'slow') await sendSlow(connection, delivery, options)
  if (delivery.how === 'cut off') await sendCutOff(connection, delivery, options)
  const received = await connection.responses()
  await waitForIdle(options.app)
  return received
}

function sendPipelined(connection: RawConnection, { flaws }: Pipelined, { sent }: DeliverOptions): void {
  const requests = sent.slice(0, -1).map((request, index) => {
    const flaw = flaws[index]
    return asOne(bytesOf(request, { extraLines: flaw ? FLAWS[flaw] : [] }))
  })
  connection.write(Buffer.concat([...requests, bytesOfLast(sent)]))
}

async function sendParked(
  connection: RawConnection,
  { framing, expectsContinue, endsKey }: Parked,
  { sent, endKey }: DeliverOptions,
): Promise<void> {
  const { head, body } = bytesOf(sent[0], { framing, extraLines: expectsContinue ? ['Expect: 100-continue'] : [] })
  connection.write(head)
  if (expectsContinue) await connection.firstBytes()
  else await turn()
  if (endsKey) await endKey()
  connection.write(Buffer.concat([body, bytesOfLast(sent)]))
}

async function sendSlow(connection: RawConnection, { framing, cuts }: Slow, { sent }: DeliverOptions): Promise<void> {
  const bytes = Buffer.concat([asOne(bytesOf(sent[0], { framing })), bytesOfLast(sent)])
  await connection.writeInPieces(
    bytes,
    cuts.map((cut) => offsetOf(cut, bytes)),
  )
}

async function sendCutOff(
  connection: RawConnection,
  { framing, cut, ending }: CutOff,
  { app, sent }: DeliverOptions,
): Promise<void> {
  const bytes = asOne(bytesOf(sent[0], { framing }))
  connection.write(bytes.subarray(0, offsetOf(cut, bytes)))
  if (ending === 'half-close') return connection.endSending()
  await app.get('/health/live') // when this is done, the service has read the beginning
  connection.reset()
  await app.get('/health/live')
}

const asOne = ({ head, body }: RequestBytes) => Buffer.concat([head, body])

const bytesOfLast = (sent: readonly SentRequest[]) =>
  Buffer.concat(sent.slice(-1).map((last) => asOne(bytesOf(last, { extraLines: ['Connection: close'] }))))

/** Returns an offset after the first byte and before the last. */
const offsetOf = (thousandths: number, { length }: Buffer) => Math.max(1, Math.floor((length * thousandths) / 1_000))

async function waitForIdle({ services: { traffic } }: App): Promise<void> {
  for (let turns = 0; traffic.activeCount > 0 && turns < MAX_TURNS; turns += 1) await turn()
  await until(() => traffic.activeCount === 0).catch(() => {
    throw new Error('is under way though its connection is closed')
  })
}
