import type { User } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { useLanguage } from '../../language/language-context.js'

/** Whether a user is disabled, or the account has ended. */
export const UserState = ({ user: { disabled, valid_until: end } }: { readonly user: User }) => {
  const { text } = useLanguage()
  if (disabled) return <Badge kind="bad">{text.users.disabled}</Badge>
  if (end && Date.parse(end) <= Date.now()) return <Badge kind="bad">{text.users.ended}</Badge>
  return null
}
