import { defineRoute, SUDO } from '@plinth/kernel'
import { array, object, string } from 'yup'
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

export const listTpts = (tptService: TptService) =>
  defineRoute({
    method: 'GET',
    path: '/tpt',
    operationId: 'tokens',
    group: 'third-party tokens',
    summary: 'List all third-party tokens',
    description: 'The tokens themselves are not stored. Times are UTC.',
    access: { maxLevel: SUDO },
    responses: { 200: array(tokenShape) },
    handle: async () => (await tptService.list()).map(toWire),
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
