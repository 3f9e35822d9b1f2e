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

/** Permanently deletes a user, after the username was typed. */
export const DeleteUser = ({ username, onDeleted }: DeleteUserProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await client.deleteUser(username)
    toast(text.users.deleted(username))
    onDeleted()
  }
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {text.users.delete}
      </Button>
      {isAsking && (
        <Confirmation
          title={text.users.delete}
          action={text.users.delete}
          typedName={username}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{text.users.deleteHint(username)}</p>
          <Curl method="DELETE" path={`/users/${encodeURIComponent(username)}`} />
        </Confirmation>
      )}
    </>
  )
}
