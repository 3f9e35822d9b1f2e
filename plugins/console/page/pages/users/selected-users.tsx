import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { Notice } from '../../components/notice.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { messageOf } from '../../language/message-of.js'
import { useSession } from '../../session/session-context.js'

interface SelectedUsersProps {
  readonly usernames: readonly string[]
  /** Called after the users were changed, even if some could not be changed. */
  readonly onChange: () => void
  readonly onSelect: (usernames: ReadonlySet<string>) => void
}

/** Actions for all selected users. Users for whom an action fails stay selected, each with the reason. */
export const SelectedUsers = ({ usernames, onChange, onSelect }: SelectedUsersProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [asked, setAsked] = useState<'disable' | 'endSessions'>()
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map())
  const forEach = async (change: (username: string) => Promise<unknown>) => {
    const failed = new Map<string, unknown>()
    for (const username of usernames) await change(username).catch((error) => failed.set(username, error))
    const done = usernames.length - failed.size
    if (done > 0) toast(text.users.doneTo(done))
    setFailures(failed)
    onSelect(new Set(failed.keys()))
    onChange()
  }
  const paths = usernames.map((username) => `/users/${encodeURIComponent(username)}`)
  const shownFailures = [...failures].filter(([username]) => usernames.includes(username))
  return (
    <>
      <div class="selection" role="status">
        <span>{text.users.selected(usernames.length)}</span>
        <Button onClick={() => setAsked('disable')}>{text.users.disable}</Button>
        <Button onClick={() => setAsked('endSessions')}>{text.users.endSessions}</Button>
      </div>
      {shownFailures.length > 0 && (
        <Notice kind="error">
          {shownFailures.map(([username, error]) => (
            <p key={username}>
              <bdi>{username}</bdi>: {messageOf(error, text)}
            </p>
          ))}
        </Notice>
      )}
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
          <p>{asked === 'disable' ? text.users.disableManyHint : text.users.endManyHint}</p>
          {asked === 'disable' ? (
            <Curl method="PATCH" path={paths} body={{ disabled: true }} />
          ) : (
            <Curl method="DELETE" path={paths.map((path) => `${path}/sessions`)} />
          )}
        </Confirmation>
      )}
    </>
  )
}
