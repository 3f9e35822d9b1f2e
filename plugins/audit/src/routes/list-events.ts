import { ADMIN, defineRoute, Reply } from '@plinth/kernel'
import { array, boolean, number, object, string } from 'yup'
import type { AuditEvent } from '../audit-event.js'
import type { AuditTrail } from '../audit-trail.js'

/** Events of a page, unless more or fewer are asked for. */
const PAGE = 100
const MOST = 1_000
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const RESULTS = ['done', 'refused'] as const
const ACTORS = ['user', 'token', 'command', 'nobody'] as const

const name = () => string().min(1).max(255)
const moment = () => string().test('moment', 'must be a moment in UTC such as 2026-11-21T08:00:00Z', isMomentOrNone)
const isMomentOrNone = (text: string | undefined) =>
  text === undefined || (MOMENT.test(text) && !Number.isNaN(Date.parse(text)))

export const listEvents = (trail: AuditTrail) =>
  defineRoute({
    method: 'GET',
    path: '/audit',
    summary: 'List security events, the newest first',
    description:
      'All filters must match; 100 unless `limit` says otherwise. `from` is included, `to` is not; both are UTC. With more to come there is `Link: <…>; rel="next"`.',
    access: { maxLevel: ADMIN },
    query: object({
      event: name(),
      result: string().oneOf(RESULTS),
      actor: name(),
      actor_kind: string().oneOf(ACTORS),
      target: name(),
      address: name(),
      from: moment(),
      to: moment(),
      before: string().matches(/^\d{1,15}$/, 'must be the id of an event'),
      limit: number().integer().min(1).max(MOST),
    }),
    responses: {
      200: array(
        object({
          id: string().required(),
          at: string().required(),
          event: string().required(),
          result: string().oneOf(RESULTS).required(),
          actor_kind: string().oneOf(ACTORS).required(),
          actor: string().nullable().defined(),
          target: string().nullable().defined(),
          address: string().nullable().defined(),
          request_id: string().nullable().defined(),
          details: object({}).meta({ additionalProperties: {} }).required(),
          sealed: boolean().required(),
        }),
      ),
    },
    handle: async ({ query }) => {
      const { actor_kind: actorKind, from, to, before, limit = PAGE, ...equal } = query
      const range = { from: timeOf(from), to: timeOf(to), before: before === undefined ? undefined : Number(before) }
      const events = await trail.list({ ...equal, ...range, actorKind, limit: limit + 1 })
      const page = events.slice(0, limit).map(toWire)
      return Reply.json(page, { headers: events.length > limit ? nextLink(query, page.at(-1)?.id) : {} })
    },
  })

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

function toWire({ id, at, event, result, actor, target, address, requestId, details, link }: AuditEvent) {
  return {
    id: String(id),
    at: new Date(at).toISOString(),
    event,
    result,
    actor_kind: actor.kind,
    actor: actor.name,
    target,
    address,
    request_id: requestId,
    details: JSON.parse(details) as object,
    sealed: link !== undefined,
  }
}

function nextLink(query: object, before = ''): Record<string, string> {
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, before }))
    if (value !== undefined) next.set(name, String(value))
  return { Link: `<?${next}>; rel="next"` }
}
