import type { User } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { useLanguage } from '../../language/language-context.js'

/** Whether a user is disabled, or the account has ended. */
export const UserState = ({ user }: { readonly user: User }) => {
  const { text } = useLanguage()
  if (isActive(user)) return null
  return <Badge kind="bad">{user.disabled ? text.users.disabled : text.users.ended}</Badge>
}

/** Returns whether a user is neither disabled nor past the end of the account. */
export function isActive({ disabled, valid_until: end }: User): boolean {
  return !disabled && (end === undefined || Date.parse(end) > Date.now())
}
