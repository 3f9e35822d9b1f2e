import type { SecurityEventQuery } from '@plinth/client'
import { useCallback, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation, type Location, useLocation } from '../../shell/location.js'
import { EventList } from './event-list.js'

const EVENTS_PER_PAGE = 50

/** The audit trail: filter and look at its events. */
export const AuditPage = () => {
  const { text } = useLanguage()
  const { query } = useLocation()
  const [next, setNext] = useState<string>()
  const onMore = useCallback(setNext, [])
  const filters = filtersOf(query)
  const search = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  return (
    <>
      <PageHead title={text.audit.title} lead={text.audit.lead} />
      <search class="filters">
        <FilterField name="event" label={text.audit.event} query={query} />
        <FilterField name="actor" label={text.audit.actor} query={query} />
        <FilterField name="target" label={text.audit.target} query={query} />
        <select
          aria-label={text.audit.result}
          value={query.result ?? ''}
          onChange={({ currentTarget }) => changeLocation({ result: currentTarget.value, before: undefined })}
        >
          <option value="">{text.audit.allResults}</option>
          <option value="done">{text.audit.done}</option>
          <option value="refused">{text.audit.refused}</option>
        </select>
      </search>
      <EventList query={filters} onMore={onMore} />
      <nav class="pagination" aria-label={text.pages}>
        {query.before && <Button onClick={() => changeLocation({ before: undefined })}>{text.audit.newest}</Button>}
        {next && <Button onClick={() => changeLocation({ before: next })}>{text.audit.older}</Button>}
      </nav>
      <Curl method="GET" path={`/audit?${search}`} />
    </>
  )
}

function filtersOf({ event, actor, target, result, before }: Location['query']): SecurityEventQuery {
  return {
    limit: EVENTS_PER_PAGE,
    ...(event && { event }),
    ...(actor && { actor }),
    ...(target && { target }),
    ...((result === 'done' || result === 'refused') && { result }),
    ...(before && { before }),
  }
}

interface FilterFieldProps {
  readonly name: 'event' | 'actor' | 'target'
  readonly label: string
  readonly query: Location['query']
}

/** A filter that takes effect when its field is left or Enter is pressed, because it must match exactly. */
const FilterField = ({ name, label, query }: FilterFieldProps) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    value={query[name] ?? ''}
    onChange={({ currentTarget }) => changeLocation({ [name]: currentTarget.value.trim(), before: undefined })}
  />
)
