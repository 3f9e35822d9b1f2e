import type { UserAccess } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'

/** Whether a user can log in; if not, every reason. */
export const AccessState = ({ access }: { readonly access: UserAccess | undefined }) => {
  const { text } = useLanguage()
  if (!access) return <span class="skeleton" />
  const { can_log_in: canLogIn, reasons, must, locked_until: lockedUntil, failed_attempts: failedAttempts } = access
  return (
    <ul class="access">
      {canLogIn && (
        <li>
          <Badge kind="good">{text.users.canLogIn}</Badge>
        </li>
      )}
      {reasons.map((reason) => (
        <li key={reason}>
          <Badge kind="bad">{text.users.cannotLogIn}</Badge> {text.users.reasons[reason]}{' '}
          {reason === 'locked' && (
            <>
              <Time at={lockedUntil} />.
            </>
          )}
        </li>
      ))}
      {must.includes('change_password') && <li>{text.users.mustChangePassword}</li>}
      {failedAttempts > 0 && <li>{text.users.failedAttempts(failedAttempts)}</li>}
    </ul>
  )
}
