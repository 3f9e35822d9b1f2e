import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'

interface DisableUserProps {
  readonly username: string
  readonly onChange: () => void
}

/** Disables a user after a confirmation: the user cannot log in until enabled again. */
export const DisableUser = ({ username, onChange }: DisableUserProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const disable = async () => {
    await client.changeUser(username, { disabled: true })
    toast(text.users.wasDisabled(username))
    onChange()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.users.disable}</Button>
      {isAsking && (
        <Confirmation
          title={text.users.disable}
          action={text.users.disable}
          onConfirm={disable}
          onClose={() => setAsking(false)}
        >
          <p>{text.users.disableHint(username)}</p>
          <Curl method="PATCH" path={`/users/${encodeURIComponent(username)}`} body={{ disabled: true }} />
        </Confirmation>
      )}
    </>
  )
}
