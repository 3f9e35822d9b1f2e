import type { SecurityEvent, SecurityEventQuery } from '@plinth/client'
import { Badge } from '../../components/badge.js'
import { Failure } from '../../components/failure.js'
import { type Column, Table } from '../../components/table.js'
import { Time } from '../../components/time.js'
import { useLanguage } from '../../language/language-context.js'
import { type Loaded, useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'

interface EventListProps {
  readonly query: SecurityEventQuery & { readonly limit: number }
  /** Called with the id of the last shown event if there are older ones, otherwise with `undefined`. */
  readonly onMore?: (before: string | undefined) => void
  /** Each new value loads the events again. */
  readonly reloadCount?: number
}

/** Security events, newest first. */
export const EventList = ({ query, onMore, reloadCount }: EventListProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const load = async (signal: AbortSignal) => {
    const { limit } = query
    const events = await client.securityEvents({ ...query, limit: limit + 1 }, { signal })
    const shown = events.slice(0, limit)
    onMore?.(events.length > limit ? shown.at(-1)?.id : undefined)
    return shown
  }
  const events = useRequest(load, [client, JSON.stringify(query), reloadCount])
  return <EventTable caption={text.audit.title} events={events} hasTarget />
}

interface EventTableProps {
  readonly caption: string
  readonly events: Loaded<readonly SecurityEvent[]>
  readonly hasTarget?: boolean
}

/** A table of security events. */
export const EventTable = ({ caption, events, hasTarget }: EventTableProps) => {
  const { text } = useLanguage()
  const { data, error, isLoading, reload } = events
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
      // Denied requests are counted by IP address, not by user
      cell: ({ event, actor, actor_kind }) => (
        <bdi>{event === 'requests-denied' ? '–' : (actor ?? text.audit.actors[actor_kind])}</bdi>
      ),
    },
    { name: 'target', title: text.audit.target, cell: ({ target }) => <bdi>{target ?? '–'}</bdi> },
    {
      name: 'details',
      title: text.audit.details,
      cell: (event) => <Details event={event} />,
    },
  ]
  return (
    <>
      <Failure error={error} onRetry={reload} />
      <Table
        caption={caption}
        columns={columns.filter(({ name }) => hasTarget || name !== 'target')}
        rows={data}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={text.audit.none}
      />
    </>
  )
}

const Details = ({ event: { details, address, request_id: requestId } }: { readonly event: SecurityEvent }) => {
  const { text } = useLanguage()
  const summary = Object.entries(details).map(([name, value]) => `${name}: ${valueText(value)}`)
  const facts: readonly [name: string, value: unknown][] = [
    ...Object.entries(details),
    [text.audit.address, address],
    [text.requestId, requestId],
  ]
  const known = facts.filter(([, value]) => value !== null)
  if (known.length === 0) return <>–</>
  return (
    <details>
      <summary>
        <bdi class="cut-off">{summary.join(', ') || (address ?? text.requestId)}</bdi>
      </summary>
      <dl class="facts">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{valueText(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
