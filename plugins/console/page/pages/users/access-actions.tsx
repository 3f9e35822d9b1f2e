import type { User } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import type { Action } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'
import { IssueCode } from './codes/issue-code.js'
import type { Issuing } from './codes/use-issuing.js'
import { DeleteUser } from './delete-user.js'
import { DisableUser } from './disable-user.js'
import { SetPassword } from './set-password.js'
import type { PasswordRights } from './use-user-access.js'

interface AccessActionsProps {
  readonly user: User
  readonly rights: PasswordRights
  readonly hasCode: boolean
  readonly isLocked: boolean
  readonly issuing: Issuing
  /** Runs the actions that need no dialog. */
  readonly action: Action
  /** Called after the dialog for the password was closed, or the account was unlocked. */
  readonly onAccessChange: () => void
  readonly onChange: () => void
  readonly onDeleted: () => void
}

/** The buttons that change whether and how a user can log in. */
export const AccessActions = (props: AccessActionsProps) => {
  const { user, rights, hasCode, isLocked, issuing, action, onAccessChange, onChange, onDeleted } = props
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const { username, disabled } = user
  const enable = async () => {
    await client.changeUser(username, { disabled: false })
    toast(text.users.wasEnabled(username))
    onChange()
  }
  const unlock = async () => {
    await client.unlockUser(username)
    toast(text.users.wasUnlocked(username))
    onAccessChange()
  }
  const closePassword = () => {
    setPasswordAsked(false)
    onAccessChange()
  }
  return (
    <div class="row">
      {rights.mayIssueCode && <IssueCode username={username} isAgain={hasCode} issuing={issuing} />}
      {rights.maySetPassword && <Button onClick={() => setPasswordAsked(true)}>{text.users.setPassword}</Button>}
      {disabled ? (
        <Button kind="primary" isRunning={action.isRunning} onClick={() => void action.run(enable)}>
          {text.users.enable}
        </Button>
      ) : (
        <DisableUser username={username} onChange={onChange} />
      )}
      <DeleteUser username={username} onDeleted={onDeleted} />
      {/* Last, because it disappears: no other button may then move under the pointer. */}
      {isLocked && (
        <Button kind="primary" isRunning={action.isRunning} onClick={() => void action.run(unlock)}>
          {text.users.unlock}
        </Button>
      )}
      {isPasswordAsked && <SetPassword username={username} onClose={closePassword} />}
    </div>
  )
}
