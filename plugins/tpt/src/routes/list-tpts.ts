import { defineRoute, SUDO } from '@plinth/kernel'
import { array, object, string } from 'yup'
import type { TptService } from '../tpt-service.js'
import type { TptRecord } from '../tpt-store.js'
import { utcText } from '../utc-text.js'

export const listTpts = (tptService: TptService) =>
  defineRoute({
    method: 'GET',
    path: '/tpt',
    group: 'third-party tokens',
    summary: 'List all third-party tokens',
    description: 'What is known of them; the tokens themselves are kept nowhere. Times are UTC.',
    access: { maxLevel: SUDO },
    responses: {
      200: array(
        object({
          id: string().required(),
          role: string().required(),
          created_on: string().required(),
          expires_at: string().nullable().defined(),
          created_by: string().required(),
          last_used_at: string().nullable().defined(),
          revoked_at: string().nullable().defined(),
        }),
      ),
    },
    handle: async () => (await tptService.list()).map(toWire),
  })

function toWire(record: TptRecord) {
  return {
    id: record.jti,
    role: record.roleName,
    created_on: utcText(record.createdAt),
    expires_at: textOrNull(record.expiresAt),
    created_by: record.createdBy,
    last_used_at: textOrNull(record.lastUsedAt),
    revoked_at: textOrNull(record.revokedAt),
  }
}

const textOrNull = (at: number | null) => (at === null ? null : utcText(at))
