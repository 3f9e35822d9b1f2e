import { isoTime } from '@plinth/kernel/tools'
import { string } from 'yup'
import type { CodePurpose, UnexpiredCode } from '../code-store.js'

/** The fields that all responses with a code have. */
export const codeFields = {
  username: string()
    .required()
    .meta({ description: 'The user whom the code is for.', examples: ['anna'] }),
  purpose: string<CodePurpose>()
    .oneOf(['reset', 'invitation'])
    .required()
    .meta({
      description: '`reset` for a user with a password, `invitation` for a user without one.',
      examples: ['reset'],
    }),
  expires_at: string()
    .required()
    .meta({
      description: 'When it expires, at the latest with the account of its user or issuer: ISO 8601, UTC.',
      examples: ['2026-11-21T08:15:00.000Z'],
    }),
}

/** What is told of a code that can be redeemed. */
export const activeCodeFields = {
  purpose: codeFields.purpose,
  issued_by: string()
    .required()
    .meta({ description: 'Username of the issuer.', examples: ['sudo'] }),
  created_at: string()
    .required()
    .meta({ description: 'When it was issued: ISO 8601, UTC.', examples: ['2026-11-21T08:00:00.000Z'] }),
  expires_at: codeFields.expires_at,
}

export function activeCodeOnTheWire(code: Pick<UnexpiredCode, 'purpose' | 'issuedBy' | 'createdAt' | 'expiresAt'>) {
  const { purpose, issuedBy, createdAt, expiresAt } = code
  return { purpose, issued_by: issuedBy, created_at: isoTime(createdAt), expires_at: isoTime(expiresAt) }
}
