import type { User } from '@plinth/client'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { SUDO } from '../../session/role-levels.js'
import { AccessActions } from './access-actions.js'
import { AccessState } from './access-state.js'
import { CurrentCode } from './codes/current-code.js'
import { useIssuing } from './codes/use-issuing.js'
import { useUserAccess } from './use-user-access.js'
import { isActive } from './user-state.js'

interface UserAccessProps {
  readonly user: User
  readonly onChange: () => void
  /** Called after the dialog for the password was closed, or the account was unlocked. */
  readonly onAccessChange: () => void
  readonly onDeleted: () => void
  /** Called after a code was issued or withdrawn, or has expired. */
  readonly onCodeChange: () => void
}

/** Whether a user can log in, and the actions that change it: unlock, issue a code, set a password, disable, delete. */
export const UserAccess = ({ user, onChange, onAccessChange, onDeleted, onCodeChange }: UserAccessProps) => {
  const { text } = useLanguage()
  const { access, code, rights, isAwaited, reload, reloadCode } = useUserAccess(user, onCodeChange)
  const action = useAction()
  const issuing = useIssuing(reloadCode)
  return (
    <section>
      <h2>{text.users.access}</h2>
      <Failure error={access.error} onRetry={access.reload} />
      <Failure error={code.error} onRetry={code.reload} />
      <Failure error={action.error} />
      {!issuing.issued && <Failure error={issuing.error} />}
      <AccessState access={access.data} />
      {isAwaited ? (
        <div class="row awaited">
          <span class="skeleton" />
        </div>
      ) : (
        <AccessActions
          user={user}
          rights={rights}
          hasCode={!!code.data?.code}
          isLocked={access.data?.reasons.includes('locked') === true}
          issuing={issuing}
          action={action}
          onAccessChange={() => {
            reload()
            onAccessChange()
          }}
          onChange={onChange}
          onDeleted={onDeleted}
        />
      )}
      <CurrentCode username={user.username} code={code.data?.code} onChange={reloadCode} />
      {access.data && code.data && <PasswordHint user={user} {...rights} />}
      <Curl method="GET" path={`/users/${encodeURIComponent(user.username)}/access`} />
    </section>
  )
}

interface PasswordHintProps {
  readonly user: User
  readonly maySetPassword: boolean
  readonly mayIssueCode: boolean
}

/** What a code is for, or why neither a code nor a password is offered. */
const PasswordHint = ({ user, maySetPassword, mayIssueCode }: PasswordHintProps) => {
  const { text } = useLanguage()
  if (mayIssueCode) return <p class="hint">{text.codes.issueHint(user.username)}</p>
  if (maySetPassword || !isActive(user)) return null
  const { setPasswordRefused, sudoPasswordRefused } = text.users
  return <p class="hint">{user.role.level === SUDO ? sudoPasswordRefused : setPasswordRefused}</p>
}
