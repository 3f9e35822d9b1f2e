import { ADMIN, defineRoute, Reply, streamed } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { EventExport } from '../event-export.js'
import { filterFields, filtersFromWire, toWire } from './event-on-the-wire.js'

const TYPE = 'application/x-ndjson'
const DISPOSITION = 'attachment; filename="audit_trail.jsonl"'

const lines = described(
  string(),
  'One event a line, in the format of `GET /audit`.',
  '{"id":"1234","at":"2026-11-21T08:00:00.000Z","event":"login","result":"done"}\n',
)

export const exportEvents = (eventExport: EventExport) =>
  defineRoute({
    method: 'GET',
    path: '/audit/export',
    operationId: 'exportSecurityEvents',
    summary: 'Export security events as lines of JSON, the newest first',
    description: 'All events that match all filters. The export itself is recorded as the event `audit-exported`.',
    access: { maxLevel: ADMIN },
    query: object(filterFields),
    responses: { 200: streamed(TYPE, lines) },
    headers: {
      'Content-Disposition': described(string().required(), 'The file name for a browser.', DISPOSITION),
    },
    errors: [errors.TOO_MANY_AUDIT_EXPORTS],
    handle: async (request) => {
      const toLine = (event: Parameters<typeof toWire>[0]) => JSON.stringify(toWire(event))
      const stream = await eventExport.open(request, filtersFromWire(request.query), toLine)
      return Reply.stream(stream, { 'Content-Type': TYPE, 'Content-Disposition': DISPOSITION })
    },
  })
