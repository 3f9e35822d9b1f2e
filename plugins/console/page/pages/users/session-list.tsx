import type { Session } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/badge.js'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { type Column, Table } from '../../components/table.js'
import { Time } from '../../components/time.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'

/** The open sessions of a user, with buttons that end one or all of them. */
export const SessionList = ({ username }: { readonly username: string }) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { data, error, isLoading, reload } = useRequest(
    (signal) => client.sessions(username, { signal }),
    [client, username],
  )
  const ending = useAction()
  const [isAsking, setAsking] = useState(false)
  const end = async (id: string) => {
    if (!(await ending.run(() => client.endSession(username, id)))) return
    toast(text.sessions.ended(1))
    reload()
  }
  const path = `/users/${encodeURIComponent(username)}/sessions`
  const other = data?.find(({ current }) => !current)
  const columns: readonly Column<Session>[] = [
    {
      name: 'created',
      title: text.sessions.since,
      cell: ({ created_at, current }) => (
        <>
          <Time at={created_at} /> {current && <Badge kind="good">{text.sessions.current}</Badge>}
        </>
      ),
    },
    { name: 'used', title: text.sessions.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    {
      name: 'end',
      title: text.actions,
      isTitleHidden: true,
      cell: ({ id, current }) =>
        !current && (
          <Button kind="quiet" onClick={() => void end(id)}>
            {text.sessions.end}
          </Button>
        ),
    },
  ]
  return (
    <section>
      <h2>{text.sessions.title}</h2>
      <Failure error={error} onRetry={reload} />
      <Failure error={ending.error} />
      <Table
        caption={text.sessions.title}
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.sessions.none}
      />
      {other && <Curl method="DELETE" path={`${path}/${other.id}`} />}
      {data && data.length > 0 && <Button onClick={() => setAsking(true)}>{text.sessions.endAll}</Button>}
      {isAsking && (
        <Confirmation
          title={text.sessions.endAll}
          action={text.sessions.endAll}
          onConfirm={async () => {
            toast(text.sessions.ended(await client.endSessions(username)))
            reload()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{text.sessions.endAllHint(username)}</p>
          <Curl method="DELETE" path={path} />
        </Confirmation>
      )}
    </section>
  )
}
