import { defineRoute, LOG_LEVELS, LOG_LEVELS_IN_WORDS, type LogLevel, Reply, streamed } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import type { LogTails } from '../log-tails.js'

const HEADERS = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }

const events = described(
  string(),
  'Server-sent events. `data` of an event without a name is a line of the log as it is written (JSON), and `id` its number in this process. `data` of the event `dropped` is the number of lines that were dropped because this client was too slow.',
  'id: 17\ndata: {"name":"plinth","level":30,"msg":"request","request_id":"978ee465"}\n\n',
)

export const tailLog = (logTails: LogTails, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/log',
    operationId: 'tailLog',
    summary: 'Follow the log of this replica',
    description:
      'Sends the most recent lines (at most 500, and at most 512 KB), then each new line as it is written, without secrets. A client that is too slow misses lines, and is told how many. The response ends when the key is no longer valid, or when the service stops. At most 8 clients can follow the log at a time.',
    access: { maxLevel },
    query: object({
      level: number()
        .oneOf([...LOG_LEVELS])
        .meta({ description: `Omits lines below this level: ${LOG_LEVELS_IN_WORDS}.`, default: 0 }),
    }),
    responses: { 200: streamed('text/event-stream', events) },
    headers: {
      'X-Accel-Buffering': described(string().required(), 'Always `no`: proxies must not hold lines back.', 'no'),
    },
    errors: [errors.TOO_MANY_TAILS],
    handle: ({ query, principal, stopSignal }) => {
      const level = (query.level ?? 0) as LogLevel
      return Reply.stream(logTails.open({ principal, stopSignal, level }), HEADERS)
    },
  })
