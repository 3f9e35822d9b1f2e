import { defineRoute, Reply, SUDO } from '@plinth/kernel'
import { nextPageLink } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import type { TptService } from '../tpt-service.js'
import type { TptRecord } from '../tpt-store.js'
import { utcDateTime } from '../utc-date-time.js'

const ID = '6b1f0c9e-52a4-4c7e-9d0b-0f6a2f3a8c11'
const TIMESTAMP = '2026-11-21 08:00:00'
const nullable = () => string().nullable().defined()

const tokenShape = object({
  id: string()
    .required()
    .meta({ description: 'Identifies the token, to revoke it.', examples: [ID] }),
  role: string()
    .required()
    .meta({ description: 'The role that it acts with.', examples: ['operator'] }),
  created_on: string()
    .required()
    .meta({ description: 'When it was created: YYYY-MM-DD HH:MM:SS, UTC.', examples: [TIMESTAMP] }),
  expires_at: nullable().meta({
    description: 'When it expires, in the same format; null for never.',
    examples: [null],
  }),
  created_by: string()
    .required()
    .meta({ description: 'Username of the creator.', examples: ['sudo'] }),
  last_used_at: nullable().meta({
    description: 'When it was last used, to the minute; null for never.',
    examples: [TIMESTAMP],
  }),
  revoked_at: nullable().meta({ description: 'When it was revoked; null unless it was.', examples: [null] }),
  name: nullable().meta({ description: 'The name for people; null for none.', examples: ['historian'] }),
  note: nullable().meta({ description: 'The note for people; null for none.', examples: [null] }),
}).meta({ id: 'Token', description: 'A third-party token, without the token itself.' })

const MAX_LIMIT = 1_000

const query = object({
  limit: number().integer().min(1).max(MAX_LIMIT).meta({
    description: 'Maximum number of tokens. Defaults to all, or to 1000 with any other parameter.',
  }),
  before: string().max(64).meta({ description: 'The id of a token; returns only tokens that were created before it.' }),
  created_by: string().max(64).meta({ description: 'Only tokens of this creator.' }),
  state: string().oneOf(['valid']).meta({ description: 'Only tokens that are neither revoked nor expired.' }),
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
      Link: string().meta({
        description: 'With a page that is not the last: the URL of the next page.',
        examples: [`<?limit=10&before=${ID}>; rel="next"`],
      }),
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
