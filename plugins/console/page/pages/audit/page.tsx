import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { changeLocation, useLocation } from '../../shell/location.js'
import { EventFilters } from './event-filters.js'
import { EventList } from './event-list.js'
import { ExportButton } from './export-button.js'
import { filtersOf } from './filters.js'
import { VerificationSection } from './verification-section.js'

const EVENTS_PER_PAGE = 50

/** The audit trail: filter, read, export and verify its events. */
export const AuditPage = () => {
  const { text } = useLanguage()
  const { query } = useLocation()
  const [next, setNext] = useState<string>()
  const filters = { limit: EVENTS_PER_PAGE, ...filtersOf(query), ...(query.before && { before: query.before }) }
  const search = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  return (
    <>
      <PageHead title={text.audit.title} lead={text.audit.lead}>
        <ExportButton query={query} />
      </PageHead>
      <EventFilters query={query} />
      <EventList query={filters} onMore={setNext} />
      <nav class="pagination" aria-label={text.pages}>
        {query.before && <Button onClick={() => changeLocation({ before: undefined })}>{text.audit.newest}</Button>}
        {next && <Button onClick={() => changeLocation({ before: next })}>{text.audit.older}</Button>}
      </nav>
      <Curl method="GET" path={`/audit?${search}`} />
      <VerificationSection />
    </>
  )
}
