import { defineRoute, Reply, SUDO } from '@plinth/kernel'
import { described, nextPageHeader, nextPageLink } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import type { TptService } from '../tpt-service.js'
import type { TptRecord } from '../tpt-store.js'
import { utcDateTime } from '../utc-date-time.js'

const ID = '6b1f0c9e-52a4-4c7e-9d0b-0f6a2f3a8c11'
const TIMESTAMP = '2026-11-21 08:00:00'
const nullable = () => string().nullable().defined()

const tokenShape = object({
  id: described(string().required(), 'Identifies the token, to revoke it.', ID),
  role: described(string().required(), 'The role that it acts with.', 'operator'),
  created_on: described(string().required(), 'When it was created: YYYY-MM-DD HH:MM:SS, UTC.', TIMESTAMP),
  expires_at: described(nullable(), 'When it expires, in the same format; null for never.', null),
  created_by: described(string().required(), 'Username of the creator.', 'sudo'),
  last_used_at: described(nullable(), 'When it was last used, to the minute; null for never.', TIMESTAMP),
  revoked_at: described(nullable(), 'When it was revoked; null unless it was.', null),
  name: described(nullable(), 'The name for people; null for none.', 'historian'),
  note: described(nullable(), 'The note for people; null for none.', null),
}).meta({ id: 'Token', description: 'A third-party token, without the token itself.' })

const MAX_LIMIT = 1_000

const query = object({
  limit: described(
    number().integer().min(1).max(MAX_LIMIT),
    'Maximum number of tokens. Defaults to all, or to 1000 with any other parameter.',
  ),
  before: described(string().max(64), 'The id of a token; returns only tokens that were created before it.'),
  created_by: described(string().max(64), 'Only tokens of this creator.'),
  state: described(string().oneOf(['valid']), 'Only tokens that are neither revoked nor expired.'),
})

export const listTpts = (tptService: TptService) =>
  defineRoute({
    method: 'GET',
    path: '/tpt',
    operationId: 'tokens',
    group: 'third-party tokens',
    summary: 'List all third-party tokens',
    description:
      'The tokens themselves are not stored. Times are UTC. Without parameters they are in the order of creation. With any parameter the response is one page, the newest first, with `Link: <…>; rel="next"` unless it is the last.',
    access: { maxLevel: SUDO },
    query,
    responses: { 200: array(tokenShape) },
    headers: {
      Link: nextPageHeader('With a page that is not the last', `limit=10&before=${ID}`),
    },
    handle: async ({ query }) => {
      if (Object.values(query).every((value) => value === undefined))
        return Reply.json((await tptService.list()).map(toWire))
      const { limit = MAX_LIMIT, before, created_by: createdBy, state } = query
      const found = await tptService.page({ limit: limit + 1, before, createdBy, areValid: state === 'valid' })
      const shown = found.slice(0, limit).map(toWire)
      const headers = found.length > limit ? nextPageLink(query, { limit, before: shown.at(-1)?.id }) : {}
      return Reply.json(shown, { headers })
    },
  })

function toWire(record: TptRecord) {
  return {
    id: record.jti,
    role: record.roleName,
    created_on: utcDateTime(record.createdAt),
    expires_at: textOrNull(record.expiresAt),
    created_by: record.createdBy,
    last_used_at: textOrNull(record.lastUsedAt),
    revoked_at: textOrNull(record.revokedAt),
    name: record.name,
    note: record.note,
  }
}

const textOrNull = (at: number | null) => (at === null ? null : utcDateTime(at))
