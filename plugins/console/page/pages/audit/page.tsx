import { useCallback, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation, type Location, useLocation } from '../../shell/location.js'
import { EventList } from './event-list.js'
import { ExportButton } from './export-button.js'
import { filtersOf } from './filters.js'
import { VerificationSection } from './verification-section.js'

const EVENTS_PER_PAGE = 50

/** The audit trail: filter and look at its events. */
export const AuditPage = () => {
  const { text } = useLanguage()
  const { query } = useLocation()
  const [next, setNext] = useState<string>()
  const onMore = useCallback(setNext, [])
  const filters = { limit: EVENTS_PER_PAGE, ...filtersOf(query), ...(query.before && { before: query.before }) }
  const search = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  return (
    <>
      <PageHead title={text.audit.title} lead={text.audit.lead}>
        <ExportButton query={query} />
      </PageHead>
      <search class="filters">
        <FilterField name="event" label={text.audit.event} query={query} />
        <FilterField name="actor" label={text.audit.actor} query={query} />
        <FilterField name="target" label={text.audit.target} query={query} />
        <FilterField name="concerning" label={text.audit.concerning} query={query} />
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
      <VerificationSection />
    </>
  )
}

interface FilterFieldProps {
  readonly name: 'event' | 'actor' | 'target' | 'concerning'
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
