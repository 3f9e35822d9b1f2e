import type { Token } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { isoOf } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'

/** Returns whether a token is accepted: it is neither revoked nor expired. */
export function isValid({ revoked_at, expires_at }: Token): boolean {
  return !revoked_at && (!expires_at || Date.parse(isoOf(expires_at)) > Date.now())
}

/** Whether a token is accepted, and if not, why. */
export const TokenState = ({ token }: { readonly token: Token }) => {
  const { text } = useLanguage()
  if (token.revoked_at) return <Badge kind="bad">{text.tokens.revoked}</Badge>
  return isValid(token) ? <Badge kind="good">{text.tokens.valid}</Badge> : <Badge>{text.tokens.expired}</Badge>
}
