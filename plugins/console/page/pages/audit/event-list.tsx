import type { SecurityEvent, SecurityEventQuery } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { Failure } from '../../components/failure.js'
import { type Column, Table } from '../../components/table.js'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'

interface EventListProps {
  readonly query: SecurityEventQuery & { readonly limit: number }
  /** Receives the id of the last event, if there may be more. */
  readonly onMore?: (before: string | undefined) => void
  /** Loads the events again when it differs. */
  readonly round?: number
}

/** Security events, newest first. */
export const EventList = ({ query, onMore, round }: EventListProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const load = async (signal: AbortSignal) => {
    const { limit } = query
    const events = await client.securityEvents({ ...query, limit: limit + 1 }, { signal })
    const shown = events.slice(0, limit)
    onMore?.(events.length > limit ? shown.at(-1)?.id : undefined)
    return shown
  }
  const { data, error, isLoading, reload } = useRequest(load, [client, JSON.stringify(query), round])
  const columns: readonly Column<SecurityEvent>[] = [
    { name: 'at', title: text.audit.at, cell: ({ at }) => <Time at={at} /> },
    {
      name: 'event',
      title: text.audit.event,
      cell: ({ event, result }) => (
        <>
          <code>{event}</code>{' '}
          {result !== 'done' && (
            <Badge kind="bad">{result === 'refused' ? text.audit.refused : text.audit.actors.unknown}</Badge>
          )}
        </>
      ),
    },
    {
      name: 'actor',
      title: text.audit.actor,
      cell: ({ actor, actor_kind }) => <bdi>{actor ?? text.audit.actors[actor_kind]}</bdi>,
    },
    { name: 'target', title: text.audit.target, cell: ({ target }) => <bdi>{target ?? '–'}</bdi> },
    { name: 'address', title: text.audit.address, cell: ({ address }) => address ?? '–' },
    {
      name: 'details',
      title: text.audit.details,
      cell: ({ details, request_id }) => <Details details={details} requestId={request_id} />,
    },
  ]
  return (
    <>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={text.audit.title}
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.audit.none}
      />
    </>
  )
}

const Details = ({ details, requestId }: { readonly details: object; readonly requestId: string | null }) => {
  const { text } = useLanguage()
  const entries = Object.entries(details)
  if (entries.length === 0 && !requestId) return <>–</>
  return (
    <details>
      <summary>{entries.length > 0 ? entries.map(([name]) => name).join(', ') : text.requestId}</summary>
      <dl class="facts">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
            </dd>
          </div>
        ))}
        {requestId && (
          <div>
            <dt>{text.requestId}</dt>
            <dd>
              <code>{requestId}</code>
            </dd>
          </div>
        )}
      </dl>
    </details>
  )
}
