import { isoTime } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import type { ActiveCode, CodePurpose } from '../code-store.js'

/** The user in the path of a route about codes. */
export const codeParams = object({
  username: string().required().meta({ description: 'The username; case is ignored.' }),
})

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
    .meta({ description: 'When it expires: ISO 8601, UTC.', examples: ['2026-11-21T08:15:00.000Z'] }),
}

export const activeCodeShape = object({
  ...codeFields,
  issued_by: string()
    .required()
    .meta({ description: 'Username of the issuer.', examples: ['sudo'] }),
  created_at: string()
    .required()
    .meta({ description: 'When it was issued: ISO 8601, UTC.', examples: ['2026-11-21T08:00:00.000Z'] }),
}).meta({ id: 'ActiveCode', description: 'A one-time code that can be redeemed, without the code itself.' })

export function activeCodeOnTheWire({ username, purpose, issuedBy, createdAt, expiresAt }: Omit<ActiveCode, 'role'>) {
  return { username, purpose, expires_at: isoTime(expiresAt), issued_by: issuedBy, created_at: isoTime(createdAt) }
}
