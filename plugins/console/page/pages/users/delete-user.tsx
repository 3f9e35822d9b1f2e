import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'

interface DeleteUserProps {
  readonly username: string
  readonly onDeleted: () => void
}

/** Removes a user for good, once the name was typed. */
export const DeleteUser = ({ username, onDeleted }: DeleteUserProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    await client.deleteUser(username)
    toast(text.users.deleted(username))
    onDeleted()
  }
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {text.users.delete}
      </Button>
      {isAsked && (
        <Confirmation
          title={text.users.delete}
          action={text.users.delete}
          typedName={username}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          <p>{text.users.deleteHint(username)}</p>
          <Curl method="DELETE" path={`/users/${encodeURIComponent(username)}`} />
        </Confirmation>
      )}
    </>
  )
}
