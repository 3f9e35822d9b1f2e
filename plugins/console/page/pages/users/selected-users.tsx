import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'

interface SelectedUsersProps {
  readonly usernames: readonly string[]
  readonly onDone: () => void
}

/** What can be done to several users at once. */
export const SelectedUsers = ({ usernames, onDone }: SelectedUsersProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [asked, setAsked] = useState<'disable' | 'endSessions'>()
  const forEach = async (change: (username: string) => Promise<unknown>) => {
    for (const username of usernames) await change(username)
    toast(text.users.doneTo(usernames.length))
    onDone()
  }
  return (
    <div class="selection" role="status">
      <span>{text.users.selected(usernames.length)}</span>
      <Button onClick={() => setAsked('disable')}>{text.users.disable}</Button>
      <Button onClick={() => setAsked('endSessions')}>{text.users.endSessions}</Button>
      {asked && (
        <Confirmation
          title={asked === 'disable' ? text.users.disable : text.users.endSessions}
          action={asked === 'disable' ? text.users.disable : text.users.endSessions}
          onConfirm={() =>
            forEach((username) =>
              asked === 'disable' ? client.changeUser(username, { disabled: true }) : client.endSessions(username),
            )
          }
          onClose={() => setAsked(undefined)}
        >
          <p>{text.users.selected(usernames.length)}</p>
          <p dir="auto" class="names">
            {usernames.join(', ')}
          </p>
        </Confirmation>
      )}
    </div>
  )
}
