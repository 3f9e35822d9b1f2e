import type { User } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useAction } from '../../session/use-action.js'
import { useRequest } from '../../session/use-request.js'
import { AccessState } from './access-state.js'
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
  const [asked, setAsked] = useState<'password' | 'disable' | 'delete'>()
  const { username, disabled = false } = user
  const access = useRequest((signal) => client.userAccess(username, { signal }), [client, user])
  const setDisabled = async (isDisabled: boolean) => {
    await client.changeUser(username, { disabled: isDisabled })
    toast(isDisabled ? text.users.wasDisabled(username) : text.users.wasEnabled(username))
    onChange()
  }
  const unlock = async () => {
    await client.unlockUser(username)
    toast(text.users.wasUnlocked(username))
    access.reload()
  }
  const path = `/users/${encodeURIComponent(username)}`
  return (
    <section>
      <h2>{text.users.access}</h2>
      <Failure error={error ?? access.error} onRetry={access.reload} />
      <AccessState access={access.data} />
      <div class="row">
        {access.data?.reasons.includes('locked') && (
          <Button kind="primary" isRunning={isRunning} onClick={() => void run(unlock)}>
            {text.users.unlock}
          </Button>
        )}
        <Button onClick={() => setAsked('password')}>{text.users.setPassword}</Button>
        {disabled ? (
          <Button kind="primary" isRunning={isRunning} onClick={() => void run(() => setDisabled(false))}>
            {text.users.enable}
          </Button>
        ) : (
          <Button onClick={() => setAsked('disable')}>{text.users.disable}</Button>
        )}
        <Button kind="danger" onClick={() => setAsked('delete')}>
          {text.users.delete}
        </Button>
      </div>
      <Curl method="GET" path={`${path}/access`} />
      {asked === 'password' && (
        <SetPassword
          username={username}
          onClose={() => {
            setAsked(undefined)
            access.reload()
          }}
        />
      )}
      {asked === 'disable' && (
        <Confirmation
          title={text.users.disable}
          action={text.users.disable}
          onConfirm={() => setDisabled(true)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text.users.disableHint(username)}</p>
          <Curl method="PATCH" path={path} body={{ disabled: true }} />
        </Confirmation>
      )}
      {asked === 'delete' && (
        <Confirmation
          title={text.users.delete}
          action={text.users.delete}
          typedName={username}
          onConfirm={async () => {
            await client.deleteUser(username)
            toast(text.users.deleted(username))
            onDeleted()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{text.users.deleteHint(username)}</p>
          <Curl method="DELETE" path={path} />
        </Confirmation>
      )}
    </section>
  )
}
