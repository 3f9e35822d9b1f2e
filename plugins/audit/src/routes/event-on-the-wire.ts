import { described, isoTime, utcTime } from '@plinth/kernel/tools'
import { boolean, type InferType, object, string } from 'yup'
import { type AuditEvent, toSharedNames } from '../audit-event.js'
import type { EventQuery } from '../audit-store.js'

const RESULTS = ['done', 'refused'] as const
const ACTOR_KINDS = ['user', 'token', 'command', 'nobody'] as const

/** Replaces a value that no event is stored with: somebody has changed the event. */
const UNKNOWN = 'unknown'

const KINDS_OF_CALLERS =
  'The kind of caller: `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key'
const filterText = () => string().min(1).max(255)

const nullable = () => string().nullable().defined()

/** An event in responses. */
export const eventShape = object({
  id: described(string().required(), 'Identifies the event; later events have larger ids.', '1234'),
  at: described(string().required(), 'When it happened: ISO 8601, UTC.', '2026-11-21T08:00:00.000Z'),
  event: described(string().required(), 'What happened.', 'login'),
  result: described(
    string()
      .oneOf([...RESULTS, UNKNOWN])
      .required(),
    'Whether it was done or refused; `unknown` if the stored event was changed.',
  ),
  actor_kind: described(
    string()
      .oneOf([...ACTOR_KINDS, UNKNOWN])
      .required(),
    `${KINDS_OF_CALLERS}; \`unknown\` if the stored event was changed.`,
  ),
  actor: described(nullable(), 'The username, or the id of the token; null for `command` and `nobody`.', 'anna'),
  target: described(nullable(), 'The user or object concerned; null for none.', 'anna'),
  address: described(nullable(), 'The client address; null for the CLI.', '192.0.2.7'),
  request_id: described(
    nullable(),
    'The `X-Request-Id` of its request; null for the CLI.',
    '978ee465-7adb-436e-84eb-efc15f738851',
  ),
  details: object({})
    .meta({
      description: 'Further details, by name; the text `unreadable` if the stored event was changed to other text.',
      additionalProperties: {},
      examples: [{}],
    })
    .required(),
  sealed: described(
    boolean().required(),
    'Whether the event is part of the chain that `plinth audit verify` checks. Events are sealed within about a second.',
    true,
  ),
}).meta({ id: 'SecurityEvent', description: 'An event of the audit trail.' })

/** The filters of events. */
export const filterFields = {
  event: described(filterText(), 'The name of the event, such as `login`.'),
  result: described(string().oneOf(RESULTS), 'Whether it was done or refused.'),
  actor: described(filterText(), 'The username, or the id of the token, of the caller.'),
  actor_kind: described(string().oneOf(ACTOR_KINDS), `${KINDS_OF_CALLERS}.`),
  target: described(filterText(), 'The user or object concerned.'),
  concerning: described(filterText(), 'A username or the id of a token: the caller or the target.'),
  address: described(filterText(), 'The client address.'),
  from: described(utcTime(), 'The start of the period (inclusive), ISO 8601 in UTC.'),
  to: described(utcTime(), 'The end of the period (exclusive), ISO 8601 in UTC.'),
}
const filtersShape = object(filterFields)

/** Converts filters from the names of the REST API. */
export function filtersFromWire({
  actor_kind: actorKind,
  from,
  to,
  ...filters
}: InferType<typeof filtersShape>): Omit<EventQuery, 'limit'> {
  return { ...filters, actorKind, from: timeOf(from), to: timeOf(to) }
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

/** Converts an event to the names of the REST API. One that was changed in the database can still be listed. */
export function toWire({ id, at, details, link: chainLink, ...fields }: AuditEvent) {
  const { result, actor_kind: actorKind, ...others } = toSharedNames(fields)
  return {
    id: String(id),
    at: isoTime(at),
    ...others,
    result: RESULTS.find((known) => known === result) ?? UNKNOWN,
    actor_kind: ACTOR_KINDS.find((known) => known === actorKind) ?? UNKNOWN,
    details: detailsIn(details),
    sealed: chainLink !== undefined,
  }
}

function detailsIn(json: string): object {
  try {
    const details: unknown = JSON.parse(json)
    if (typeof details === 'object' && details !== null && !Array.isArray(details)) return details
  } catch {
    // somebody has changed the stored event
  }
  return { unreadable: json }
}
