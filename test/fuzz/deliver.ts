import { setImmediate as turn } from 'node:timers/promises'
import { until } from '@plinth/testing'
import type { App } from '../support/app.js'
import { type CutOff, type Delivery, FLAWS, type Parked, type Pipelined, type Slow } from './deliveries.js'
import type { HostileRequest } from './hostile-requests.js'
import { bytesOf, type ReceivedAnswers, type RequestBytes } from './http-text.js'
import { RawConnection } from './raw-connection.js'
import type { SentRequest } from './sent-request.js'

/** The last request of a connection, which tells whether those before it were delimited as they were sent. */
export const LAST_REQUEST: HostileRequest = {
  caller: 'nobody',
  operation: 'GET /health/live',
  keys: 'ignored',
  method: 'GET',
  path: '/health/live',
  body: undefined,
  contentType: undefined,
}

/** Turns of the event loop before it is looked less often whether a request is still under way. */
const MAX_TURNS = 200

export interface DeliverOptions {
  readonly app: App
  /** The requests of the delivery, then `LAST_REQUEST` where it ends with that. */
  readonly sent: readonly [SentRequest, ...SentRequest[]]
  /** Ends the key of the caller of the first request; acknowledged when it resolves. */
  readonly endKey: () => Promise<void>
}

/** Whether a delivery ends with `LAST_REQUEST`. */
export const endsWithLastRequest = ({ how }: Delivery) => how !== 'whole' && how !== 'cut off'

/** Sends a delivery. Resolves to everything that came back, once none of its requests waits for an answer. */
export async function deliver(delivery: Delivery, options: DeliverOptions): Promise<ReceivedAnswers> {
  const connection = await RawConnection.open(options.app.url)
  if (delivery.how === 'whole') connection.write(bytesOfLast(options.sent))
  if (delivery.how === 'pipelined') sendPipelined(connection, delivery, options)
  if (delivery.how === 'parked') await sendParked(connection, delivery, options)
  if (delivery.how === 'slow') await sendSlow(connection, delivery, options)
  if (delivery.how === 'cut off') await sendCutOff(connection, delivery, options)
  const received = await connection.answers()
  await nothingIsUnderWay(options.app)
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
  { framing, expectsInvitation, endsKey }: Parked,
  { sent, endKey }: DeliverOptions,
): Promise<void> {
  const { head, body } = bytesOf(sent[0], { framing, extraLines: expectsInvitation ? ['Expect: 100-continue'] : [] })
  connection.write(head)
  if (expectsInvitation) await connection.firstBytes()
  else await turn()
  if (endsKey) await endKey()
  connection.write(Buffer.concat([body, bytesOfLast(sent)]))
}

async function sendSlow(connection: RawConnection, { framing, cuts }: Slow, { sent }: DeliverOptions): Promise<void> {
  const bytes = Buffer.concat([asOne(bytesOf(sent[0], { framing })), bytesOfLast(sent)])
  await connection.writeInPieces(
    bytes,
    cuts.map((cut) => placeOf(cut, bytes)),
  )
}

async function sendCutOff(
  connection: RawConnection,
  { framing, cut, ending }: CutOff,
  { app, sent }: DeliverOptions,
): Promise<void> {
  const bytes = asOne(bytesOf(sent[0], { framing }))
  connection.write(bytes.subarray(0, placeOf(cut, bytes)))
  if (ending === 'half-close') return connection.endSending()
  await app.get('/health/live') // by then the beginning has been read
  connection.reset()
  await app.get('/health/live')
}

const asOne = ({ head, body }: RequestBytes) => Buffer.concat([head, body])

const bytesOfLast = (sent: readonly SentRequest[]) =>
  Buffer.concat(sent.slice(-1).map((last) => asOne(bytesOf(last, { extraLines: ['Connection: close'] }))))

/** Behind the first byte and before the last. */
const placeOf = (thousandths: number, { length }: Buffer) => Math.max(1, Math.floor((length * thousandths) / 1_000))

async function nothingIsUnderWay({ services: { traffic } }: App): Promise<void> {
  for (let turns = 0; traffic.underWay > 0 && turns < MAX_TURNS; turns += 1) await turn()
  await until(() => traffic.underWay === 0).catch(() => {
    throw new Error('is under way though its connection is closed')
  })
}
