import { ADMIN, defineRoute, Reply } from '@plinth/kernel'
import { array, boolean, number, object, string } from 'yup'
import { type AuditEvent, named } from '../audit-event.js'
import type { AuditTrail } from '../audit-trail.js'

/** Events of a page, unless more or fewer are asked for. */
const PAGE = 100
const MAX_PAGE_SIZE = 1_000
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const RESULTS = ['done', 'refused'] as const
const ACTORS = ['user', 'token', 'command', 'nobody'] as const

const name = () => string().min(1).max(255)
const moment = () => string().test('moment', 'must be a moment in UTC such as 2026-11-21T08:00:00Z', isMomentOrNone)
const isMomentOrNone = (text: string | undefined) =>
  text === undefined || (MOMENT.test(text) && !Number.isNaN(Date.parse(text)))

const maybe = () => string().nullable().defined()

const eventShape = object({
  id: string()
    .required()
    .meta({ description: 'Names the event; later ones have larger ids.', examples: ['1234'] }),
  at: string()
    .required()
    .meta({ description: 'When: ISO 8601, UTC.', examples: ['2026-11-21T08:00:00.000Z'] }),
  event: string()
    .required()
    .meta({ description: 'What happened.', examples: ['login'] }),
  result: string().oneOf(RESULTS).required().meta({ description: 'Whether it was done or refused.' }),
  actor_kind: string().oneOf(ACTORS).required().meta({ description: 'What kind of caller did it.' }),
  actor: maybe().meta({ description: 'The username, or the id of the token; null for others.', examples: ['anna'] }),
  target: maybe().meta({ description: 'Whom or what it was done to; null for nothing.', examples: ['anna'] }),
  address: maybe().meta({ description: 'Where it came from; null for the command.', examples: ['192.0.2.7'] }),
  request_id: maybe().meta({
    description: 'The `X-Request-Id` of its request; null for the command.',
    examples: ['978ee465-7adb-436e-84eb-efc15f738851'],
  }),
  details: object({})
    .meta({ description: 'What else is known, by name.', additionalProperties: {}, examples: [{}] })
    .required(),
  sealed: boolean()
    .required()
    .meta({ description: 'Whether it is in the sealed chain.', examples: [true] }),
}).meta({ id: 'SecurityEvent', description: 'An event of the audit trail.' })

export const listEvents = (trail: AuditTrail) =>
  defineRoute({
    method: 'GET',
    path: '/audit',
    operationId: 'securityEvents',
    summary: 'List security events, the newest first',
    description:
      'All filters must match; 100 unless `limit` says otherwise. `from` is included, `to` is not; both are UTC. With more to come there is `Link: <…>; rel="next"`.',
    access: { maxLevel: ADMIN },
    query: object({
      event: name().meta({ description: 'The name of the event, such as `login`.' }),
      result: string().oneOf(RESULTS).meta({ description: 'Whether it was done or refused.' }),
      actor: name().meta({ description: 'The username, or the id of the token, of who did it.' }),
      actor_kind: string().oneOf(ACTORS).meta({ description: 'What kind of caller did it.' }),
      target: name().meta({ description: 'Whom or what it was done to.' }),
      address: name().meta({ description: 'The address that it came from.' }),
      from: moment().meta({ description: 'The first moment, ISO 8601 in UTC.' }),
      to: moment().meta({ description: 'The moment before which it happened, ISO 8601 in UTC.' }),
      before: string()
        .matches(/^\d{1,15}$/, 'must be the id of an event')
        .meta({ description: 'The id of an event: only older ones.' }),
      limit: number()
        .integer()
        .min(1)
        .max(MAX_PAGE_SIZE)
        .meta({ description: 'How many events at most.', default: PAGE }),
    }),
    responses: { 200: array(eventShape) },
    headers: {
      Link: string().meta({
        description: 'With more to come: where the next page is.',
        examples: ['<?limit=100&before=1234>; rel="next"'],
      }),
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

function toWire({ id, at, details, link, ...facts }: AuditEvent) {
  return {
    id: String(id),
    at: new Date(at).toISOString(),
    ...named(facts),
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
