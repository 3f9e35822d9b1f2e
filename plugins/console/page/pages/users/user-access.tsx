import type { User } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { AccessState } from './access-state.js'
import { DeleteUser } from './delete-user.js'
import { DisableUser } from './disable-user.js'
import { SetPassword } from './set-password.js'

interface UserAccessProps {
  readonly user: User
  readonly onChange: () => void
  readonly onDeleted: () => void
}

/** Whether a user can log in, and what changes that: unlocking, password, disabling, deletion. */
export const UserAccess = ({ user, onChange, onDeleted }: UserAccessProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const { username, disabled = false } = user
  const access = useRequest((signal) => client.userAccess(username, { signal }), [client, user])
  const enable = async () => {
    await client.changeUser(username, { disabled: false })
    toast(text.users.wasEnabled(username))
    onChange()
  }
  const unlock = async () => {
    await client.unlockUser(username)
    toast(text.users.wasUnlocked(username))
    access.reload()
  }
  const closePassword = () => {
    setPasswordAsked(false)
    access.reload()
  }
  return (
    <section>
      <h2>{text.users.access}</h2>
      <Failure error={access.error} onRetry={access.reload} />
      <Failure error={error} />
      <AccessState access={access.data} />
      <div class="row">
        {access.data?.may_set_password && (
          <Button onClick={() => setPasswordAsked(true)}>{text.users.setPassword}</Button>
        )}
        {disabled ? (
          <Button kind="primary" isRunning={isRunning} onClick={() => void run(enable)}>
            {text.users.enable}
          </Button>
        ) : (
          <DisableUser username={username} onChange={onChange} />
        )}
        <DeleteUser username={username} onDeleted={onDeleted} />
        {/* Last, because it disappears, and no other button may take its place under the pointer. */}
        {access.data?.reasons.includes('locked') && (
          <Button kind="primary" isRunning={isRunning} onClick={() => void run(unlock)}>
            {text.users.unlock}
          </Button>
        )}
      </div>
      {access.data?.may_set_password === false && <p class="hint">{text.users.setPasswordRefused}</p>}
      <Curl method="GET" path={`/users/${encodeURIComponent(username)}/access`} />
      {isPasswordAsked && <SetPassword username={username} onClose={closePassword} />}
    </section>
  )
}
