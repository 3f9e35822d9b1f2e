import { described, isoTime } from '@plinth/kernel/tools'
import { string } from 'yup'
import type { CodePurpose, UnexpiredCode } from '../code-store.js'

/** The fields that all responses with a code have. */
export const codeFields = {
  username: described(string().required(), 'The user whom the code is for.', 'anna'),
  purpose: described(
    string<CodePurpose>().oneOf(['reset', 'invitation']).required(),
    '`reset` for a user with a password, `invitation` for a user without one.',
    'reset',
  ),
  expires_at: described(
    string().required(),
    'When it expires, at the latest with the account of its user or issuer: ISO 8601, UTC.',
    '2026-11-21T08:15:00.000Z',
  ),
}

/** The fields of a code that can be redeemed. */
export const activeCodeFields = {
  purpose: codeFields.purpose,
  issued_by: described(string().required(), 'Username of the issuer.', 'sudo'),
  created_at: described(string().required(), 'When it was issued: ISO 8601, UTC.', '2026-11-21T08:00:00.000Z'),
  expires_at: codeFields.expires_at,
}

export function activeCodeOnTheWire(code: Pick<UnexpiredCode, 'purpose' | 'issuedBy' | 'createdAt' | 'expiresAt'>) {
  const { purpose, issuedBy, createdAt, expiresAt } = code
  return { purpose, issued_by: issuedBy, created_at: isoTime(createdAt), expires_at: isoTime(expiresAt) }
}
